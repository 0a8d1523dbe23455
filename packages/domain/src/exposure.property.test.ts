import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Conversion, DOLLAR } from './conversion.ts';
import {
  type Holdings,
  addHoldings,
  clientsProfit,
  exposureAt,
  exposureByCurrency,
  guaranteeRisk,
  isAlarmed,
} from './exposure.ts';
import { type Fraction, compare, fraction, isHalfEven, less, scaled, times } from './oracle.test-support.ts';
import { asLots, asMoney, asPrice, lots, money, price } from './units.ts';

interface Position {
  readonly side: 'buy' | 'sell';
  readonly lots: bigint;
  readonly open: bigint;
  readonly markup: bigint;
  /** The guaranteed level; undefined for a plain stop. */
  readonly stop?: bigint | undefined;
}

interface Case {
  readonly unitsPerLot: bigint;
  readonly priceScale: number;
  readonly positions: readonly Position[];
  readonly bid: bigint;
  readonly spread: bigint;
  readonly conversion: Conversion;
}

const positive = (max: bigint): fc.Arbitrary<bigint> => fc.bigInt({ min: 1n, max });
const position: fc.Arbitrary<Position> = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  lots: positive(10n ** 8n),
  open: positive(10n ** 14n),
  markup: fc.bigInt({ min: 0n, max: 10n ** 9n }),
  stop: fc.option(positive(10n ** 14n), { nil: undefined }),
});
const anyCase: fc.Arbitrary<Case> = fc.record({
  unitsPerLot: fc.constantFrom(1n, 10n, 100n, 5000n, 100_000n),
  priceScale: fc.integer({ min: 3, max: 15 }),
  positions: fc.array(position, { maxLength: 12 }),
  bid: positive(10n ** 14n),
  spread: fc.bigInt({ min: 0n, max: 10n ** 10n }),
  conversion: fc.oneof(
    fc.constant(DOLLAR),
    fc.record({ numerator: positive(10n ** 12n), denominator: positive(10n ** 12n) }),
  ),
});

const ZERO = fraction(0n);
const add = (a: Fraction, b: Fraction): Fraction => less(a, less(ZERO, b));

/** The oracle: a sum over the single positions, in exact fractions. */
function sumOf(
  { positions, unitsPerLot }: Case,
  of: (position: Position, units: Fraction, sign: bigint) => Fraction,
): Fraction {
  return positions.reduce((sum, each) => {
    const units = times(scaled(each.lots, 4), fraction(unitsPerLot));
    return add(sum, of(each, units, each.side === 'buy' ? 1n : -1n));
  }, ZERO);
}

function holdingsOf(positions: readonly Position[]): Holdings {
  const of = (side: 'buy' | 'sell', value: (position: Position) => bigint): bigint =>
    positions.reduce((sum, each) => (each.side === side ? sum + value(each) : sum), 0n);
  return {
    longLots: asLots(of('buy', ({ lots: volume }) => volume)),
    shortLots: asLots(of('sell', ({ lots: volume }) => volume)),
    longValue: of('buy', ({ lots: volume, open }) => volume * open),
    shortValue: of('sell', ({ lots: volume, open }) => volume * open),
    longMarkup: of('buy', ({ lots: volume, markup }) => volume * markup),
    shortMarkup: of('sell', ({ lots: volume, markup }) => volume * markup),
    longGuaranteedLots: asLots(of('buy', ({ lots: volume, stop }) => (stop === undefined ? 0n : volume))),
    longGuaranteedValue: of('buy', ({ lots: volume, stop = 0n }) => volume * stop),
    shortGuaranteedLots: asLots(of('sell', ({ lots: volume, stop }) => (stop === undefined ? 0n : volume))),
    shortGuaranteedValue: of('sell', ({ lots: volume, stop = 0n }) => volume * stop),
    positions: positions.length,
    accounts: positions.length,
  };
}

const termsOf = ({ unitsPerLot, priceScale }: Case) => ({ unitsPerLot, priceScale, pricePrecision: 3 });
const quoteOf = ({ bid, spread }: Case) => ({ bid: asPrice(bid), ask: asPrice(bid + spread) });

describe('exposure', () => {
  it('states what a gap of 10 % beyond each guaranteed level costs, by direction, rounded once', () => {
    fc.assert(
      fc.property(anyCase, (of) => {
        const { conversion, unitsPerLot, priceScale } = of;
        const { fall, rise } = guaranteeRisk(termsOf(of), holdingsOf(of.positions), conversion);
        const cost = (side: 'buy' | 'sell'): Fraction =>
          of.positions.reduce((sum, each) => {
            if (each.side !== side || each.stop === undefined) return sum;
            const units = times(scaled(each.lots, 4), fraction(unitsPerLot));
            const tenth = times(scaled(each.stop, priceScale), fraction(1n, 10n));
            return add(sum, times(times(units, tenth), fraction(conversion.numerator, conversion.denominator)));
          }, ZERO);
        expect(isHalfEven(fall, 6, cost('buy'))).toBe(true);
        expect(isHalfEven(rise, 6, cost('sell'))).toBe(true);
      }),
    );
  });

  it('is the sum over the positions, in base units, quote currency and dollars, each rounded once', () => {
    fc.assert(
      fc.property(anyCase, (of) => {
        const { bid, ask } = quoteOf(of);
        const mid = times(fraction(1n, 2n), scaled(bid + ask, of.priceScale));
        const rate = fraction(of.conversion.numerator, of.conversion.denominator);
        const exposure = exposureAt(termsOf(of), holdingsOf(of.positions), quoteOf(of), of.conversion);
        const signs = {
          net: (sign: bigint) => sign,
          gross: () => 1n,
          long: (sign: bigint) => (sign > 0n ? 1n : 0n),
          short: (sign: bigint) => (sign < 0n ? 1n : 0n),
        };
        for (const key of ['long', 'short', 'net', 'gross'] as const) {
          const units = sumOf(of, (_each, size, sign) => times(size, fraction(signs[key](sign))));
          expect(compare(scaled(exposure.base[key], 6), units)).toBe(0);
          expect(isHalfEven(exposure.quote[key], 6, times(units, mid))).toBe(true);
          expect(isHalfEven(exposure.dollars[key], 6, times(units, mid, rate))).toBe(true);
        }
      }),
    );
  });

  it('has the clients’ profit that the single positions have at their closing prices', () => {
    fc.assert(
      fc.property(anyCase, (of) => {
        const { bid, ask } = quoteOf(of);
        const rate = fraction(of.conversion.numerator, of.conversion.denominator);
        const exact = sumOf(of, ({ side, open, markup }, units) => {
          const gain = side === 'buy' ? bid - markup - open : open - (ask + markup);
          return times(units, scaled(gain, of.priceScale), rate);
        });
        const profit = clientsProfit(termsOf(of), holdingsOf(of.positions), quoteOf(of), of.conversion);
        expect(isHalfEven(profit, 6, exact)).toBe(true);
      }),
    );
  });

  it('of parts adds up to that of the whole, in any order', () => {
    fc.assert(
      fc.property(fc.array(position, { maxLength: 8 }), fc.array(position, { maxLength: 8 }), (some, others) => {
        const whole = holdingsOf([...others, ...some]);
        expect(addHoldings(holdingsOf(some), holdingsOf(others))).toEqual(whole);
        expect(addHoldings(holdingsOf(others), holdingsOf(some))).toEqual(whole);
      }),
    );
  });

  it('by currency adds up to zero dollars, and has the amounts of each pair’s two legs', () => {
    const codes = ['EURUSD', 'EURJPY', 'USDJPY', 'XAUUSD', 'US30'] as const;
    fc.assert(
      fc.property(fc.tuple(...codes.map(() => anyCase)), (cases) => {
        const parts = cases.map((of, index) => {
          const code = codes[index] ?? 'US30';
          const quoteCurrency = code.endsWith('JPY') ? 'JPY' : 'USD';
          const instrument = { baseCurrency: code === 'US30' ? code : code.slice(0, 3), quoteCurrency };
          return {
            instrument,
            exposure: exposureAt(termsOf(of), holdingsOf(of.positions), quoteOf(of), of.conversion),
          };
        });
        const currencies = exposureByCurrency(parts);
        expect([...currencies.keys()].sort()).toEqual(['EUR', 'JPY', 'US30', 'USD', 'XAU']);
        const total = [...currencies.values()].reduce((sum, { dollars }) => sum + dollars.net, 0n);
        expect(total).toBe(0n);
        const [eurUsd, eurJpy, usdJpy] = parts.map(({ exposure }) => exposure);
        expect(currencies.get('EUR')?.amount.net).toBe((eurUsd?.base.net ?? 0n) + (eurJpy?.base.net ?? 0n));
        expect(currencies.get('JPY')?.amount.net).toBe(-(eurJpy?.quote.net ?? 0n) - (usdJpy?.quote.net ?? 0n));
        expect(currencies.get('JPY')?.dollars.gross).toBe(
          (eurJpy?.dollars.gross ?? 0n) + (usdJpy?.dollars.gross ?? 0n),
        );
      }),
    );
  });
});

describe('exposure by example', () => {
  it('of a long and a smaller short position in EURUSD', () => {
    const held = { longLots: lots('2'), shortLots: lots('0.5') };
    const quote = { bid: price('1.10000'), ask: price('1.10020') };
    const exposure = exposureAt({ unitsPerLot: 100_000n, pricePrecision: 5 }, held, quote, DOLLAR);
    expect(exposure.lots.net).toBe(lots('1.5'));
    expect(exposure.base.net).toBe(150_000_000_000n);
    expect(exposure.dollars).toEqual({
      long: money('220020'),
      short: money('55005'),
      net: money('165015'),
      gross: money('275025'),
    });
    const currencies = exposureByCurrency([{ instrument: { baseCurrency: 'EUR', quoteCurrency: 'USD' }, exposure }]);
    expect(currencies.get('EUR')?.amount.net).toBe(150_000_000_000n);
    expect(currencies.get('USD')?.amount).toEqual({
      long: 55_005_000_000n,
      short: 220_020_000_000n,
      net: -165_015_000_000n,
      gross: 275_025_000_000n,
    });
  });
});

describe('alarm of a limit', () => {
  it('begins above the limit and ends below 95 per cent of it, on both sides of zero', () => {
    const limit = money('1000');
    const steps = ['1000', '1000.000001', '950', '949.999999', '1000', '-1000', '-1000.01', '-950', '-949.99'];
    let on = false;
    const states = steps.map((text) => (on = isAlarmed(money(text), limit, on)));
    expect(states).toEqual([false, true, true, false, false, false, true, true, false]);
  });

  it('never begins and ends at the same net', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), positive(10n ** 15n), (net, limit) => {
        const of = (was: boolean): boolean => isAlarmed(asMoney(net), asMoney(limit), was);
        if (of(false)) expect(of(true)).toBe(true);
      }),
    );
  });
});
