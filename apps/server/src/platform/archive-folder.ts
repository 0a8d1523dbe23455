/** The data folder's folder of archives of the journal, unless a setting names another place. */
export const ARCHIVE_FOLDER = 'archive';
