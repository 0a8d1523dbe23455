import { type Candle, DAY_MS, asMoney, asPrice } from '@fairlot/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { equityAtMarks } from './curve.ts';
import { PastPrices } from './past-market.ts';

const close = (price: number): Candle['bid'] => ({
  open: asPrice(1n),
  high: asPrice(1n),
  low: asPrice(1n),
  close: asPrice(BigInt(price)),
});

it('prices a mark with the last bar that ended by then, even with gaps between bars', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 20 }),
      fc.integer({ min: -1, max: 45 }),
      async (days, day) => {
        const bars = days
          .sort((a, b) => a - b)
          .map((each) => ({ time: each * DAY_MS, bid: close(each + 1), ask: close(each + 2), volume: 1 }));
        const prices = await PastPrices.read({ candles: () => Promise.resolve(bars) }, [1], {
          period: '1day',
          from: 0,
          to: 45 * DAY_MS,
        });
        const last = days.findLast((each) => each + 1 <= day);
        expect(prices.at(day * DAY_MS)(1)?.bid).toBe(last === undefined ? undefined : BigInt(last + 1));
        expect(prices.at(day * DAY_MS)(2)).toBeUndefined();
      },
    ),
  );
});

it('yields to the event loop at every mark', async () => {
  const marks = Array.from({ length: 100 }, (_, index) => index * DAY_MS);
  const market = { instrument: () => undefined, candles: () => Promise.resolve([]) };
  let turns = 0;
  const take = (): void => {
    turns += 1;
    if (turns < 1_000) setImmediate(take);
  };
  setImmediate(take);
  const points = await equityAtMarks(market as never, {
    step: DAY_MS,
    marks,
    atMarks: marks.map((mark) => asMoney(BigInt(mark))),
    withheld: marks.map(() => asMoney(0n)),
    positions: [],
    balances: [],
  });
  expect(turns).toBeGreaterThanOrEqual(marks.length - 1);
  expect(points.map(({ equity }) => equity)).toEqual(marks.map(BigInt));
  turns = 1_000;
});
