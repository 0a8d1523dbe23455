import { describe, expect, it } from 'vitest';
import { pathOf, readMessage, readPush, wayOf } from './files.ts';

const ORIGIN = 'https://trade.example.com';
const way = (path: string, navigation = false, method = 'GET'): string | undefined =>
  wayOf(new URL(path, ORIGIN), ORIGIN, method, navigation);

describe('the worker', () => {
  it('answers the page, what was built for it, and its pictures', () => {
    expect([
      way('/', true),
      way('/?from=ad', true),
      way('/assets/start-1a2b.js'),
      way('/icons/icon.svg'),
      way('/logos/EURUSD.svg'),
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
  ])('never touches %s', (path) => {
    expect(way(path)).toBeUndefined();
    expect(way(path, false, 'POST')).toBeUndefined();
  });

  it('leaves other pages of the site to themselves', () => {
    expect([way('/office/', true), way('/office', true), way('/index.html', true), way('/', true, 'POST')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('what the worker is told', () => {
  it('is read with care', () => {
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

  it('shows something whatever a push message holds, and leads nowhere but to this site', () => {
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
