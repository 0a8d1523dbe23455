/** Who wants to be told on this device. */
export const PUSH_KEY = 'fairlot.push';

/** Reads a JSON value that this page stored earlier; undefined where there is none or storage is shut. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores a JSON value, or removes it with undefined. A browser that refuses storage only forgets sooner. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows and full disks refuse; the value lives until the page closes.
  }
}
