import { type InstrumentId, MINUTE_MS, PERIODS, PERIOD_MS, type Period } from '@fairlot/domain';
import type { Pool } from 'pg';
import type { BarRow, BarStore } from '../bar-store.ts';
import type { Span, Zone } from './zones.ts';

/** The most spans of an instrument that wait to be filled. Beyond it the oldest are given up. */
const GAPS_LIMIT = 20;

/** A span of an instrument that is being filled. */
export interface Gap extends Span {
  readonly instrument: InstrumentId;
  /** The zone that is being filled, and the first bar of it that was not asked for yet. */
  readonly period: Period;
  readonly next: number;
}

interface GapRow {
  readonly instrument: number;
  readonly from_time: bigint;
  readonly to_time: bigint;
  readonly planned_at: bigint;
  readonly period: number;
  readonly next_time: bigint;
}

/** The spans without bars that are still to be filled, and the filling of them, in PostgreSQL. */
export class GapStore {
  readonly #pool: Pool;
  readonly #bars: BarStore;

  constructor(pool: Pool, bars: BarStore) {
    this.#pool = pool;
    this.#bars = bars;
  }

  /** All spans that wait, the oldest of each instrument first. */
  async open(): Promise<Gap[]> {
    const { rows } = await this.#pool.query<GapRow>('select * from history_gaps order by instrument, from_time');
    return rows.map(toGap);
  }

  /** End of the last stored minute of each instrument. */
  async ends(instruments: readonly InstrumentId[]): Promise<ReadonlyMap<InstrumentId, number>> {
    const ends = new Map<InstrumentId, number>();
    for (const id of instruments) {
      const [last] = await this.#bars.read(id, '1min', Number.MAX_SAFE_INTEGER, 1);
      if (last !== undefined) ends.set(id, last.time + MINUTE_MS);
    }
    return ends;
  }

  /** Adds a span. Returns it, and the spans that were given up for it. */
  async add(
    instrument: InstrumentId,
    { from, to, plannedAt }: Span,
  ): Promise<{ readonly gap: Gap; readonly givenUp: readonly number[] }> {
    const gap: Gap = { instrument, from, to, plannedAt, period: '1min', next: from };
    await this.#pool.query(
      'insert into history_gaps (instrument, from_time, to_time, planned_at, period, next_time) values ($1, $2, $3, $4, 1, $2) on conflict (instrument, from_time) do update set to_time = excluded.to_time',
      [instrument, from, to, plannedAt],
    );
    const { rows } = await this.#pool.query<{ from_time: bigint }>(
      `delete from history_gaps where instrument = $1 and from_time not in
         (select from_time from history_gaps where instrument = $1 order by from_time desc limit $2)
       returning from_time`,
      [instrument, GAPS_LIMIT],
    );
    return { gap, givenUp: rows.map((row) => Number(row.from_time)) };
  }

  /** Stores bars that are not there yet, and how far the span is filled. */
  async write(gap: Gap, rows: readonly BarRow[], reached: Pick<Gap, 'period' | 'next'>): Promise<Gap> {
    await this.#bars.addMissing(rows, (client) =>
      client.query('update history_gaps set period = $3, next_time = $4 where instrument = $1 and from_time = $2', [
        gap.instrument,
        gap.from,
        PERIOD_MS[reached.period] / MINUTE_MS,
        reached.next,
      ]),
    );
    return { ...gap, ...reached };
  }

  /** Sums bars up to longer ones. */
  async sum(instrument: InstrumentId, zones: readonly Zone[]): Promise<void> {
    for (const zone of zones) await this.#bars.rollUp(instrument, zone);
  }

  /** The span is filled as far as its sources have it. */
  async remove({ instrument, from }: Gap): Promise<void> {
    await this.#pool.query('delete from history_gaps where instrument = $1 and from_time = $2', [instrument, from]);
  }
}

function toGap(row: GapRow): Gap {
  return {
    instrument: row.instrument,
    from: Number(row.from_time),
    to: Number(row.to_time),
    plannedAt: Number(row.planned_at),
    period: PERIODS.find((period) => PERIOD_MS[period] === row.period * MINUTE_MS) ?? '1min',
    next: Number(row.next_time),
  };
}
