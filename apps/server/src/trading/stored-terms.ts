/** What keeps memory and shards equal to the stored settings, instruments, calendars and groups. */
export interface StoredTerms {
  /**
   * Runs a change of them. When it fails, its outcome is unknown: a commit may have lost its answer. Restores before it
   * throws. Call it in the queue of such changes.
   */
  during<T>(change: () => Promise<T>): Promise<T>;
  /**
   * Reads what is stored again, and brings every shard to it. Never throws: what fails is tried again every second. Call
   * it in the queue, after a change that a shard has refused or not answered.
   */
  restore(): Promise<void>;
}
