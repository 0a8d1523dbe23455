import type { Candle, InstrumentId, Period } from '@fairlot/domain';
import type { BarRow, BarStore } from './bar-store.ts';

/** Bars that may wait for the database. More than a week of every minute of a full list: beyond it the oldest are given up. */
const WAITING_LIMIT = 1_500_000;

interface Key {
  readonly instrument: InstrumentId;
  readonly period: Period;
}

/**
 * Bars on their way to the database. A bar waits here, and can be read here, until its write is committed;
 * a write that fails is tried again with the next one.
 */
export class BarWriter {
  private readonly store: BarStore;
  private waiting = new Map<string, { readonly key: Key; readonly bars: Map<number, Candle> }>();
  private writing: typeof this.waiting = new Map();
  private current: Promise<void> | undefined;
  private size = 0;
  private givenUp = 0;

  constructor(store: BarStore) {
    this.store = store;
  }

  /** Puts a bar in line; a later state of the same bar takes the place of the earlier one. */
  put(instrument: InstrumentId, period: Period, bar: Candle): void {
    const name = nameOf(instrument, period);
    let line = this.waiting.get(name);
    if (line === undefined) {
      line = { key: { instrument, period }, bars: new Map() };
      this.waiting.set(name, line);
    }
    if (!line.bars.has(bar.time)) this.size += 1;
    line.bars.set(bar.time, bar);
    if (this.size > WAITING_LIMIT) this.giveUpOldest(line.bars);
  }

  /** The bars of an instrument that are not in the database yet, in no order; the later state of a bar comes later. */
  unwritten(instrument: InstrumentId, period: Period): readonly Candle[] {
    const name = nameOf(instrument, period);
    return [...(this.writing.get(name)?.bars.values() ?? []), ...(this.waiting.get(name)?.bars.values() ?? [])];
  }

  /** Writes everything in line, in one transaction. One write runs at a time; joins the one that is running. */
  async flush(): Promise<void> {
    this.current ??= this.writeAll().finally(() => {
      this.current = undefined;
    });
    return this.current;
  }

  /** Bars in line, and bars that were given up because the database was away for too long. */
  figures(): { readonly waiting: number; readonly givenUp: number } {
    return { waiting: this.size, givenUp: this.givenUp };
  }

  private async writeAll(): Promise<void> {
    if (this.waiting.size === 0) return;
    this.writing = this.waiting;
    this.waiting = new Map();
    this.size = 0;
    try {
      await this.store.write(rowsOf(this.writing));
    } catch (error) {
      this.takeBack();
      throw error;
    } finally {
      this.writing = new Map();
    }
  }

  /** Puts bars whose write failed back in line, behind what came meanwhile. */
  private takeBack(): void {
    for (const { key, bars } of this.writing.values()) {
      const newer = this.waiting.get(nameOf(key.instrument, key.period))?.bars;
      for (const bar of bars.values()) if (newer?.has(bar.time) !== true) this.put(key.instrument, key.period, bar);
    }
  }

  private giveUpOldest(bars: Map<number, Candle>): void {
    const oldest = bars.keys().next().value;
    if (oldest === undefined) return;
    bars.delete(oldest);
    this.size -= 1;
    this.givenUp += 1;
  }
}

function nameOf(instrument: InstrumentId, period: Period): string {
  return `${instrument} ${period}`;
}

function rowsOf(
  lines: ReadonlyMap<string, { readonly key: Key; readonly bars: ReadonlyMap<number, Candle> }>,
): BarRow[] {
  const rows: BarRow[] = [];
  for (const { key, bars } of lines.values()) for (const bar of bars.values()) rows.push({ ...key, bar });
  return rows;
}
