/** The client's clock and timers. Tests use ManualClock, so that they do not wait. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls back once after the delay in milliseconds. Returns a function that cancels the timer. */
  after(delay: number, callback: () => void): () => void;
}

/** The clock of the browser. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delay, callback) {
    const timer = setTimeout(callback, delay);
    return () => clearTimeout(timer);
  },
};
