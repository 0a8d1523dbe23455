/** More than a round of a drill has, at ten a second. */
const MOST = 10_000;

/** The last moments at which something was seen to work, on the steady clock. */
export class Moments {
  #all: number[] = [];

  note(moment: number): void {
    this.#all.push(moment);
    // Half of them at once, because to remove the first of an array moves all others.
    if (this.#all.length > MOST) this.#all = this.#all.slice(MOST / 2);
  }

  /** The moments after a moment, in order. */
  since(moment: number): readonly number[] {
    return this.#all.slice(this.#all.findLastIndex((each) => each <= moment) + 1);
  }
}
