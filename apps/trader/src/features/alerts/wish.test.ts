import { price } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { presetPrice, readWish } from './wish.ts';

const fx = { pricePrecision: 5 };
const yen = { pricePrecision: 3 };

describe('what an alert would be', () => {
  it('waits for a rise above the price of now and for a fall below it', () => {
    expect(readWish('1.085', price('1.08000'), fx)).toEqual({
      ok: true,
      price: price('1.085'),
      text: '1.08500',
      direction: 'rise',
      points: 500n,
    });
    expect(readWish('١٫٠٧٩٩٠', price('1.08000'), fx)).toMatchObject({
      ok: true,
      text: '1.07990',
      direction: 'fall',
      points: 10n,
    });
  });

  it('is nothing where there is no price to wait for, and says why', () => {
    const why = (typed: string, now: string | undefined = '1.08'): string => {
      const wish = readWish(typed, now === undefined ? undefined : price(now), fx);
      return wish.ok ? 'ok' : wish.why;
    };
    expect([why(' '), why('abc'), why('0'), why('1.080001'), why('1.08')]).toEqual([
      'empty',
      'price_invalid',
      'price_invalid',
      'price_off_grid',
      'met',
    ]);
    expect(readWish('1.09', undefined, fx)).toEqual({ ok: false, why: 'no_price' });
  });
});

describe('a preset', () => {
  it('is its share away, on the grid', () => {
    expect(presetPrice(price('1.08000'), 10n, fx)).toBe('1.08108');
    expect(presetPrice(price('1.08000'), -100n, fx)).toBe('1.06920');
    expect(presetPrice(price('150.123'), 50n, yen)).toBe('150.874');
  });

  it('is a point away at least, so that it is something to wait for', () => {
    expect(presetPrice(price('0.005'), 10n, yen)).toBe('0.006');
    expect(presetPrice(price('0.005'), -10n, yen)).toBe('0.004');
  });
});
