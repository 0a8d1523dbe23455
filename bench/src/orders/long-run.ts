import type { TradingShard } from '../../../apps/server/src/trading/port.ts';
import { closePosition, openPosition } from './host.ts';
import type { Placed } from './host.ts';
import { openLoop } from './load.ts';
import type { Run } from './load.ts';
import { perOrder, processorTime } from './processor-time.ts';

/** One minute of a long run. */
interface Minute extends Run {
  /** Commands refused because too many waited for the database. Their answers are among the latencies. */
  readonly refused: number;
  /** Most committed rows that the tables were behind. */
  readonly mostBehind: number;
  /** Open positions at the end of the minute. */
  readonly open: number;
  readonly processorTime: ReturnType<typeof perOrder>;
}

export interface LongRun {
  readonly perSecond: number;
  readonly minutes: number;
  /** Open positions from which each further command closes the oldest one. */
  readonly mostOpen: number;
  /** Data folder of the database. */
  readonly folder: string;
}

/** Places orders, and closes the oldest positions, in an open loop. Returns each minute by itself: costs may grow. */
export async function runMinutes(host: TradingShard, run: LongRun): Promise<readonly Minute[]> {
  const positions = new Positions(host, run.mostOpen);
  const minutes: Minute[] = [];
  for (let minute = 0; minute < run.minutes; minute += 1) {
    const before = processorTime(run.folder);
    const refused = positions.refused;
    let mostBehind = 0;
    const watch = setInterval(() => (mostBehind = Math.max(mostBehind, host.unwritten)), 20);
    const measured = await openLoop(run.perSecond, 60, () => positions.next());
    clearInterval(watch);
    minutes.push({
      ...measured,
      refused: positions.refused - refused,
      mostBehind,
      open: positions.open,
      processorTime: perOrder(before, processorTime(run.folder), measured.answer.count),
    });
    console.log(JSON.stringify(minutes.at(-1)));
  }
  return minutes;
}

/** The open positions of a run, the oldest first. */
class Positions {
  readonly #host: TradingShard;
  readonly #mostOpen: number;
  #oldestFirst: Placed[] = [];
  /** Number of positions at the beginning of the list that are closed. */
  #closed = 0;
  refused = 0;

  constructor(host: TradingShard, mostOpen: number) {
    this.#host = host;
    this.#mostOpen = mostOpen;
  }

  get open(): number {
    return this.#oldestFirst.length - this.#closed;
  }

  /** Opens a position, or closes the oldest one if there are too many. */
  async next(): Promise<void> {
    try {
      const oldest = this.open >= this.#mostOpen ? this.#takeOldest() : undefined;
      if (oldest === undefined) this.#oldestFirst.push(await openPosition(this.#host));
      else await closePosition(this.#host, oldest);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('refused: overloaded')) throw error;
      this.refused += 1;
    }
  }

  #takeOldest(): Placed | undefined {
    const oldest = this.#oldestFirst[this.#closed];
    this.#closed += 1;
    if (this.#closed > 100_000) {
      this.#oldestFirst = this.#oldestFirst.slice(this.#closed);
      this.#closed = 0;
    }
    return oldest;
  }
}
