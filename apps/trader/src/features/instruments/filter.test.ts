import { describe, expect, it } from 'vitest';
import { filtered, toggled } from './filter.ts';
import type { Choice } from './filter.ts';

const one = (id: number, code: string, name: string, category: number) => ({
  id,
  code,
  showCode: `${code.slice(0, 3)}/${code.slice(3)}`,
  name,
  category,
});
const list = [
  one(1, 'EURUSD', 'Euro / US dollar', 1),
  one(2, 'USDJPY', 'Japanischer Yen', 1),
  one(3, 'XAUUSD', 'Gold', 2),
  one(4, 'GBPUSD', '英鎊 / 美元', 1),
  one(5, 'BTCUSD', 'बिटकॉइन', 3),
];
const known = {
  favourites: new Set([4, 3, 99]),
  categories: [
    { id: 1, name: '外匯' },
    { id: 2, name: 'Métaux précieux' },
  ],
};
const codes = (search: string, choice: Choice = null): string[] =>
  filtered(list, { search, choice }, known).map(({ code }) => code);

describe('filtered', () => {
  it('finds by code with or without slash, by all words of the name, and in any script', () => {
    expect(codes('eur/usd')).toEqual(['EURUSD']);
    expect(codes('eurusd')).toEqual(['EURUSD']);
    expect(codes('DOLLAR euro')).toEqual(['EURUSD']);
    expect(codes('英')).toEqual(['GBPUSD']);
    expect(codes('बिटकॉइन')).toEqual(['BTCUSD']);
    expect(codes('zzz')).toEqual([]);
  });

  it('finds texts typed on Arabic and Persian keyboards', () => {
    const names = [one(6, 'XAGUSD', 'الفضة', 2), one(7, 'US30', 'شاخص صنعتی 30', 4)];
    const found = ['الفضه', 'الفِضّة', 'شاخص صنعتي', '۳۰'].map((search) =>
      filtered(names, { search, choice: null }, known).map(({ code }) => code),
    );
    expect(found).toEqual([['XAGUSD'], ['XAGUSD'], ['US30'], ['US30']]);
  });

  it("finds by the category's name in the page's language", () => {
    expect(codes('métaux')).toEqual(['XAUUSD']);
    expect(codes('外匯')).toEqual(['EURUSD', 'USDJPY', 'GBPUSD']);
    expect(codes('外匯 yen')).toEqual(['USDJPY']);
  });

  it('puts codes that start with the search first and otherwise keeps the order', () => {
    expect(codes('usd')).toEqual(['USDJPY', 'EURUSD', 'XAUUSD', 'GBPUSD', 'BTCUSD']);
    expect(codes('  / ')).toEqual(['EURUSD', 'USDJPY', 'XAUUSD', 'GBPUSD', 'BTCUSD']);
  });

  it("filters by category or favourites in the list's order", () => {
    expect(codes('', 1)).toEqual(['EURUSD', 'USDJPY', 'GBPUSD']);
    expect(codes('usd', 2)).toEqual(['XAUUSD']);
    expect(codes('', 'favourites')).toEqual(['XAUUSD', 'GBPUSD']);
    expect(codes('gold', 'favourites')).toEqual(['XAUUSD']);
  });
});

it('clears the filter if the active chip is tapped', () => {
  expect([toggled(null, 2), toggled(1, 2), toggled(2, 2), toggled('favourites', 'favourites')]).toEqual([
    2,
    2,
    null,
    null,
  ]);
});
