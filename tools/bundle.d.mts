/** The repository's root folder. */
export const ROOT: string;
/** True if every program of a deployment can run, from its sources or from the output of `npm run build`. */
export const canRun: boolean;
/** Bundles a TypeScript entry (relative to the repository) and returns the path of the output file. */
export function bundle(entry: string): Promise<string>;
