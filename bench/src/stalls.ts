import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import { GroupCommit } from '../../apps/server/src/trading/group-commit.ts';
import { Batch } from '../../apps/server/src/trading/journal/batch.ts';
import { TableBatch } from '../../apps/server/src/trading/journal/table-batch.ts';
import { WriteBehind } from '../../apps/server/src/trading/write-behind.ts';
import { log, openHost, place } from './orders/host.ts';
import { closedLoop, openLoop } from './orders/load.ts';
import { settle } from './orders/settle.ts';
import { report } from './report.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 20);
const RATE = Number(process.env['BENCH_RATE'] ?? 5000);
/** Orders that are open before the measurement: collections of garbage take longer with more of them. */
const OPEN_ORDERS = Number(process.env['BENCH_OPEN_ORDERS'] ?? 0);
/** 0 leaves PostgreSQL as the warm-up left it, so that it creates WAL files under the load, as after an installation. */
const SETTLED = process.env['BENCH_SETTLED'] !== '0';
/** A turn of the event loop that lasts longer is a stall. */
const STALL_MS = 10;
/** Number of the longest stalls in the result. */
const SHOWN = 12;

/** A long turn of the event loop, with the time of its phases in milliseconds. */
interface Stall {
  readonly ms: number;
  /** Time that the main thread ran. The rest it waited for a processor, or for the disk. */
  readonly ranMs: number;
  /** Time that the main thread was ready to run and had no processor. */
  readonly waitedMs: number;
  readonly gcMs: number;
  readonly calls: Readonly<Record<string, number>>;
}

/** Finds the stalls of the event loop in an open loop of orders, and which phase of the write path each one is in. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-'));
  const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
  try {
    const host = await openHost(database);
    for (let open = 0; open < OPEN_ORDERS;) open += (await closedLoop(256, 5, () => place(host))).answer.count;
    await host.written();
    if (SETTLED) await settle(database.pool);
    await closedLoop(32, 2, () => place(host));
    const watch = new StallWatch();
    const answers = await openLoop(RATE, SECONDS, () => watch.timed('submit', () => place(host)));
    const stalls = watch.stop();
    await host.stop();
    report(
      'stalls',
      { perSecond: RATE, seconds: SECONDS, stallMs: STALL_MS, openOrders: OPEN_ORDERS, settled: SETTLED },
      { ...answers, ...stalls },
    );
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures each turn of the event loop by a timer that is always due. */
class StallWatch {
  readonly #stalls: Stall[] = [];
  readonly #phases = new Map<string, number>();
  readonly #collections: { readonly start: number; readonly ms: number }[] = [];
  readonly #observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) this.#collections.push({ start: startTime, ms: duration });
  });
  readonly #timer: NodeJS.Timeout;
  #turnAt = performance.now();
  #schedule = scheduleOfThread();

  constructor() {
    this.#wrap('journal add', GroupCommit.prototype as never, 'add');
    this.#wrap('journal message', Batch.prototype as never, 'message');
    this.#wrap('tables add', WriteBehind.prototype as never, 'add');
    this.#wrap('tables message', TableBatch.prototype as never, 'message');
    this.#observer.observe({ entryTypes: ['gc'] });
    this.#timer = setInterval(() => this.#turn(), 1);
  }

  timed<T>(phase: string, work: () => T): T {
    const at = performance.now();
    try {
      return work();
    } finally {
      this.#phases.set(phase, (this.#phases.get(phase) ?? 0) + performance.now() - at);
    }
  }

  stop(): { readonly count: number; readonly longest: readonly Stall[] } {
    clearInterval(this.#timer);
    this.#observer.disconnect();
    const longest = this.#stalls.toSorted((left, right) => right.ms - left.ms).slice(0, SHOWN);
    return { count: this.#stalls.length, longest };
  }

  #turn(): void {
    const now = performance.now();
    const schedule = scheduleOfThread();
    const ms = now - this.#turnAt;
    if (ms > STALL_MS) {
      const begun = this.#turnAt;
      const calls = Object.fromEntries([...this.#phases].map(([phase, took]) => [phase, round(took)]));
      const stall = {
        ms: round(ms),
        ranMs: schedule.ran - this.#schedule.ran,
        waitedMs: schedule.waited - this.#schedule.waited,
        calls,
      };
      // The collections of this turn are reported in a later one.
      setTimeout(() => {
        const gcMs = this.#collections
          .filter(({ start }) => start >= begun && start < now)
          .reduce((sum, gc) => sum + gc.ms, 0);
        this.#stalls.push({ ...stall, ranMs: round(stall.ranMs), waitedMs: round(stall.waitedMs), gcMs: round(gcMs) });
      }, 50);
    }
    this.#phases.clear();
    this.#schedule = schedule;
    this.#turnAt = now;
  }

  #wrap(phase: string, prototype: Record<string, (...values: unknown[]) => unknown>, name: string): void {
    const timed = this.timed.bind(this);
    const inner = prototype[name]!;
    prototype[name] = function wrapped(this: unknown, ...values: unknown[]): unknown {
      return timed(phase, () => inner.apply(this, values));
    };
  }
}

/** Times of the main thread in milliseconds, by the scheduler of Linux. */
function scheduleOfThread(): { readonly ran: number; readonly waited: number } {
  const [ran, waited] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ').map(Number);
  return { ran: (ran ?? 0) / 1e6, waited: (waited ?? 0) / 1e6 };
}

function round(value: number): number {
  return Number(value.toFixed(1));
}

if (process.argv[1]?.includes('bench-src-stalls')) await run();
