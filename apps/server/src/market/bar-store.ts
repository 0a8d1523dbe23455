import { type Candle, type InstrumentId, MINUTE_MS, PERIOD_MS, type Period, asPrice } from '@fairlot/domain';
import type { Pool, PoolClient } from 'pg';
import type { MarketSource } from './port.ts';

/** Source numbers in the database. */
const SOURCE_NUMBER: Readonly<Record<MarketSource, number>> = { simulated: 1, replay: 2, live: 3 };
/** The source with a number; undefined when there is none. */
export function sourceOf(number: number): MarketSource | undefined {
  return (['simulated', 'replay', 'live'] as const).find((source) => SOURCE_NUMBER[source] === number);
}

/** Rows per statement. */
const CHUNK_ROWS = 10_000;

/** A bar with its instrument and period. */
export interface BarRow {
  readonly instrument: InstrumentId;
  readonly period: Period;
  readonly bar: Candle;
}

interface CandleRow {
  readonly instrument: number;
  readonly time: bigint;
  readonly bid_open: bigint;
  readonly bid_high: bigint;
  readonly bid_low: bigint;
  readonly bid_close: bigint;
  readonly ask_open: bigint;
  readonly ask_high: bigint;
  readonly ask_low: bigint;
  readonly ask_close: bigint;
  readonly volume: number;
}

const COLUMNS = 'bid_open, bid_high, bid_low, bid_close, ask_open, ask_high, ask_low, ask_close, volume';
const UPSERT = `
  insert into candles (source, period, instrument, time, ${COLUMNS})
  select $1, * from unnest($2::smallint[], $3::int[], $4::bigint[],
    $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::int[])
  on conflict (source, instrument, period, time) do update set
    (${COLUMNS}) = (excluded.bid_open, excluded.bid_high, excluded.bid_low, excluded.bid_close,
      excluded.ask_open, excluded.ask_high, excluded.ask_low, excluded.ask_close, excluded.volume)`;

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

  /** Writes bars in one transaction and replaces existing ones. No two rows may have the same key. */
  async write(rows: readonly BarRow[]): Promise<void> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      for (let from = 0; from < rows.length; from += CHUNK_ROWS)
        await this.#writeChunk(client, rows.slice(from, from + CHUNK_ROWS));
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

  /**
   * Per instrument, the minutes of its last day with bars, in time order. They suffice to rebuild every forming bar.
   */
  async lastDays(): Promise<ReadonlyMap<InstrumentId, readonly Candle[]>> {
    const result = await this.#pool.query<CandleRow>(
      `select minutes.* from instruments
       cross join lateral (select max(time) as last from candles where source = $1 and instrument = instruments.id and period = 1) ends
       cross join lateral (
         select instrument, time, ${COLUMNS} from candles
         where source = $1 and instrument = instruments.id and period = 1 and time >= ends.last - ends.last % $2 order by time
       ) minutes order by instrument, time`,
      [this.#source, PERIOD_MS['1day']],
    );
    const days = new Map<InstrumentId, Candle[]>();
    for (const row of result.rows) {
      const day = days.get(row.instrument);
      if (day === undefined) days.set(row.instrument, [toCandle(row)]);
      else day.push(toCandle(row));
    }
    return days;
  }

  async #writeChunk(client: PoolClient, rows: readonly BarRow[]): Promise<void> {
    await client.query(
      UPSERT,
      [
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
      ].map((value) => (Array.isArray(value) ? arrayLiteral(value) : value)),
    );
  }
}

/** An array literal of numbers. Several times as fast as pg's own arrays, which quote and escape each element. */
function arrayLiteral(values: readonly (number | bigint)[]): string {
  return `{${values.join(',')}}`;
}

function minutesOf(period: Period): number {
  return PERIOD_MS[period] / MINUTE_MS;
}

function toCandle(row: CandleRow): Candle {
  return {
    time: Number(row.time),
    bid: {
      open: asPrice(row.bid_open),
      high: asPrice(row.bid_high),
      low: asPrice(row.bid_low),
      close: asPrice(row.bid_close),
    },
    ask: {
      open: asPrice(row.ask_open),
      high: asPrice(row.ask_high),
      low: asPrice(row.ask_low),
      close: asPrice(row.ask_close),
    },
    volume: row.volume,
  };
}
