import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { margin, profit, swapCharge } from './charges.ts';
import { DOLLAR, conversionFrom } from './conversion.ts';
import { isAtOrBelow, prepaymentRatio } from './equity.ts';
import { type Instrument, pipSize } from './instrument.ts';
import { type Money, formatMoney, formatRate, lots, money, price, rate } from './units.ts';

/** Published examples with their published answers. Each row of the file names its source. */
const file = resolve(process.env['FAIRLOT_SHARED_DATA'] ?? '../shared/data', 'reference/vectors.json');
const present = existsSync(file);

interface Row<Expected> {
  readonly expect: Expected;
}
interface Vectors {
  fx_margin: { rows: { units: number; price: number; leverage?: number; margin_rate?: number; expect_usd: number }[] };
  margin_level_stop_out: {
    rows: (Row<{ level_pct: number; stopped_out: boolean }> & { balance: number; margin: number; loss: number })[];
  };
  fx_pnl: {
    rows: (Row<{ unrealized?: number; realized?: number; total?: number; commission?: number }> & {
      buy?: [number, number][];
      sell?: [number, number][];
      mark?: number;
      commission?: number;
    })[];
  };
  financing: {
    rows: {
      units?: number;
      price?: number;
      rate_pct?: number;
      lots?: number;
      swap_points?: number;
      expect_usd?: number;
      note?: string;
    }[];
  };
  pips: { rows: [string, number, string, number][] };
}

const vectors: Vectors = present ? JSON.parse(readFileSync(file, 'utf8')) : { pips: { rows: [] } };

const pair: Instrument = {
  id: 1,
  code: 'PAIR',
  quoteCurrency: 'USD',
  pricePrecision: 5,
  lotStep: lots('0.0001'),
  minLots: lots('0.0001'),
  maxLots: lots('1000'),
  unitsPerLot: 100_000n,
  marginMode: 'leveraged',
  leverages: [50, 400],
  feeRate: rate('0'),
  swap: { mode: 'points', long: rate('0'), short: rate('0'), tripleWeekday: 3 },
  conversion: null,
  staleAfterMs: 10_000,
};
const lotsOf = (units: number) => lots(String(units / 100_000));
const dollars = (value: Money) => Number(formatMoney(value));

describe.skipIf(!present)('published examples (shared/data/reference/vectors.json)', () => {
  it('match margin of a currency position', () => {
    for (const row of vectors.fx_margin.rows) {
      const leverage = row.leverage ?? 1 / (row.margin_rate ?? 1);
      expect(dollars(margin(pair, lotsOf(row.units), price(String(row.price)), leverage, DOLLAR))).toBe(row.expect_usd);
    }
  });

  it('match margin levels and stop-outs at or below them', () => {
    for (const row of vectors.margin_level_stop_out.rows) {
      const standing = {
        balance: money(String(row.balance)),
        reserved: money('0'),
        floatingProfit: money(String(row.loss)),
        usedMargin: money(String(row.margin)),
      };
      expect(Number(formatRate(prepaymentRatio(standing) ?? rate('0')))).toBe(row.expect.level_pct);
      expect(isAtOrBelow(standing, row.expect.level_pct)).toBe(row.expect.stopped_out);
      expect(
        isAtOrBelow({ ...standing, floatingProfit: money(String(row.loss + 0.000001)) }, row.expect.level_pct),
      ).toBe(false);
    }
  });

  it('match results of currency positions, before and after commission', () => {
    for (const row of vectors.fx_pnl.rows) {
      const closedAt = row.buy !== undefined && row.sell !== undefined;
      const fills = closedAt ? (row.buy ?? []) : [...(row.buy ?? []), ...(row.sell ?? [])];
      const side = row.buy === undefined ? 'sell' : 'buy';
      const mark = closedAt ? row.sell?.[0]?.[1] : row.mark;
      const result = fills.reduce(
        (sum, [units, at]) =>
          sum + dollars(profit(pair, side, lotsOf(units), price(String(at)), price(String(mark)), DOLLAR)),
        0,
      );
      const commission = row.commission ?? row.expect.commission ?? 2;
      if (row.expect.unrealized !== undefined) expect(result).toBeCloseTo(row.expect.unrealized, 9);
      if (row.expect.total !== undefined) expect(result - commission).toBeCloseTo(row.expect.total, 9);
      if (row.expect.realized !== undefined) expect(result - commission).toBeCloseTo(row.expect.realized, 9);
    }
  });

  it('match overnight financing by points and by annual rate', () => {
    for (const row of vectors.financing.rows) {
      if (row.expect_usd === undefined) continue;
      const byPoints = row.swap_points !== undefined;
      const nightly = rate(String(row.swap_points ?? row.rate_pct));
      const terms: Instrument = {
        ...pair,
        swap: { mode: byPoints ? 'points' : 'annualPercent', long: nightly, short: nightly, tripleWeekday: 3 },
      };
      const volume = byPoints ? lots(String(row.lots)) : lotsOf(row.units ?? 0);
      const at = price(String(row.price ?? 1));
      expect(formatMoney(swapCharge(terms, 'buy', volume, at, DOLLAR, 1), 2)).toBe(row.expect_usd.toFixed(2));
      if (byPoints)
        expect(formatMoney(swapCharge(terms, 'sell', volume, at, DOLLAR, 3), 2)).toBe((row.expect_usd * 3).toFixed(2));
    }
  });

  it('match pip sizes and values', () => {
    for (const [name, , move, pips] of vectors.pips.rows) {
      const precision = name.endsWith('JPY') ? 3 : 5;
      expect(Math.round(Number(move) * 1e8) / Number(pipSize({ pricePrecision: precision }))).toBe(pips);
    }
    expect(dollars(profit(pair, 'buy', lots('1'), price('1.1'), price('1.1001'), DOLLAR))).toBe(10);
    const yen = conversionFrom(
      { instrument: 2, inverse: true },
      { instrument: 2, seq: 1, time: 0, bid: price('100'), ask: price('100') },
    );
    expect(dollars(profit(pair, 'buy', lots('1'), price('100.30'), price('100.31'), yen))).toBe(10);
  });
});
