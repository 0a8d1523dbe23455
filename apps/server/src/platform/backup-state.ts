/** Works of the backups. */
export type BackupWork = 'check' | 'log' | 'backup' | 'removal';

/** The state of the server's own backups. */
export interface BackupState {
  /** Epoch milliseconds at which the newest good backup ended; undefined when there is none. */
  readonly lastGoodAt: number | undefined;
  /** Age in milliseconds from which the newest good backup is too old. */
  readonly oldAfterMs: number;
  /** Works whose last try failed, the most serious first. */
  readonly failed: readonly BackupWork[];
}

/** Reads the state of the backups; undefined where the operator makes them by other means. */
export type ReadBackups = () => BackupState | undefined;
