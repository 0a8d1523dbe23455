/** Ends the embedded PostgreSQL that runs in a folder or in a folder inside it, also half started, and removes the folder. */
export function removeFolder(folder: string): Promise<void>;
/** Ends processes; those that are still there after ten seconds get SIGKILL. */
export function endProcesses(pids: readonly number[], first: NodeJS.Signals): Promise<void>;
/** The processes that work in a folder. Elsewhere than on Linux: the first processes of PostgreSQL that have written their pid file. */
export function processesIn(folder: string): number[];
