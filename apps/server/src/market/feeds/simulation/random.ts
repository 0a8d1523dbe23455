/** A seeded random generator: sfc32 (Chris Doty-Humphrey's small fast counter). Not for secrets. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;
  #spare: number | undefined;

  constructor(...seed: readonly number[]) {
    this.#a = (seed[0] ?? 0) >>> 0;
    this.#b = (seed[1] ?? 0) >>> 0;
    this.#c = (seed[2] ?? 0) >>> 0;
    // The first outputs of similar seeds are similar, so they are discarded.
    for (let round = 0; round < 20; round += 1) this.next();
  }

  /** Uniformly distributed in [0, 1). */
  next(): number {
    const t = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) | 0;
    return (t >>> 0) / 4_294_967_296;
  }

  /** Normally distributed with mean 0 and deviation 1 (Marsaglia's polar method). */
  normal(): number {
    if (this.#spare !== undefined) {
      const spare = this.#spare;
      this.#spare = undefined;
      return spare;
    }
    for (;;) {
      const x = 2 * this.next() - 1;
      const y = 2 * this.next() - 1;
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      this.#spare = y * factor;
      return x * factor;
    }
  }
}
