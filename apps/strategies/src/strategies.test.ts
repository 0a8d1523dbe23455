import { describe, expect, it } from 'vitest';
import { breakout } from './breakout.ts';
import { meanReversion } from './mean-reversion.ts';
import { dollarsPerUnit, leverageOf, lotsFor } from './sizing.ts';
import type { Instrument } from './sizing.ts';
import type { Bar } from './strategy.ts';
import { trend } from './trend.ts';

const barsOf = (closes: readonly number[]): Bar[] =>
  closes.map((close, minute) => ({ time: minute * 60_000, close, high: close + 0.5, low: close - 0.5 }));
/** Swings around 100 by one, for as long as asked. */
const calm = (length: number): number[] => Array.from({ length }, (_, minute) => 100 + Math.sin(minute / 3));

describe('trend', () => {
  const falling = Array.from({ length: 100 }, (_, minute) => 200 - minute);
  const turning = [...falling, ...Array.from({ length: 20 }, (_, minute) => 101 + minute * 4)];
  const crossing = turning.findIndex(
    (_, end) => end > 60 && trend.decide(barsOf(turning.slice(0, end)), undefined).do === 'open',
  );

  it('goes with a crossing on the bar on which it happens, and not on the next one', () => {
    expect(trend.decide(barsOf(turning.slice(0, crossing)), undefined)).toMatchObject({ do: 'open', direction: 'buy' });
    expect(trend.decide(barsOf(turning.slice(0, crossing + 1)), undefined).do).toBe('nothing');
  });
  it('holds with the trend and leaves when it turns', () => {
    const bars = barsOf(turning);
    expect(trend.decide(bars, { direction: 'buy', openedAt: 0 }).do).toBe('nothing');
    expect(trend.decide(bars, { direction: 'sell', openedAt: 0 }).do).toBe('close');
  });
});

describe('breakout', () => {
  it('waits within the channel and goes with a close beyond it', () => {
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
  it('goes against what is far away, and leaves when it is back', () => {
    expect(meanReversion.decide(barsOf([...calm(59), 104]), undefined)).toMatchObject({
      do: 'open',
      direction: 'sell',
    });
    expect(meanReversion.decide(barsOf([...calm(59), 96]), undefined)).toMatchObject({ do: 'open', direction: 'buy' });
    expect(meanReversion.decide(barsOf([...calm(59), 100]), undefined).do).toBe('nothing');
    expect(meanReversion.decide(barsOf([...calm(59), 100]), { direction: 'sell', openedAt: 0 }).do).toBe('close');
    expect(meanReversion.decide(barsOf([...calm(59), 104]), { direction: 'sell', openedAt: 0 }).do).toBe('nothing');
  });
  it('does nothing where nothing moves', () => {
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
    Id: 1,
    Conversion: null,
    ForexContNum: '100000',
    Pip: '0.01',
    ForexMinCont: '0.01',
    ForexMaxCont: '50',
    HasForexMultiple: [{ Value: 400 }, { Value: 50 }, { Value: 100 }],
  } as Instrument;
  const yen = {
    ...instrument,
    Id: 2,
    Conversion: { Id: 2, Inverse: true },
    ForexQuotations: { Bid: '149', Ask: '151' },
  } as Instrument;

  it('risks a quarter of a per cent of the balance, in whole steps, and never more', () => {
    // 100,000 × 0.25% = 250 dollars over 0.0070 × 100,000 = 700 a lot: 0.357 lots.
    expect(lotsFor(instrument, 100_000, 0.007, 1)).toBe('0.35');
    expect(lotsFor(instrument, 100_000, 0.0001, 1)).toBe('1');
    expect(lotsFor(instrument, 100_000, 1, 1)).toBeUndefined();
    expect(lotsFor(instrument, 100_000, 0, 1)).toBeUndefined();
  });
  it('counts in dollars, on a usual leverage', () => {
    expect([dollarsPerUnit(instrument, []), dollarsPerUnit(yen, [yen]), dollarsPerUnit(yen, [])]).toEqual([
      1,
      1 / 150,
      undefined,
    ]);
    expect(leverageOf(instrument)).toBe(100);
    expect(leverageOf({ ...instrument, HasForexMultiple: [{ Value: 500 }, { Value: 200 }] })).toBe(200);
    expect(leverageOf({ ...instrument, HasForexMultiple: [] })).toBeUndefined();
  });
});
