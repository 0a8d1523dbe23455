/** A failure whose message tells the operator what is wrong with a backup, its target or its key. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
