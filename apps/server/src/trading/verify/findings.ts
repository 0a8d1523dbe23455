/** Maximum findings in the result. The rest is only counted. */
const SHOWN = 50;

/** The differences found by a verification. */
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

  /** The first findings, in order. */
  get shown(): readonly string[] {
    return this.#shown;
  }
}
