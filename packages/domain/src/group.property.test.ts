import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commission, markedUp } from './group.ts';
import { fraction, isHalfEven, over, scaled, times } from './oracle.test-support.ts';
import { closingPrice, openingPrice } from './quote.ts';
import { pricePoint } from './instrument.ts';
import { asLots, asMoney, asPrice, asRate } from './units.ts';
import type { Instrument } from './instrument.ts';

const INSTRUMENT: Instrument = {
  id: 1,
  code: 'TEST',
  quoteCurrency: 'EUR',
  pricePrecision: 5,
  lotStep: asLots(1n),
  minLots: asLots(1n),
  maxLots: asLots(10n ** 8n),
  unitsPerLot: 100_000n,
  marginMode: 'leveraged',
  leverages: [100],
  feeRate: asRate(0n),
  swap: { mode: 'points', long: asRate(0n), short: asRate(0n), tripleWeekday: 3 },
  conversion: { instrument: 2, inverse: false },
  staleAfterMs: 10_000,
};
const point = pricePoint(INSTRUMENT);
const steps = fc.bigInt({ min: 0n, max: 1000n });
const quote = fc.record({ bid: fc.bigInt({ min: 1n, max: 10n ** 9n }), spread: steps }).map(({ bid, spread }) => ({
  instrument: 1,
  seq: 7,
  time: 3,
  bid: asPrice(bid * point),
  ask: asPrice((bid + spread) * point),
}));
const markup = fc
  .record({ bid: steps, ask: steps })
  .map(({ bid, ask }) => ({ bid: asPrice(bid * point), ask: asPrice(ask * point) }));

describe('a client’s quote', () => {
  it('is the market’s, shifted against the client by the markup and never crossed or below one step', () => {
    fc.assert(
      fc.property(quote, markup, (market, shift) => {
        const seen = markedUp(INSTRUMENT, market, shift);
        const { bid, ask } = seen;
        expect(bid).toBe(market.bid - shift.bid < point ? point : market.bid - shift.bid);
        expect(ask).toBe(market.ask + shift.ask);
        expect(bid > 0n && bid <= ask).toBe(true);
        expect({ ...seen, bid: 0n, ask: 0n }).toEqual({ ...market, bid: 0n, ask: 0n });
        for (const side of ['buy', 'sell'] as const) {
          const sign = side === 'buy' ? 1n : -1n;
          expect((openingPrice(seen, side) - openingPrice(market, side)) * sign >= 0n).toBe(true);
          if (market.bid - shift.bid >= point)
            expect((closingPrice(seen, side) - closingPrice(market, side)) * sign <= 0n).toBe(true);
        }
      }),
    );
  });
});

describe('a commission per million', () => {
  it('is rate × notional in dollars ÷ a million, rounded half-even to a micro-dollar', () => {
    const rates = fc.bigInt({ min: 0n, max: 10n ** 12n }).map(asRate);
    const volumes = fc.bigInt({ min: 1n, max: 10n ** 7n }).map(asLots);
    const part = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(rates, volumes, quote, part, part, (rate, volume, { ask }, numerator, denominator) => {
        const exact = over(
          times(
            scaled(rate, 8),
            scaled(volume, 4),
            fraction(INSTRUMENT.unitsPerLot),
            scaled(ask, 8),
            fraction(numerator, denominator),
          ),
          fraction(1_000_000n),
        );
        const conversion = { numerator, denominator };
        const charged = commission({ mode: 'perMillion', rate }, INSTRUMENT, volume, ask, asMoney(0n), conversion);
        expect(isHalfEven(charged, 6, exact)).toBe(true);
      }),
    );
  });
});
