import type { Signals } from '../cluster/signals.ts';
import type { Job } from '../platform/jobs.ts';
import type { Lifecycle, Part } from './lifecycle.ts';

/** Starts the parts that a role of this process has. */
export interface Starter {
  start(name: string, part: Part): Promise<void>;
}

/** Parts of a role that this process does not have. */
export const ELSEWHERE: Starter = { start: () => Promise.resolve() };

/** The jobs of the role `worker`: work that needs no memory of the calls, such as sending mail. */
export interface Jobs extends Starter {
  /** True while they run in this process. */
  readonly areHere: boolean;
}

/** Jobs that another process does. */
export const JOBS_ELSEWHERE: Jobs = { ...ELSEWHERE, areHere: false };

/** Jobs that start where they are named. */
export const jobsHere = (lifecycle: Lifecycle): Jobs => ({
  start: (name, part) => lifecycle.start(name, part),
  areHere: true,
});

/** Jobs that wait until this process is the only one that does them. */
export class WaitingJobs implements Jobs {
  readonly #lifecycle: Lifecycle;
  readonly #waiting: { readonly name: string; readonly part: Part }[] = [];
  #areHere = false;

  constructor(lifecycle: Lifecycle) {
    this.#lifecycle = lifecycle;
  }

  get areHere(): boolean {
    return this.#areHere;
  }

  start(name: string, part: Part): Promise<void> {
    if (this.#areHere) return this.#lifecycle.start(name, part);
    this.#waiting.push({ name, part });
    return Promise.resolve();
  }

  /** Starts what has waited. */
  async begin(): Promise<void> {
    this.#areHere = true;
    for (const { name, part } of this.#waiting.splice(0)) {
      if (this.#lifecycle.isStopping) return;
      await this.#lifecycle.start(name, part);
    }
  }
}

interface Wake {
  readonly jobs: Jobs;
  readonly signals: Signals;
}

/** A function that wakes a job in the process that does it. A lost signal only delays it until its next turn. */
export function wakerOf(name: string, job: Pick<Job, 'wake'>, { jobs, signals }: Wake): () => void {
  wakeOnSignal(name, job, { jobs, signals });
  return () => (jobs.areHere ? job.wake() : signals.tell('work', name));
}

/** Wakes a job of this process when another one has work for it. */
export function wakeOnSignal(name: string, job: Pick<Job, 'wake'>, { jobs, signals }: Wake): void {
  signals.on('work', (woken) => {
    if (woken === name && jobs.areHere) job.wake();
  });
}
