import {
  type Candle,
  type InstrumentId,
  type Period,
  ROLLED_PERIODS,
  type RolledPeriod,
  barEnd,
  joinCandle,
  rollUp,
} from '@fairlot/domain';

const PERIODS = Object.keys(ROLLED_PERIODS) as RolledPeriod[];

/** The most complete hours and days that a forming bar contains. */
const HOURS = ROLLED_PERIODS['4hour'].most;
const DAYS = ROLLED_PERIODS['1mon'].most;

/** The last complete hours and days of an instrument, in time order. */
type StoredBars = Readonly<Record<'60min' | '1day', readonly Candle[]>>;

/** The complete part of the forming bar of each rolled period. */
type Parts = Partial<Record<RolledPeriod, Candle>>;

interface Entry {
  readonly parts: Parts;
  /** Rises with each bar that is completed, so that a read notices those it missed. */
  completed: number;
}

/**
 * The forming bars of the periods that are not stored: the stored bars that were completed in their span, joined with
 * the forming one. Only the complete part is kept; it changes once per hour or day.
 */
export class RolledBars {
  readonly #entries = new Map<InstrumentId, Entry>();
  readonly #read: (id: InstrumentId, period: Period, limit: number) => Promise<readonly Candle[]>;

  /** `read`: the last complete stored bars, in time order. */
  constructor(read: (id: InstrumentId, period: Period, limit: number) => Promise<readonly Candle[]>) {
    this.#read = read;
  }

  /** Joins a completed bar. Bars of one period come in the order of time. */
  completed(id: InstrumentId, period: Period, bar: Candle): void {
    for (const longer of PERIODS) {
      if (ROLLED_PERIODS[longer].from !== period) continue;
      const entry = this.#entry(id);
      entry.completed += 1;
      entry.parts[longer] = joinCandle(longer, entry.parts[longer], bar);
    }
  }

  /**
   * Sets the complete parts of many instruments with one read per stored period. Only for a market that does not run yet,
   * because a bar that is completed during the read would be lost.
   */
  async restore(
    ids: readonly InstrumentId[],
    readEach: (period: Period, limit: number) => Promise<ReadonlyMap<InstrumentId, readonly Candle[]>>,
  ): Promise<void> {
    const [hours, days] = [await readEach('60min', HOURS), await readEach('1day', DAYS)];
    for (const id of ids)
      Object.assign(this.#entry(id).parts, partsOf({ '60min': hours.get(id) ?? [], '1day': days.get(id) ?? [] }));
  }

  /** Replaces the complete parts by those in the database and the write queue. */
  async reload(id: InstrumentId): Promise<void> {
    for (;;) {
      const entry = this.#entry(id);
      const { completed } = entry;
      const stored = { '60min': await this.#read(id, '60min', HOURS), '1day': await this.#read(id, '1day', DAYS) };
      if (entry.completed !== completed) continue;
      if (this.#entries.get(id) === entry) Object.assign(entry.parts, partsOf(stored));
      return;
    }
  }

  /** The forming bars of an instrument, from its forming stored ones. */
  forming(id: InstrumentId, stored: Readonly<Record<Period, Candle>>): Readonly<Record<RolledPeriod, Candle>> {
    const parts = this.#entries.get(id)?.parts;
    const bar = (period: RolledPeriod): Candle =>
      joinCandle(period, parts?.[period], stored[ROLLED_PERIODS[period].from]);
    return { '4hour': bar('4hour'), '1week': bar('1week'), '1mon': bar('1mon') };
  }

  forget(id: InstrumentId): void {
    this.#entries.delete(id);
  }

  #entry(id: InstrumentId): Entry {
    const known = this.#entries.get(id);
    if (known !== undefined) return known;
    const entry: Entry = { parts: {}, completed: 0 };
    this.#entries.set(id, entry);
    return entry;
  }
}

function partsOf(stored: StoredBars): Parts {
  const parts: Parts = {};
  for (const period of PERIODS) {
    // Bars of spans that have ended may be among them: the last one counts.
    const last = rollUp(period, stored[ROLLED_PERIODS[period].from]).at(-1);
    if (last !== undefined) parts[period] = last;
  }
  return parts;
}

/**
 * The last bars of a rolled period that start before `end`, at most `limit`. `read` has the signature of the stored
 * bars: period, limit, end.
 */
export async function rolledBars(
  period: RolledPeriod,
  limit: number,
  end: number,
  read: (from: Period, limit: number, end: number) => Promise<readonly Candle[]>,
): Promise<readonly Candle[]> {
  const { from, most } = ROLLED_PERIODS[period];
  const parts = await read(from, limit * most, barEnd(period, end - 1));
  // As many parts as were asked for make `limit` whole bars, or more than `limit` of which the first may lack a part.
  return rollUp(period, parts).slice(-limit);
}
