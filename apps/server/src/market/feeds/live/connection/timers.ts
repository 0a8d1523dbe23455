import { wallClock } from '../../../../platform/clock.ts';

/** The time, timers and randomness of a live source; tests pass their own. */
export interface Timers {
  /** Epoch milliseconds: dates states, and quotes of sources that tell no time. */
  now(): number;
  /** Calls back once after the delay in milliseconds. Returns a function that cancels the timer. */
  after(delayMs: number, callback: () => void): () => void;
  /** A number in [0, 1), for jitter. */
  random(): number;
}

/** Timers of the machine, with a clock of the caller's choice. */
export function machineTimers(now: () => number = wallClock): Timers {
  return {
    now,
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    random: () => Math.random(),
  };
}

/** Resolves after the delay. Rejects with the signal's reason when it aborts first. */
export function waitFor(timers: Timers, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    signal.throwIfAborted();
    if (delayMs <= 0) return done();
    const cancel = timers.after(delayMs, () => {
      signal.removeEventListener('abort', onAbort);
      done();
    });
    function onAbort(): void {
      cancel();
      fail(signal.reason as Error);
    }
    signal.addEventListener('abort', onAbort, { once: true });
    return undefined;
  });
}
