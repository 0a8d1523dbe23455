import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The load of this process since the sample before. */
export interface LoadSample {
  /** Processor time of this process as a share of one core: 1.5 is one and a half cores. */
  readonly cpuShare: number;
  readonly heapMiB: number;
  /** 99th percentile of the delays of the event loop, in milliseconds. */
  readonly eventLoopP99Ms: number;
}

const RESOLUTION_MS = 10;
/** Readers within this time share a sample, so that none of them shortens the one of another. */
const LEAST_AGE_MS = 500;
const MIB = 1024 * 1024;

/**
 * Samples the load of this process. It has a histogram of its own, because a scrape of the default metrics resets
 * theirs.
 */
export class ProcessLoad {
  readonly #delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #cpu = process.cpuUsage();
  #at = performance.now();
  #last: LoadSample | undefined;

  constructor() {
    this.#delays.enable();
  }

  /** The load since the last sample, or since the construction. */
  sample(): LoadSample {
    if (this.#last !== undefined && performance.now() - this.#at < LEAST_AGE_MS) return this.#last;
    const { user, system } = process.cpuUsage(this.#cpu);
    const now = performance.now();
    const tookUs = Math.max(1, (now - this.#at) * 1000);
    // The histogram counts the interval of its timer as well; it is empty in the first milliseconds.
    const delayMs = this.#delays.count === 0 ? 0 : this.#delays.percentile(99) / 1e6 - RESOLUTION_MS;
    this.#cpu = process.cpuUsage();
    this.#at = now;
    this.#delays.reset();
    this.#last = {
      cpuShare: rounded((user + system) / tookUs, 3),
      heapMiB: rounded(process.memoryUsage().heapUsed / MIB, 1),
      eventLoopP99Ms: rounded(Math.max(0, delayMs), 1),
    };
    return this.#last;
  }

  /** Ends the sampling. */
  stop(): void {
    this.#delays.disable();
  }
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
