/** The repository's root folder. */
export const ROOT: string;
/** Bundles a TypeScript entry (relative to the repository) and returns the path of the result. */
export function bundle(entry: string): Promise<string>;
