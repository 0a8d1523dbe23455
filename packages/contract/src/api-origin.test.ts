import { describe, expect, it } from 'vitest';
import { derivedApiOrigin } from './api-origin.ts';

describe('the API’s origin', () => {
  it.each([
    ['https://www.example.com', 'https://api.example.com'],
    ['https://trade.example.com:8443', 'https://api.example.com:8443'],
    ['https://m.trade.example.com', 'https://api.trade.example.com'],
    ['https://trade.example.co.uk', 'https://api.example.co.uk'],
    ['http://www.example.com', 'http://api.example.com'],
    // There is no subdomain: replacing the first label would name a host of another owner.
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
});
