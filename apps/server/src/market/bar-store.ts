import { type Candle, type InstrumentId, PERIODS, PERIOD_MS, type Period } from '@fairlot/domain';
import type { Pool, PoolClient } from 'pg';
import { BASIS_NUMBER, COLUMNS, type CandleRow, byInstrument, minutesOf, periodOf, toCandle } from './candle-row.ts';
import type { MarketSource } from './port.ts';

/** Source numbers in the database. */
const SOURCE_NUMBER: Readonly<Record<MarketSource, number>> = { simulated: 1, replay: 2, live: 3 };
/** The source with a number; undefined when there is none. */
export function sourceOf(number: number): MarketSource | undefined {
  return (['simulated', 'replay', 'live'] as const).find((source) => SOURCE_NUMBER[source] === number);
}

/** Rows per statement. To write its parameters takes some tens of milliseconds, in which the process does nothing else. */
const CHUNK_ROWS = 2500;

/** A bar with its instrument and period. */
export interface BarRow {
  readonly instrument: InstrumentId;
  readonly period: Period;
  readonly bar: Candle;
}

const INSERT = `
  insert into candles (source, period, instrument, time, ${COLUMNS})
  select $1, * from unnest($2::smallint[], $3::int[], $4::bigint[],
    $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::int[], $14::smallint[])`;
const REPLACE = `
  on conflict (source, instrument, period, time) do update set
    (${COLUMNS}) = (excluded.bid_open, excluded.bid_high, excluded.bid_low, excluded.bid_close,
      excluded.ask_open, excluded.ask_high, excluded.ask_low, excluded.ask_close, excluded.volume, excluded.basis)`;

/** A longer bar from all shorter ones of its span. */
const ROLLED_UP = `
  insert into candles (source, period, instrument, time, ${COLUMNS})
  select $1, $3, $2, time - time % $4 as start,
    (array_agg(bid_open order by time))[1], max(bid_high), min(bid_low), (array_agg(bid_close order by time desc))[1],
    (array_agg(ask_open order by time))[1], max(ask_high), min(ask_low), (array_agg(ask_close order by time desc))[1],
    sum(volume)::int, max(basis)
  from candles where source = $1 and instrument = $2 and period = $5 and time >= $6 and time < $7 group by start
  ${REPLACE}`;

/** The bars of one source in PostgreSQL. */
export class BarStore {
  readonly #pool: Pool;
  readonly #history: Pool;
  readonly #source: number;

  /** `history`: sessions for reads by clients, which must not keep the writer waiting. */
  constructor(pool: Pool, source: MarketSource, history: Pool = pool) {
    this.#pool = pool;
    this.#history = history;
    this.#source = SOURCE_NUMBER[source];
  }

  /** Counts this start and returns the number of starts. */
  async nextEpoch(): Promise<number> {
    const result = await this.#pool.query<{ epoch: number }>(
      'insert into market_runs (source, epoch) values ($1, 1) on conflict (source) do update set epoch = market_runs.epoch + 1 returning epoch',
      [this.#source],
    );
    const epoch = result.rows[0]?.epoch;
    if (epoch === undefined) throw new Error('market: the start could not be counted');
    return epoch;
  }

  /** Start of the last stored minute of any instrument; undefined when there is none. */
  async lastMinute(): Promise<number | undefined> {
    const { rows } = await this.#pool.query<{ last: bigint | null }>(
      `select max(ends.last) as last from instruments cross join lateral (
         select max(time) as last from candles where source = $1 and instrument = instruments.id and period = 1) ends`,
      [this.#source],
    );
    const last = rows[0]?.last ?? null;
    return last === null ? undefined : Number(last);
  }

  /**
   * Writes bars in one transaction and replaces existing ones. No two rows may have the same key. Takes the rows as it
   * writes them: the past of a new market is half a million.
   */
  write(rows: Iterable<BarRow>): Promise<void> {
    return this.#transaction(async (client) => {
      for (const chunk of chunksOf(rows)) await client.query(INSERT + REPLACE, this.#values(chunk));
    });
  }

  /** Writes the bars that are not there yet, and runs `within` in the same transaction. */
  addMissing(rows: readonly BarRow[], within: (client: PoolClient) => Promise<unknown>): Promise<void> {
    return this.#transaction(async (client) => {
      if (rows.length > 0) await client.query(`${INSERT} on conflict do nothing`, this.#values(rows));
      await within(client);
    });
  }

  /** Replaces the bars of a period with `from` ≤ start < `to` by the sum of the next shorter ones, where those exist. */
  async rollUp(
    instrument: InstrumentId,
    { period, from, to }: { readonly period: Period; readonly from: number; readonly to: number },
  ): Promise<void> {
    const shorter = PERIODS[PERIODS.indexOf(period) - 1];
    if (shorter === undefined || from >= to) return;
    await this.#pool.query(ROLLED_UP, [
      this.#source,
      instrument,
      minutesOf(period),
      PERIOD_MS[period],
      minutesOf(shorter),
      from,
      to,
    ]);
  }

  async #transaction(work: (client: PoolClient) => Promise<void>): Promise<void> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      await work(client);
      await client.query('commit');
    } catch (error) {
      broken = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      // A connection with a failed transaction is closed, which rolls it back in any state.
      client.release(broken);
    }
  }

  /** Bars that start before `before`, at most `limit`, in time order. */
  async read(instrument: InstrumentId, period: Period, before: number, limit: number): Promise<Candle[]> {
    const result = await this.#history.query<CandleRow>(
      `select instrument, time, ${COLUMNS} from candles
       where source = $1 and instrument = $2 and period = $3 and time < $4 order by time desc limit $5`,
      [this.#source, instrument, minutesOf(period), before, limit],
    );
    return result.rows.map(toCandle).toReversed();
  }

  /** Per instrument, its bars that start before a time of its own, at most `limit` each, in time order. */
  async readEach(
    ends: ReadonlyMap<InstrumentId, number>,
    period: Period,
    limit: number,
  ): Promise<ReadonlyMap<InstrumentId, readonly Candle[]>> {
    const result = await this.#history.query<CandleRow>(
      `select bars.* from unnest($3::int[], $4::bigint[]) as ends (instrument, before)
       cross join lateral (
         select instrument, time, ${COLUMNS} from candles
         where source = $1 and instrument = ends.instrument and period = $2 and time < ends.before order by time desc limit $5
       ) bars order by instrument, time`,
      [this.#source, minutesOf(period), arrayLiteral([...ends.keys()]), arrayLiteral([...ends.values()]), limit],
    );
    return byInstrument(result.rows);
  }

  /**
   * Per instrument, the bars from which its forming ones are rebuilt, in time order: its last minute, and per period the
   * complete bars before it in the next longer one. A complete bar is committed with the minute that completed it, so
   * none is missing. They are some thirty per instrument, where the minutes of the day would be up to 1,440.
   */
  async lastBars(): Promise<ReadonlyMap<InstrumentId, ReadonlyMap<Period, readonly Candle[]>>> {
    const shorter = PERIODS.slice(0, -1);
    const result = await this.#pool.query<CandleRow & { readonly period: number }>(
      `select bars.* from instruments
       cross join lateral (select max(time) as last from candles where source = $1 and instrument = instruments.id and period = 1) ends
       cross join unnest($2::int[], $3::bigint[], $4::bigint[]) as spans (period, length, longer)
       cross join lateral (
         select instrument, period, time, ${COLUMNS} from candles
         where source = $1 and instrument = instruments.id and period = spans.period
           and time >= ends.last - ends.last % spans.longer and time <= ends.last - spans.length order by time
       ) bars order by instrument, period, time`,
      [
        this.#source,
        arrayLiteral(shorter.map(minutesOf)),
        // The last minute counts itself; a longer bar that contains it is forming.
        arrayLiteral(shorter.map((period) => (period === '1min' ? 0 : PERIOD_MS[period]))),
        arrayLiteral(PERIODS.slice(1).map((period) => PERIOD_MS[period])),
      ],
    );
    const bars = new Map<InstrumentId, Map<Period, Candle[]>>();
    for (const row of result.rows) {
      const known = bars.get(row.instrument) ?? new Map<Period, Candle[]>(shorter.map((period) => [period, []]));
      bars.set(row.instrument, known);
      known.get(periodOf(row.period))?.push(toCandle(row));
    }
    return bars;
  }

  #values(rows: readonly BarRow[]): unknown[] {
    return [
      this.#source,
      rows.map(({ period }) => minutesOf(period)),
      rows.map(({ instrument }) => instrument),
      rows.map(({ bar }) => bar.time),
      rows.map(({ bar }) => bar.bid.open),
      rows.map(({ bar }) => bar.bid.high),
      rows.map(({ bar }) => bar.bid.low),
      rows.map(({ bar }) => bar.bid.close),
      rows.map(({ bar }) => bar.ask.open),
      rows.map(({ bar }) => bar.ask.high),
      rows.map(({ bar }) => bar.ask.low),
      rows.map(({ bar }) => bar.ask.close),
      rows.map(({ bar }) => bar.volume),
      rows.map(({ bar }) => (bar.basis === undefined ? null : BASIS_NUMBER[bar.basis])),
    ].map((value) => (Array.isArray(value) ? arrayLiteral(value) : value));
  }
}

function* chunksOf(rows: Iterable<BarRow>): Generator<readonly BarRow[]> {
  let chunk: BarRow[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < CHUNK_ROWS) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** An array literal of numbers. Several times as fast as pg's own arrays, which quote and escape each element. */
function arrayLiteral(values: readonly (number | bigint | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join(',')}}`;
}
