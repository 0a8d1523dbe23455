import { expect, it } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

it('is the host of the pages, with the origins under it', () => {
  const others = ['https://app.trade.example.com', 'https://api.example.com', 'https://eviltrade.example.com'];
  expect(relyingPartyOf('https://trade.example.com', [...others, 'http://trade.example.com'])).toEqual({
    id: 'trade.example.com',
    origins: ['https://trade.example.com', 'https://app.trade.example.com'],
  });
});

it.each([
  ['http://127.0.0.1:3000', 'http://localhost:3000'],
  ['http://[::1]:3000', 'http://localhost:3000'],
  ['http://localhost:8080', 'http://localhost:8080'],
])('a server at %s is reached as localhost', (pages, origin) => {
  expect(relyingPartyOf(pages, [])).toEqual({ id: 'localhost', origins: [origin] });
});

it.each(['https://192.0.2.7', 'http://trade.example.com', 'https://[2001:db8::1]'])('%s has none', (pages) => {
  expect(relyingPartyOf(pages, [])).toBeUndefined();
});
