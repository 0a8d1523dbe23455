import type { HeldRole, ListedProcess } from '../cluster/process-directory.ts';

/** The processes of the installation, for the office and the metrics. */
export interface Processes {
  /** True when this process is the only one, without a directory and a bus. */
  readonly single: boolean;
  /** All processes of the directory. */
  readonly list: () => Promise<readonly ListedProcess[]>;
  readonly roleLeases: () => Promise<readonly HeldRole[]>;
}
