/** Volatility of a run, drawn from its seed. */
export interface RunProfile {
  /** One quote in this many jumps. */
  readonly gapEvery: number;
  /** Factor on the usual volumes. */
  readonly size: number;
  /** Probability that a picked open session closes. */
  readonly closing: number;
  /** Probability per step that a price comes into doubt, or out of it. */
  readonly doubting: number;
  /** Probability per step that staff halt, restrict or release an instrument. */
  readonly halting: number;
  /** Probability per step that staff define or remove a group, or move an account. */
  readonly grouping: number;
  /** Share of the commands about dealing by which instruments come and go. */
  readonly listing: number;
  /** Probability that an order, or a change of levels, has a trailing distance. */
  readonly trailing: number;
  /** Probability that an order, or a change of levels, asks for a guaranteed stop, or gives one up. */
  readonly guaranteeing: number;
  /** Share of the commands that close a part, by an opposite position, or several positions at once. */
  readonly parting: number;
  /** Share of the commands that set partial levels of a position. */
  readonly layering: number;
  /** Share of the pending orders that have an expiry or another condition. */
  readonly conditions: number;
  /** Number of orders and accounts that the engine works at once. */
  readonly slice: number;
}

/** Draws the profile of a run. */
export function profileOf(random: Random, seed: number): RunProfile {
  return {
    gapEvery: random.pick([12, 60, 60, 500]),
    size: random.pick([0.2, 1, 1, 3]),
    closing: random.pick([0.05, 0.25, 0.5]),
    doubting: random.pick([0.005, 0.02, 0.08]),
    // Not drawn, so that the runs of the other seeds stay what they were.
    halting: comesAndGoes(seed) ? 0.05 : seed % 2 === 0 ? 0.02 : 0,
    grouping: guarantees(seed) ? 0.06 : seed % 4 === 1 || seed % 4 === 2 ? 0.03 : 0,
    listing: comesAndGoes(seed) ? 0.6 : 0,
    trailing: seed % 5 === 1 || seed % 5 === 3 ? 0.4 : 0,
    guaranteeing: guarantees(seed) ? 0.5 : 0,
    parting: seed % 5 === 1 ? 0.12 : 0,
    layering: seed % 5 === 1 || seed % 10 === 8 ? 0.15 : 0,
    conditions: seed % 5 === 1 || seed % 5 === 3 ? 0.4 : 0,
    slice: seed % 3 === 0 ? 1 + ((seed / 3) % 4) : Number.POSITIVE_INFINITY,
  };
}

/** True for the runs in which instruments come and go; one in two of these has groups too. */
function comesAndGoes(seed: number): boolean {
  return seed % 8 === 2 || seed % 8 === 4;
}

/** True for some of the runs with groups, whose terms guarantees are. Terms must not differ in the other runs. */
function guarantees(seed: number): boolean {
  return seed % 12 === 1 || seed % 12 === 9 || seed % 12 === 10;
}

/** A small seeded generator (sfc32). A seed gives the same run on every machine. */
export class Random {
  #a: number;
  #b = 0x9e37_79b9;
  #c = 0x243f_6a88;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed | 0;
    for (let round = 0; round < 20; round += 1) this.next();
  }

  /** A number from 0 inclusive to 1 exclusive. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 0x1_0000_0000;
  }

  /** An integer from `least` to `most`, both inclusive. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Like `chance`, without a draw where it never happens, so that the runs of those seeds stay what they were. */
  chances(probability: number): boolean {
    return probability > 0 && this.chance(probability);
  }

  /** One of the given values. Throws when there are none. */
  pick<T>(values: readonly T[]): T {
    const value = values[this.between(0, values.length - 1)];
    if (value === undefined) throw new RangeError('nothing to pick from');
    return value;
  }

  /** One of the names, with probability proportional to its weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries<number>(weights) as [Name, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return this.pick(entries)[0];
  }
}
