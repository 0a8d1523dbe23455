/** Where the built pages are. */
export const DIST: string;
/** Whether the built pages belong to the sources as they are now. */
export function pagesAreFresh(): boolean;
/** Builds and compresses the pages: all of them, or only those that are older than their sources. */
export function buildPages(onlyOld?: boolean): Promise<void>;
