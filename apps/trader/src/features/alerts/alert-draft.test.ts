import { price } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { presetPrice, readAlertDraft } from './alert-draft.ts';

const fx = { pricePrecision: 5 };
const yen = { pricePrecision: 3 };

describe('readAlertDraft', () => {
  it('waits for a rise above the market and for a fall below it', () => {
    expect(readAlertDraft('1.085', price('1.08000'), fx)).toEqual({
      ok: true,
      price: price('1.085'),
      text: '1.08500',
      direction: 'rise',
      points: 500n,
    });
    expect(readAlertDraft('١٫٠٧٩٩٠', price('1.08000'), fx)).toMatchObject({
      ok: true,
      text: '1.07990',
      direction: 'fall',
      points: 10n,
    });
  });

  it('returns the reason if there is no valid price', () => {
    const why = (typed: string, now: string | undefined = '1.08'): string => {
      const draft = readAlertDraft(typed, now === undefined ? undefined : price(now), fx);
      return draft.ok ? 'ok' : draft.why;
    };
    expect([why(' '), why('abc'), why('0'), why('1.080001'), why('1.08')]).toEqual([
      'empty',
      'price_invalid',
      'price_invalid',
      'price_off_grid',
      'met',
    ]);
    expect(readAlertDraft('1.09', undefined, fx)).toEqual({ ok: false, why: 'no_price' });
  });
});

describe('presetPrice', () => {
  it('moves by its share and rounds to the grid', () => {
    expect(presetPrice(price('1.08000'), 10n, fx)).toBe('1.08108');
    expect(presetPrice(price('1.08000'), -100n, fx)).toBe('1.06920');
    expect(presetPrice(price('150.123'), 50n, yen)).toBe('150.874');
  });

  it('moves by at least one point', () => {
    expect(presetPrice(price('0.005'), 10n, yen)).toBe('0.006');
    expect(presetPrice(price('0.005'), -10n, yen)).toBe('0.004');
  });
});
