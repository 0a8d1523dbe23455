import { describe, expect, it } from 'vitest';
import { filtered, toggled } from './filter.ts';
import type { Choice } from './filter.ts';

const one = (Id: number, Code: string, Name: string, CategoryId: number) => ({
  Id,
  Code,
  ShowCode: `${Code.slice(0, 3)}/${Code.slice(3)}`,
  Name,
  CategoryId,
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
    { Id: 1, NameShowTrans: '外匯' },
    { Id: 2, NameShowTrans: 'Métaux précieux' },
  ],
};
const codes = (search: string, choice: Choice = null): string[] =>
  filtered(list, { search, choice }, known).map(({ Code }) => Code);

describe('the list of instruments', () => {
  it('is searched by code with or without a slash, by every word of the name, and in any script', () => {
    expect(codes('eur/usd')).toEqual(['EURUSD']);
    expect(codes('eurusd')).toEqual(['EURUSD']);
    expect(codes('DOLLAR euro')).toEqual(['EURUSD']);
    expect(codes('英')).toEqual(['GBPUSD']);
    expect(codes('बिटकॉइन')).toEqual(['BTCUSD']);
    expect(codes('zzz')).toEqual([]);
  });

  it('is searched as Arabic and Persian keyboards write', () => {
    const names = [one(6, 'XAGUSD', 'الفضة', 2), one(7, 'US30', 'شاخص صنعتی 30', 4)];
    const found = ['الفضه', 'الفِضّة', 'شاخص صنعتي', '۳۰'].map((search) =>
      filtered(names, { search, choice: null }, known).map(({ Code }) => Code),
    );
    expect(found).toEqual([['XAGUSD'], ['XAGUSD'], ['US30'], ['US30']]);
  });

  it('is searched by the name of the category in the language of the page', () => {
    expect(codes('métaux')).toEqual(['XAUUSD']);
    expect(codes('外匯')).toEqual(['EURUSD', 'USDJPY', 'GBPUSD']);
    expect(codes('外匯 yen')).toEqual(['USDJPY']);
  });

  it('puts codes that begin with the search first and keeps the order otherwise', () => {
    expect(codes('usd')).toEqual(['USDJPY', 'EURUSD', 'XAUUSD', 'GBPUSD', 'BTCUSD']);
    expect(codes('  / ')).toEqual(['EURUSD', 'USDJPY', 'XAUUSD', 'GBPUSD', 'BTCUSD']);
  });

  it('keeps to a category or to the favourites, in the order of the list', () => {
    expect(codes('', 1)).toEqual(['EURUSD', 'USDJPY', 'GBPUSD']);
    expect(codes('usd', 2)).toEqual(['XAUUSD']);
    expect(codes('', 'favourites')).toEqual(['XAUUSD', 'GBPUSD']);
    expect(codes('gold', 'favourites')).toEqual(['XAUUSD']);
  });
});

it('a chip that is tapped again shows everything', () => {
  expect([toggled(null, 2), toggled(1, 2), toggled(2, 2), toggled('favourites', 'favourites')]).toEqual([
    2,
    2,
    null,
    null,
  ]);
});
