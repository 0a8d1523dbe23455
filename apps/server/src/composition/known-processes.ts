import type { HeldRole, ListedProcess } from '../cluster/process-directory.ts';

/** The processes of the installation, for the office and the metrics. */
export interface Processes {
  /** True when this process is the only one, without a directory and a bus. */
  readonly single: boolean;
  /** All processes of the directory. */
  readonly list: () => Promise<readonly ListedProcess[]>;
  readonly roleLeases: () => Promise<readonly HeldRole[]>;
  /** Milliseconds by which the clock of a machine has jumped; undefined while all can be trusted. */
  readonly clockOffMs: () => Promise<number | undefined>;
  /** Accepts the jumps of all clocks. Resolves with false when there is none. */
  readonly acceptClocks: () => Promise<boolean>;
}
