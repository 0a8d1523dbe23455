/** Milliseconds after which a commit whose connection broke may have been made by a standby of the database, or an operator. */
const LATER_MS = [10_000, 90_000, 600_000];

/** Steady times of further looks at what is stored, after a change whose outcome is unknown. */
export class LaterLooks {
  /** Soonest first. */
  #times: number[] = [];

  /** Plans them anew, from now on. */
  plan(): void {
    const now = performance.now();
    this.#times = LATER_MS.map((later) => now + later);
  }

  get arePlanned(): boolean {
    return this.#times.length > 0;
  }

  /** True when one is due. It stays due until `done`. */
  get isDue(): boolean {
    const [next] = this.#times;
    return next !== undefined && next <= performance.now();
  }

  /** Notes a look that succeeded and began at a steady time. */
  done(since: number): void {
    this.#times = this.#times.filter((time) => time > since);
  }
}
