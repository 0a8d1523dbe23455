/**
 * A map that remembers what was used lately: at least the last `size` keys and never more than twice as many. It forgets
 * a whole generation at a time, because taking single keys from the front of a Map costs more the more were taken before.
 */
export class RecentMap<Key, Value> {
  private young = new Map<Key, Value>();
  private old = new Map<Key, Value>();
  private readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  get(key: Key): Value | undefined {
    const value = this.young.get(key);
    if (value !== undefined) return value;
    const older = this.old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: Key, value: Value): void {
    this.young.set(key, value);
    if (this.young.size < this.size) return;
    this.old = this.young;
    this.young = new Map();
  }

  delete(key: Key): void {
    this.young.delete(key);
    this.old.delete(key);
  }

  clear(): void {
    this.young.clear();
    this.old.clear();
  }

  /** How many entries are held; one that was renewed may count twice. */
  get held(): number {
    return this.young.size + this.old.size;
  }
}
