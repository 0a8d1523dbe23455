import type { Random } from '@fairlot/engine/sim';
import { must } from './disagreement.ts';

/** Thrown at the step at which the process, or the store, fails. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** A life without an end. */
export const ENDLESS = 0;
/** Steps in which a life follows all that has happened. Work that takes more waits for something. */
const MOST_STEPS = 1_000_000;

/** One life of the follower's process: it ends at a step drawn in advance, between any two steps of its work. */
export class Life {
  readonly #random: Random;
  #left = Number.POSITIVE_INFINITY;
  #steps = 0;
  #isOver = false;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Begins another stretch of work, in which the life ends within so many steps. */
  goOn(mostSteps: number): void {
    this.#left = mostSteps === ENDLESS ? Number.POSITIVE_INFINITY : this.#random.between(1, mostSteps);
    this.#steps = 0;
  }

  /** One step. Throws Crash when the life ends here, and ever after. */
  step(): void {
    this.#left -= 1;
    this.#steps += 1;
    if (this.#left <= 0) this.#isOver = true;
    if (this.#isOver) throw new Crash('the process has ended');
    must(this.#steps < MOST_STEPS, () => 'copying waits for a shard that is away');
  }
}
