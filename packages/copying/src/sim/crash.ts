import type { Random } from '@fairlot/engine/sim';

/** Thrown at the step at which the process, or the store, fails. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** One life of the follower's process: it ends at a step drawn in advance, between any two steps of its work. */
export class Life {
  #left: number;
  #isOver = false;

  constructor(random: Random, mostSteps: number) {
    this.#left = mostSteps === 0 ? Number.POSITIVE_INFINITY : random.between(1, mostSteps);
  }

  /** One step. Throws Crash when the life ends here, and ever after. */
  step(): void {
    this.#left -= 1;
    if (this.#left <= 0) this.#isOver = true;
    if (this.#isOver) throw new Crash('the process has ended');
  }

  get isOver(): boolean {
    return this.#isOver;
  }
}
