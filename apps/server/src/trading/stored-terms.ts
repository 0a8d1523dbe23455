/** Keeps memory and shards equal to the stored settings, instruments, calendars and groups. */
export interface StoredTerms {
  /**
   * The queue of their changes: one of any of them at a time, and none on memory that may be behind. Throws
   * OverloadedError when too many wait, or what hinders reading what is stored.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs a change of them. When it fails, its outcome is unknown: a commit may have lost its answer. Restores before it
   * throws. Call it in the queue of such changes.
   */
  during<T>(change: () => Promise<T>): Promise<T>;
  /**
   * Reads what is stored again, and brings every shard to it. Never throws: what fails is tried again. Call it in the
   * queue, after a change that a shard has refused or not answered.
   */
  restore(): Promise<void>;
}
