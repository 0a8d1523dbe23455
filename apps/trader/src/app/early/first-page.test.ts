import { expect, it } from 'vitest';
import { firstAddress, offeredTo } from './first-page.ts';

const TABLE = { guarded: ['/order', '/mine/charge'] };

it.each([
  ['', '/'],
  ['#/', '/'],
  ['#/trade', '/trade'],
  ['#/order?type=1', '/login?from='],
  ['#/login?from=%2Forder', '/login?from='],
  ['#/login', '/login'],
  // No page is rendered for it, so nothing is painted.
  ['#/rank?view=copy', '/rank?view=copy'],
])('the address of %j is %s', (hash, address) => {
  expect(firstAddress(TABLE, { hash })).toBe(address);
});

it('offers the language of the browser, but not that of the page', () => {
  const german = { code: 'de', tag: 'de', direction: 'ltr', text: 'Diese Seite auf Deutsch zeigen' };
  expect(offeredTo('de-AT', 'hk', { de: german })).toBe(german);
  expect(offeredTo('de-AT', 'de', { de: german })).toBeUndefined();
  expect(offeredTo('constructor', 'hk', { de: german })).toBeUndefined();
});
