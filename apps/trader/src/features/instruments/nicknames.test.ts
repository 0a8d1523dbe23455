import { expect, it } from 'vitest';
import { filtered } from './filter.ts';
import { NICKNAMES } from './nicknames.ts';

const list = Object.keys(NICKNAMES).map((code, at) => ({ id: at + 1, code, showCode: code, name: code, category: 1 }));
const find = (search: string): string | undefined =>
  filtered(list, { choice: null, search }, { favourites: new Set(), categories: [], nicknames: NICKNAMES })[0]?.code;

it.each([
  ['nasdaq', 'US100'],
  ['Dow', 'US30'],
  ['dax', 'GER40'],
  ['s&p', 'US500'],
  ['S&P 500', 'US500'],
  ['sp500', 'US500'],
  ['ftse', 'UK100'],
  ['Nikkei', 'JP225'],
  ['hang seng', 'HK50'],
  ['cable', 'GBPUSD'],
  ['loonie', 'USDCAD'],
  ['aussie', 'AUDUSD'],
  ['kiwi', 'NZDUSD'],
  ['bitcoin', 'BTCUSD'],
  ['納指', 'US100'],
  ['恒指', 'HK50'],
  ['ダウ', 'US30'],
  ['나스닥', 'US100'],
  ['насдак', 'US100'],
  ['ناسداک', 'US100'],
  ['बिटकॉइन', 'BTCUSD'],
  ['gold', 'XAUUSD'],
])('finds %s', (search, code) => {
  expect(find(search)).toBe(code);
});

it('finds nothing for what nobody calls an instrument', () => {
  expect(find('zzzz')).toBeUndefined();
});
