import { describe, expect, it } from 'vitest';
import { pathOf, readMessage, readPush, strategyOf } from './files.ts';

const ORIGIN = 'https://trade.example.com';
const strategy = (path: string, navigation = false, method = 'GET'): string | undefined =>
  strategyOf(new URL(path, ORIGIN), ORIGIN, method, navigation);

describe('strategyOf', () => {
  it('serves the page, its built files and its pictures', () => {
    expect([
      strategy('/', true),
      strategy('/?from=ad', true),
      strategy('/assets/start-1a2b.js'),
      strategy('/icons/icon.svg'),
      strategy('/logos/EURUSD.svg'),
    ]).toEqual(['page', 'page', 'built', 'picture', 'picture']);
  });

  it.each([
    '/v1/ws',
    '/v1/api/main/wallet/getBalance',
    '/api/user/info',
    '/api/alerts',
    '/media/1',
    '/manifest.json',
    '/office/',
    '/office/assets/main.js',
    '/metrics',
    '/readyz',
    'https://elsewhere.example.com/assets/x.js',
    '/',
    '/sw.js',
  ])('ignores %s', (path) => {
    expect(strategy(path)).toBeUndefined();
    expect(strategy(path, false, 'POST')).toBeUndefined();
  });

  it('ignores navigations to other pages of the site', () => {
    expect([
      strategy('/office/', true),
      strategy('/office', true),
      strategy('/index.html', true),
      strategy('/', true, 'POST'),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('messages to the worker', () => {
  it('are validated', () => {
    expect(readMessage({ type: 'take-over' })).toEqual({ type: 'take-over' });
    expect(readMessage({ type: 'keep', urls: ['/a', 7, null] })).toEqual({ type: 'keep', urls: ['/a'] });
    for (const odd of [
      undefined,
      null,
      'keep',
      5,
      {},
      { type: 'keep' },
      { type: 'keep', urls: 'x' },
      { type: 'other' },
    ])
      expect(readMessage(odd)).toBeUndefined();
  });

  it('show a notification for any push data and open only paths of this site', () => {
    expect(
      readPush({ title: 'EUR/USD', body: 'x', tag: 't', lang: 'ar', dir: 'rtl', path: '/order?type=3' }),
    ).toMatchObject({ title: 'EUR/USD', options: { dir: 'rtl', data: { path: '/order?type=3' } } });
    for (const odd of [undefined, null, 'text', 7, [], { title: 5 }]) expect(readPush(odd).title).toBe('Fairlot');
    for (const path of [
      '//evil.example.com',
      'https://evil.example.com',
      'javascript:alert(1)',
      '/a\\b',
      5,
      undefined,
      '/#x',
      '',
    ])
      expect(pathOf(path)).toBe('/');
  });
});
