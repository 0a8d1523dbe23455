import {
  type Candle,
  type CandleBasis,
  type InstrumentId,
  MINUTE_MS,
  PERIODS,
  PERIOD_MS,
  type Period,
  asPrice,
} from '@fairlot/domain';

/** Numbers of the bases in the database; null for bars of quotes. */
export const BASIS_NUMBER: Readonly<Record<CandleBasis, number>> = { mid: 1, trades: 2 };

/** A bar as the database returns it. */
export interface CandleRow {
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
  readonly basis: number | null;
}

/** The columns of a bar's values. */
export const COLUMNS = 'bid_open, bid_high, bid_low, bid_close, ask_open, ask_high, ask_low, ask_close, volume, basis';

/** Bars by their instrument, in the order of the rows. */
export function byInstrument(rows: readonly CandleRow[]): ReadonlyMap<InstrumentId, readonly Candle[]> {
  const bars = new Map<InstrumentId, Candle[]>();
  for (const row of rows) {
    const known = bars.get(row.instrument);
    if (known === undefined) bars.set(row.instrument, [toCandle(row)]);
    else known.push(toCandle(row));
  }
  return bars;
}

/** The number of a period in the database. */
export function minutesOf(period: Period): number {
  return PERIOD_MS[period] / MINUTE_MS;
}

/** The period of a number of minutes in the database. */
export function periodOf(minutes: number): Period {
  const found = PERIODS.find((period) => minutesOf(period) === minutes);
  if (found === undefined) throw new Error(`market: no period has ${minutes} minutes`);
  return found;
}

export function toCandle(row: CandleRow): Candle {
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
    ...(row.basis !== null && { basis: row.basis === BASIS_NUMBER.mid ? 'mid' : 'trades' }),
  };
}
