import type { Candle, InstrumentId, Period } from '@fairlot/domain';
import type { BarRow, BarStore } from './bar-store.ts';

/**
 * Maximum number of bars waiting for the database: more than a week of all minutes of a full list. Beyond it the oldest
 * are dropped.
 */
const WAITING_LIMIT = 1_500_000;

interface Key {
  readonly instrument: InstrumentId;
  readonly period: Period;
}

type BarQueue = Map<string, { readonly key: Key; readonly bars: Map<number, Candle> }>;

/**
 * A write-behind queue of bars. A bar stays here, and can be read here, until its write is committed. A failed write is
 * retried with the next one.
 */
export class BarWriter {
  readonly #store: Pick<BarStore, 'write'>;
  #waiting: BarQueue = new Map();
  #writing: BarQueue = new Map();
  #current: Promise<void> | undefined;
  #size = 0;
  #givenUp = 0;

  constructor(store: Pick<BarStore, 'write'>) {
    this.#store = store;
  }

  /** Queues a bar. A later state of the same bar replaces the earlier one. */
  put(instrument: InstrumentId, period: Period, bar: Candle): void {
    const name = nameOf(instrument, period);
    let line = this.#waiting.get(name);
    if (line === undefined) {
      line = { key: { instrument, period }, bars: new Map() };
      this.#waiting.set(name, line);
    }
    if (!line.bars.has(bar.time)) this.#size += 1;
    line.bars.set(bar.time, bar);
    if (this.#size > WAITING_LIMIT) this.#dropOldest(line.bars);
  }

  /**
   * The bars of an instrument that are not in the database yet, in any order of time; the later state of a bar comes
   * later.
   */
  unwritten(instrument: InstrumentId, period: Period): readonly Candle[] {
    const name = nameOf(instrument, period);
    return [...(this.#writing.get(name)?.bars.values() ?? []), ...(this.#waiting.get(name)?.bars.values() ?? [])];
  }

  /** Writes all queued bars in one transaction. Joins a write that is in progress. */
  async flush(): Promise<void> {
    this.#current ??= this.#writeAll().finally(() => {
      this.#current = undefined;
    });
    return this.#current;
  }

  /** Number of queued bars, and of bars dropped because the database was unavailable for too long. */
  figures(): { readonly waiting: number; readonly givenUp: number } {
    return { waiting: this.#size, givenUp: this.#givenUp };
  }

  async #writeAll(): Promise<void> {
    if (this.#waiting.size === 0) return;
    this.#writing = this.#waiting;
    this.#waiting = new Map();
    this.#size = 0;
    try {
      await this.#store.write(rowsOf(this.#writing));
    } catch (error) {
      this.#requeue();
      throw error;
    } finally {
      this.#writing = new Map();
    }
  }

  /** Queues the bars of a failed write again, unless a newer state is queued. */
  #requeue(): void {
    for (const { key, bars } of this.#writing.values()) {
      const newer = this.#waiting.get(nameOf(key.instrument, key.period))?.bars;
      for (const bar of bars.values()) if (newer?.has(bar.time) !== true) this.put(key.instrument, key.period, bar);
    }
  }

  #dropOldest(bars: Map<number, Candle>): void {
    const oldest = bars.keys().next().value;
    if (oldest === undefined) return;
    bars.delete(oldest);
    this.#size -= 1;
    this.#givenUp += 1;
  }
}

function nameOf(instrument: InstrumentId, period: Period): string {
  return `${instrument} ${period}`;
}

/** The rows one after the other: to make those of a new market's past at once would hold up the process for seconds. */
function* rowsOf(
  lines: ReadonlyMap<string, { readonly key: Key; readonly bars: ReadonlyMap<number, Candle> }>,
): Generator<BarRow> {
  for (const { key, bars } of lines.values()) for (const bar of bars.values()) yield { bar, ...key };
}
