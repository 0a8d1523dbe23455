/** Maximum number of pending requests; further ones are answered at once. */
const MAX_PENDING = 200;

/** A pending long-poll request. */
export interface PendingPoll {
  /** True at the next notification; false after the timeout, after `cancel`, or when too many requests wait already. */
  readonly notified: Promise<boolean>;
  cancel(): void;
}

const nothing = (): void => undefined;
const ANSWERED_AT_ONCE: PendingPoll = { notified: Promise.resolve(false), cancel: nothing };

/** Wakes pending long-poll requests when there is something new. */
export class LongPoll {
  readonly #pending = new Set<(notified: boolean) => void>();
  #stopped = false;

  notify(): void {
    for (const wake of this.#pending) wake(true);
  }

  /** Starts to wait, for `timeoutMs` at most. */
  wait(timeoutMs: number): PendingPoll {
    if (this.#stopped || this.#pending.size >= MAX_PENDING) return ANSWERED_AT_ONCE;
    let cancel = nothing;
    const notified = new Promise<boolean>((resolve) => {
      const wake = (isNotified: boolean): void => {
        clearTimeout(timer);
        this.#pending.delete(wake);
        resolve(isNotified);
      };
      const timer = setTimeout(() => wake(false), timeoutMs);
      this.#pending.add(wake);
      cancel = () => wake(false);
    });
    return { notified, cancel: () => cancel() };
  }

  /** Answers all pending requests and every later one at once, so that the HTTP server can close. */
  stop(): void {
    this.#stopped = true;
    for (const wake of this.#pending) wake(false);
  }
}
