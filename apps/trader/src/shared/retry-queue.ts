/** Changes that follow each other this closely travel as one. */
const PAUSE_MS = 800;
/** After a failure it is tried again, ever later. */
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

/** Does what has a name. False, or a rejection: it failed, and is worth another try. */
export type Work = (name: string) => Promise<boolean>;

/** What is to be done with the server, by name: it waits until it has stopped changing, and after a failure. */
export class RetryQueue {
  private readonly work: Work;
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly failures = new Map<string, number>();

  constructor(work: Work) {
    this.work = work;
  }

  /** Something changed: it is done when it has rested. */
  soon(name: string): void {
    this.failures.delete(name);
    this.after(PAUSE_MS, name);
  }

  /** It is done at once, whatever it waits for. */
  now(name: string): void {
    clearTimeout(this.timers.get(name));
    this.timers.delete(name);
    void this.attempt(name);
  }

  /** Everything that waits goes now. */
  flush(): void {
    for (const name of this.timers.keys()) this.now(name);
  }

  /** Whether it waits for more changes, and not for another try. */
  isChanging(name: string): boolean {
    return this.timers.has(name) && !this.failures.has(name);
  }

  private after(ms: number, name: string): void {
    clearTimeout(this.timers.get(name));
    this.timers.set(
      name,
      setTimeout(() => this.now(name), ms),
    );
  }

  private async attempt(name: string): Promise<void> {
    const isDone = await this.work(name).catch(() => false);
    if (isDone) {
      this.failures.delete(name);
      return;
    }
    // What changed meanwhile goes with the change.
    if (this.timers.has(name)) return;
    const failures = this.failures.get(name) ?? 0;
    this.failures.set(name, failures + 1);
    this.after(Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS), name);
  }
}
