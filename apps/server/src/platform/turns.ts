/** A flood is answered with this, and never with memory or processor time that the market needs. */
export class TooBusyError extends Error {}

/** Lets a few pieces of heavy work run at a time and a limited number wait. */
export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly atOnce: number;
  private readonly mostWaiting: number;

  constructor(atOnce: number, mostWaiting: number) {
    this.atOnce = atOnce;
    this.mostWaiting = mostWaiting;
  }

  /** Does the work when its turn comes. Throws TooBusyError when too much waits. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) {
      if (this.waiting.length >= this.mostWaiting) throw new TooBusyError('too much waits for its turn');
      // Whoever leaves hands its place over, so that nobody slips in between.
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}
