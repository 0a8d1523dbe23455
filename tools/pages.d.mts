/** Where the built pages are. */
export const DIST: string;
/** Whether the built pages belong to the sources as they are now. */
export function pagesAreFresh(): boolean;
/** Builds the pages and compresses them. */
export function buildPages(): Promise<void>;
