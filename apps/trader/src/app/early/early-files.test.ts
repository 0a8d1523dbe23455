import { expect, it } from 'vitest';
import { type EarlyTable, earlyFiles } from './early-files.ts';

const TABLE: EarlyTable = {
  start: ['start'],
  files: ['market', 'shared', 'login'],
  routes: { '/': [0, 1], '/login': [2] },
  guarded: ['/order'],
  languages: { hk: 'hk', en: 'en' },
};
const VISITOR = { hash: '', cookie: '', language: 'en', signedIn: false };

it('names the files of the screen, with the texts first', () => {
  expect(earlyFiles(TABLE, VISITOR)).toEqual(['/assets/en.js', '/assets/market.js', '/assets/shared.js']);
  expect(earlyFiles(TABLE, { ...VISITOR, hash: '#/login?from=%2Forder' })).toEqual([
    '/assets/en.js',
    '/assets/login.js',
  ]);
});

it('knows that visitors of a guarded screen see the sign-in', () => {
  expect(earlyFiles(TABLE, { ...VISITOR, hash: '#/order?type=1' })).toContain('/assets/login.js');
  expect(earlyFiles(TABLE, { ...VISITOR, hash: '#/order?type=1', signedIn: true })).toEqual(['/assets/en.js']);
});

it.each([
  ['lang=hk', '/assets/hk.js'],
  ['a=b; lang=tw; c=d', '/assets/hk.js'],
  ['otherlang=hk', '/assets/en.js'],
  ['lang=constructor', '/assets/en.js'],
  ['lang=unknown', '/assets/en.js'],
])('takes the texts of the cookie %s', (cookie, texts) => {
  expect(earlyFiles(TABLE, { ...VISITOR, cookie })[0]).toBe(texts);
});

it.each(['#/nowhere', '#/constructor', '#constructor', '#__proto__'])('asks for no program at %s', (hash) => {
  expect(earlyFiles(TABLE, { ...VISITOR, hash })).toEqual(['/assets/en.js']);
});
