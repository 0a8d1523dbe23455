import { describe, expect, it } from 'vitest';
import type { Instrument } from '../shared/market.ts';
import { filtered, toggled } from './filter.ts';

const instrument = (Code: string, Name: string, CategoryId: number): Instrument => ({ Code, ShowCode: `${Code.slice(0, 3)}/${Code.slice(3)}`, Name, CategoryId }) as Instrument;
const list = [instrument('EURUSD', 'Euro / US dollar', 1), instrument('XAUUSD', 'Gold', 2), instrument('EURJPY', 'Euro / Yen', 1)];
const codes = (search: string, category: number | null = null): string[] => filtered(list, { search, category }).map(({ Code }) => Code);

describe('filtered', () => {
  it('finds by code, by displayed code and by name, in any case', () => {
    expect(codes('eur/usd')).toEqual(['EURUSD']);
    expect(codes('GOLD')).toEqual(['XAUUSD']);
    expect(codes('yen euro')).toEqual(['EURJPY']);
  });
  it('narrows to a category, and shows everything without one', () => {
    expect(codes('', 1)).toEqual(['EURUSD', 'EURJPY']);
    expect(codes('')).toHaveLength(3);
    expect(codes('usd', 2)).toEqual(['XAUUSD']);
  });
});

describe('toggled', () => {
  it('clears the filter when the active chip is tapped again', () => {
    expect(toggled(null, 2)).toBe(2);
    expect(toggled(1, 2)).toBe(2);
    expect(toggled(2, 2)).toBeNull();
  });
});
