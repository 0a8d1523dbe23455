/** Reads a JSON value that this page stored earlier; undefined where there is none or storage is shut. */
export function readStored(storage: Storage, key: string): unknown {
  try {
    const text = storage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores a JSON value. A browser that refuses storage only forgets sooner. */
export function writeStored(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows and full disks refuse; the value lives until the page closes.
  }
}
