import {
  type BalanceOperation,
  type Candle,
  DAY_MS,
  DOLLAR,
  type GrowthSoFar,
  type InstrumentId,
  type Lots,
  type Markup,
  type Money,
  NO_MARKUP,
  type Price,
  type Rate,
  type Side,
  asLots,
  asMoney,
  asPrice,
  closingPrice,
  conversionFrom,
  dayStart,
  growthFurther,
  growthRate,
  growthSoFar,
  growthTo,
  markedUp,
  profit,
} from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { MarketData } from '../../market/port.ts';
import { DAY_LITERAL, movesOf } from '../../trading/days/account-moves.ts';
import { endedOf } from '../../trading/days/account-orders.ts';
import { storedMarkup } from '../../trading/stored-markup.ts';

/** Growth at the end of a UTC day. */
export interface CurvePoint {
  /** The first moment of the day. */
  readonly day: number;
  readonly growth: Rate;
}

/** Sums of closed positions, and their mean holding time. */
export interface TradeFigures {
  readonly instruments: readonly {
    readonly instrument: InstrumentId;
    readonly trades: number;
    readonly wins: number;
    readonly result: Money;
  }[];
  /** Milliseconds; undefined without trades. */
  readonly holding: number | undefined;
}

interface Held {
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly lots: Lots;
  readonly price: Price;
  readonly markup: Markup | undefined;
  readonly from: number;
  readonly to: number;
}

/** Positions over the end of a day, and trades for the mean holding time, that are read at most. */
const MOST_HELD = 5000;
const MOST_TRADES = 10_000;

/** Reads what the page of a trader shows beyond the figures of the ranking. */
export class Performance {
  readonly #db: Kysely<Tables>;
  readonly #market: Pick<MarketData, 'instrument' | 'candles'>;

  constructor(db: Kysely<Tables>, market: Pick<MarketData, 'instrument' | 'candles'>) {
    this.#db = db;
    this.#market = market;
  }

  async trades(account: AccountId): Promise<TradeFigures> {
    const [sums, holding] = await Promise.all([
      sql<{ instrument: number; trades: bigint; wins: bigint; result: bigint }>`
        select e.instrument, sum(e.orders)::bigint as trades, sum(e.wins)::bigint as wins, sum(e.profit - e.fee + e.swap - e.premium)::bigint as result
        from ${endedOf(account)} e where e.status = 'closed' group by 1 order by 2 desc, 1`.execute(this.#db),
      sql<{ holding: string | null }>`select avg(ended_at - opened_at)::text as holding from (
        select opened_at, ended_at from orders where account = ${BigInt(account)} and ended_at is not null and status = 'closed'
        order by ended_at desc limit ${MOST_TRADES}) last`.execute(this.#db),
    ]);
    const mean = holding.rows[0]?.holding ?? null;
    return {
      instruments: sums.rows.map(({ instrument, trades, wins, result }) => ({
        instrument,
        trades: Number(trades),
        wins: Number(wins),
        result: asMoney(result),
      })),
      holding: mean === null ? undefined : Number(mean),
    };
  }

  /**
   * Growth at the end of each UTC day before `now`, for at most `days` days. A day on whose end a price is not recorded has
   * no point; prices are never estimated.
   */
  async curve(
    account: AccountId,
    operations: readonly BalanceOperation[],
    days: number,
    now: number,
  ): Promise<readonly CurvePoint[]> {
    const [first] = operations;
    if (first === undefined) return [];
    const today = dayStart(now);
    const start = Math.max(dayStart(first.time), today - (days - 1) * DAY_MS);
    if (start >= today) return [];
    const [money, held] = await Promise.all([this.#money(account, start), this.#held(account, start, today)]);
    const bars = await this.#bars(held, Math.round((today - start) / DAY_MS) + 1, today);
    const points: CurvePoint[] = [];
    let so: GrowthSoFar = growthSoFar(undefined, []);
    let next = 0;
    for (let end = start + DAY_MS; end <= today; end += DAY_MS) {
      const from = next;
      while (next < operations.length && (operations[next]?.time ?? end) < end) next += 1;
      so = growthFurther(so, operations.slice(from, next));
      const worth = worthAt(this.#market, held, bars, end);
      if (worth === undefined) continue;
      points.push({ day: end - DAY_MS, growth: growthRate(growthTo(so, asMoney(moneyAt(money, end) + worth))) });
    }
    return points;
  }

  /** The sum of all books at the end of each day with a movement, in time order. */
  async #money(account: AccountId, start: number): Promise<readonly { readonly end: number; readonly sum: bigint }[]> {
    const { rows } = await sql<{ day: bigint; sum: bigint }>`
      select day, (sum(total) over (order by day))::bigint as sum from (
        select greatest(m.time, ${start - DAY_MS}) / ${DAY_LITERAL} as day, sum(m.total) as total from ${movesOf(account)} m group by 1) d
      order by day`.execute(this.#db);
    return rows.map(({ day, sum }) => ({ end: (Number(day) + 1) * DAY_MS, sum }));
  }

  /** Positions that were open at the end of a day. */
  async #held(account: AccountId, start: number, today: number): Promise<readonly Held[]> {
    const { rows } = await sql<{
      instrument: number;
      side: Side;
      lots: bigint;
      price: bigint;
      bid_markup: bigint | null;
      ask_markup: bigint | null;
      opened_at: bigint;
      ended_at: bigint | null;
    }>`select instrument, side, lots, price, bid_markup, ask_markup, opened_at, ended_at from orders
      where account = ${BigInt(account)} and opened_at < ${today} and (ended_at is null or (ended_at >= ${start + DAY_MS} and ended_at / ${DAY_LITERAL} > opened_at / ${DAY_LITERAL}))
      order by opened_at desc limit ${MOST_HELD}`.execute(this.#db);
    return rows.map((row) => ({
      instrument: row.instrument,
      side: row.side,
      lots: asLots(row.lots),
      price: asPrice(row.price),
      markup: storedMarkup(row),
      from: Number(row.opened_at),
      to: row.ended_at === null ? Number.POSITIVE_INFINITY : Number(row.ended_at),
    }));
  }

  /** The bars of days of the instruments that were held, and of those that convert them. */
  async #bars(
    held: readonly Held[],
    days: number,
    today: number,
  ): Promise<ReadonlyMap<InstrumentId, readonly Candle[]>> {
    const ids = new Set<InstrumentId>();
    for (const { instrument } of held) {
      ids.add(instrument);
      const leg = this.#market.instrument(instrument)?.conversion;
      if (leg) ids.add(leg.instrument);
    }
    const bars = new Map<InstrumentId, readonly Candle[]>();
    for (const id of ids) bars.set(id, await this.#market.candles(id, '1day', days, today));
    return bars;
  }
}

function moneyAt(money: readonly { readonly end: number; readonly sum: bigint }[], end: number): bigint {
  return money.findLast((day) => day.end <= end)?.sum ?? 0n;
}

/** Floating result at the end of a day, at the closes of its bars. Undefined when a price is not recorded. */
function worthAt(
  market: Pick<MarketData, 'instrument'>,
  held: readonly Held[],
  bars: ReadonlyMap<InstrumentId, readonly Candle[]>,
  end: number,
): bigint | undefined {
  const quoteOf = (id: InstrumentId) => {
    const bar = bars.get(id)?.findLast(({ time }) => time < end);
    return bar && { instrument: id, seq: 0, time: end, bid: bar.bid.close, ask: bar.ask.close };
  };
  let sum = 0n;
  for (const { instrument: id, side, lots, price, markup = NO_MARKUP, from, to } of held) {
    if (from >= end || to < end) continue;
    const instrument = market.instrument(id);
    const quote = quoteOf(id);
    if (instrument === undefined || quote === undefined) return undefined;
    const leg = instrument.conversion === null ? undefined : quoteOf(instrument.conversion.instrument);
    if (instrument.conversion !== null && leg === undefined) return undefined;
    const conversion =
      instrument.conversion === null || leg === undefined ? DOLLAR : conversionFrom(instrument.conversion, leg);
    sum += profit(instrument, side, lots, price, closingPrice(markedUp(instrument, quote, markup), side), conversion);
  }
  return sum;
}
