import { describe, expect, it } from 'vitest';
import { filterInstruments } from './filter.ts';

const one = (Code: string, Name: string, CategoryId: number) => ({ Code, ShowCode: `${Code.slice(0, 3)}/${Code.slice(3)}`, Name, CategoryId });
const list = [one('EURUSD', 'Euro', 1), one('USDJPY', 'Japanischer Yen', 1), one('XAUUSD', 'Gold', 2), one('GBPUSD', '英鎊', 1)];
const codes = (text: string, category: number | null = null): string[] => filterInstruments(list, { text, category }).map(({ Code }) => Code);

describe('the instrument search', () => {
  it('finds by code with or without a slash, by name and in any script', () => {
    expect(codes('eur/usd')).toEqual(['EURUSD']);
    expect(codes('gold')).toEqual(['XAUUSD']);
    expect(codes('英')).toEqual(['GBPUSD']);
    expect(codes('zzz')).toEqual([]);
  });
  it('puts codes that begin with the text first and keeps the order otherwise', () => {
    expect(codes('usd')).toEqual(['USDJPY', 'EURUSD', 'XAUUSD', 'GBPUSD']);
    expect(codes('  ')).toEqual(['EURUSD', 'USDJPY', 'XAUUSD', 'GBPUSD']);
  });
  it('keeps to the category', () => {
    expect(codes('usd', 2)).toEqual(['XAUUSD']);
  });
});
