/** Time as the client sees it. Tests bring their own, so that nothing waits for real. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls back once after the delay in milliseconds. Returns how to call it off. */
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
