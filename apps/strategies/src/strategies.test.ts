import type { ListedInstrument } from '@fairlot/client';
import { lots } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { breakout } from './breakout.ts';
import { meanReversion } from './mean-reversion.ts';
import { dollarsPerUnit, leverageOf, lotsFor } from './sizing.ts';
import type { Bar } from './strategy.ts';
import { trend } from './trend.ts';

const barsOf = (closes: readonly number[]): Bar[] =>
  closes.map((close, minute) => ({ time: minute * 60_000, close, high: close + 0.5, low: close - 0.5 }));
/** A price that oscillates around 100 by ±1, with the given number of values. */
const calm = (length: number): number[] => Array.from({ length }, (_, minute) => 100 + Math.sin(minute / 3));

describe('trend', () => {
  const falling = Array.from({ length: 100 }, (_, minute) => 200 - minute);
  const turning = [...falling, ...Array.from({ length: 20 }, (_, minute) => 101 + minute * 4)];
  const crossing = turning.findIndex(
    (_, end) => end > 60 && trend.decide(barsOf(turning.slice(0, end)), undefined).do === 'open',
  );

  it('opens on the bar of a crossing, and not on the next one', () => {
    expect(trend.decide(barsOf(turning.slice(0, crossing)), undefined)).toMatchObject({ do: 'open', direction: 'buy' });
    expect(trend.decide(barsOf(turning.slice(0, crossing + 1)), undefined).do).toBe('nothing');
  });
  it('holds during the trend and closes when it turns', () => {
    const bars = barsOf(turning);
    expect(trend.decide(bars, { direction: 'buy', openedAt: 0 }).do).toBe('nothing');
    expect(trend.decide(bars, { direction: 'sell', openedAt: 0 }).do).toBe('close');
  });
});

describe('breakout', () => {
  it('waits within the channel and opens on a close beyond it', () => {
    expect(breakout.decide(barsOf(calm(61)), undefined).do).toBe('nothing');
    expect(breakout.decide(barsOf([...calm(60), 103]), undefined)).toMatchObject({ do: 'open', direction: 'buy' });
    expect(breakout.decide(barsOf([...calm(60), 97]), undefined)).toMatchObject({ do: 'open', direction: 'sell' });
  });
  it('holds for two hours at most', () => {
    const bars = barsOf(calm(200));
    expect(breakout.decide(bars, { direction: 'buy', openedAt: 199 * 60_000 - 7_199_000 }).do).toBe('nothing');
    expect(breakout.decide(bars, { direction: 'buy', openedAt: 199 * 60_000 - 7_201_000 }).do).toBe('close');
  });
});

describe('mean reversion', () => {
  it('opens against a price far from the mean, and closes when it is back', () => {
    expect(meanReversion.decide(barsOf([...calm(59), 104]), undefined)).toMatchObject({
      do: 'open',
      direction: 'sell',
    });
    expect(meanReversion.decide(barsOf([...calm(59), 96]), undefined)).toMatchObject({ do: 'open', direction: 'buy' });
    expect(meanReversion.decide(barsOf([...calm(59), 100]), undefined).do).toBe('nothing');
    expect(meanReversion.decide(barsOf([...calm(59), 100]), { direction: 'sell', openedAt: 0 }).do).toBe('close');
    expect(meanReversion.decide(barsOf([...calm(59), 104]), { direction: 'sell', openedAt: 0 }).do).toBe('nothing');
  });
  it('does nothing while the price does not move', () => {
    expect(
      meanReversion.decide(
        barsOf(Array.from({ length: 60 }, () => 100)).map((bar) => ({ ...bar, high: 100, low: 100 })),
        undefined,
      ).do,
    ).toBe('nothing');
  });
});

describe('sizing', () => {
  const instrument = {
    conversion: null,
    unitsPerLot: 100_000n,
    lotStep: lots('0.01'),
    minLots: lots('0.01'),
    maxLots: lots('50'),
    leverages: [400, 50, 100],
  };
  const yen = {
    id: 2,
    conversion: { instrument: 2, inverse: true },
    quotation: { bid: '149', ask: '151' } as ListedInstrument['quotation'],
  };

  it('risks at most 0.25% of the balance, in whole lot steps', () => {
    // 100,000 × 0.25% = 250 dollars over 0.0070 × 100,000 = 700 a lot: 0.357 lots.
    expect(lotsFor(instrument, 100_000, 0.007, 1)).toBe('0.35');
    expect(lotsFor(instrument, 100_000, 0.0001, 1)).toBe('1');
    expect(lotsFor(instrument, 100_000, 1, 1)).toBeUndefined();
    expect(lotsFor(instrument, 100_000, 0, 1)).toBeUndefined();
  });
  it('converts to dollars, and selects a leverage up to the limit', () => {
    expect([dollarsPerUnit(instrument, []), dollarsPerUnit(yen, [yen]), dollarsPerUnit(yen, [])]).toEqual([
      1,
      1 / 150,
      undefined,
    ]);
    expect(leverageOf(instrument)).toBe(100);
    expect(leverageOf({ leverages: [500, 200] })).toBe(200);
    expect(leverageOf({ leverages: [] })).toBeUndefined();
  });
});
