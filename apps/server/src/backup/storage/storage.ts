/** Objects and folders directly below a folder. */
export interface Listing {
  readonly names: readonly string[];
  readonly folders: readonly string[];
}

/**
 * The place of backups. Names are paths with `/`. An object is written as a whole or not at all; its size is bounded by
 * the callers (some MiB).
 */
export interface Storage {
  /** The place in words, without secrets. */
  readonly text: string;
  /** Resolves when the object is durable. */
  put(name: string, content: Buffer): Promise<void>;
  /** Undefined when there is no such object. */
  get(name: string): Promise<Buffer | undefined>;
  /** `folder` is empty for the top, else without a final `/`. A missing folder is empty. */
  list(folder: string): Promise<Listing>;
  /** Deletes objects. Missing ones are no error. */
  remove(names: readonly string[]): Promise<void>;
}
