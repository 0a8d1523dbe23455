/** Folder of the trader's built pages. */
export const DIST: string;
/** True if the built pages match the current sources. */
export function pagesAreFresh(): boolean;
/** Builds and compresses the pages: all of them, or only the outdated ones. */
export function buildPages(onlyOld?: boolean): Promise<void>;
