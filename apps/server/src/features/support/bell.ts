/** Requests of the office that may wait at a time. */
const MOST_WAITING = 200;

/** Somebody who waits for the bell. */
export interface Listener {
  /** True at the next ring; false after a while, or when nobody may wait any more. */
  readonly rung: Promise<boolean>;
  leave(): void;
}

const nothing = (): void => undefined;
const NOBODY: Listener = { rung: Promise.resolve(false), leave: nothing };

/** Wakes the requests that wait for something new. */
export class Bell {
  private readonly waiting = new Set<(rung: boolean) => void>();
  private stopped = false;

  ring(): void {
    for (const wake of this.waiting) wake(true);
  }

  /** Begins to listen, for a while at most. */
  listen(timeoutMs: number): Listener {
    if (this.stopped || this.waiting.size >= MOST_WAITING) return NOBODY;
    let leave = nothing;
    const rung = new Promise<boolean>((resolve) => {
      const wake = (heard: boolean): void => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        resolve(heard);
      };
      const timer = setTimeout(() => wake(false), timeoutMs);
      this.waiting.add(wake);
      leave = () => wake(false);
    });
    return { rung, leave: () => leave() };
  }

  /** Lets everybody go, and nobody wait any more. */
  stop(): void {
    this.stopped = true;
    for (const wake of this.waiting) wake(false);
  }
}
