/** Frees a place. Further calls do nothing. */
export type FreePlace = () => void;

/** Counts places that are held under names, such as networks. */
export class PlaceCounter {
  readonly #taken = new Map<string, number>();

  /** Takes a place under each name, at most so many under one; undefined when one of them has none left. */
  take(limits: readonly (readonly [name: string, most: number])[]): FreePlace | undefined {
    if (limits.some(([name, most]) => this.of(name) >= most)) return undefined;
    const names = limits.map(([name]) => name);
    for (const name of names) this.#taken.set(name, this.of(name) + 1);
    return () => {
      for (const name of names.splice(0)) this.#free(name);
    };
  }

  /** Number of names with a place. */
  get held(): number {
    return this.#taken.size;
  }

  /** Number of places under a name. */
  of(name: string): number {
    return this.#taken.get(name) ?? 0;
  }

  #free(name: string): void {
    const left = (this.#taken.get(name) ?? 1) - 1;
    if (left === 0) this.#taken.delete(name);
    else this.#taken.set(name, left);
  }
}
