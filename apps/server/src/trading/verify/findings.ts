/** Differences shown of each verification; the rest is counted. */
const SHOWN = 50;

/** What a verification found to be wrong. */
export class Findings {
  readonly #shown: string[] = [];
  #count = 0;

  add(finding: string): void {
    this.#count += 1;
    if (this.#shown.length < SHOWN) this.#shown.push(finding);
  }

  get count(): number {
    return this.#count;
  }

  /** The first findings, in the order in which they were made. */
  get shown(): readonly string[] {
    return this.#shown;
  }
}
