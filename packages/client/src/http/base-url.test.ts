import { describe, expect, it } from 'vitest';
import { apiOrigin, derivedApiOrigin, socketUrl } from './base-url.ts';

describe('the API’s origin', () => {
  it.each([
    ['https://www.example.com', 'https://api.example.com'],
    ['https://trade.example.com:8443', 'https://api.example.com:8443'],
    ['https://m.trade.example.com', 'https://api.trade.example.com'],
    ['https://trade.example.co.uk', 'https://api.example.co.uk'],
    ['http://www.example.com', 'http://api.example.com'],
    // No subdomain: replacing the first label would give a name that belongs to somebody else.
    ['https://example.com', 'https://example.com'],
    ['https://example.co.uk', 'https://example.co.uk'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://app.localhost:3000', 'http://app.localhost:3000'],
    ['http://broker', 'http://broker'],
    ['http://192.168.1.20:3000', 'http://192.168.1.20:3000'],
    ['http://[2001:db8::1]:3000', 'http://[2001:db8::1]:3000'],
  ])('derived from %s is %s', (page, api) => {
    expect(derivedApiOrigin(page, 'Fairlot')).toBe(api);
  });

  it('is the page’s own on the demo site', () => {
    expect(derivedApiOrigin('https://www.example.com', 'DEMO')).toBe('https://www.example.com');
  });

  it('is the page’s own unless the page says otherwise', () => {
    for (const stated of [undefined, null, '', 'same-origin'])
      expect(apiOrigin('https://www.example.com', 'Fairlot', stated)).toBe('https://www.example.com');
    expect(apiOrigin('https://www.example.com', 'Fairlot', 'derived')).toBe('https://api.example.com');
    expect(apiOrigin('https://www.example.com', 'Fairlot', 'https://fx.example.net/x')).toBe('https://fx.example.net');
  });

  it('gives the socket the same security as the page', () => {
    expect(socketUrl('https://api.example.com', '/v1/ws')).toBe('wss://api.example.com/v1/ws');
    expect(socketUrl('http://localhost:3000', '/v1/ws')).toBe('ws://localhost:3000/v1/ws');
  });
});
