import { expect, it } from 'vitest';
import { instrumentOfAddress, instrumentPath } from './instrument-link.ts';

const list = [
  { id: 1, code: 'EURUSD' },
  { id: 20, code: 'XAUUSD' },
];
const of = (search: string) => instrumentOfAddress(search, list)?.id;

it('finds the instrument of its own link, in every way in which people write a code, and by number', () => {
  for (const each of list) expect(of(instrumentPath(each).replace('/trade', ''))).toBe(each.id);
  expect(of('?code=xau/usd')).toBe(20);
  expect(of('?forex_id=20')).toBe(20);
});

it('finds none for other addresses', () => {
  for (const search of ['', '?code=', '?code=NOPE', '?forex_id=99', '?forex_id=', '?id=1'])
    expect(of(search)).toBeUndefined();
});
