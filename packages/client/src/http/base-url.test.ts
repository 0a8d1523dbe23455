import { describe, expect, it } from 'vitest';
import { apiOrigin, socketUrl } from './base-url.ts';

describe('the API’s origin', () => {
  it('is the page’s own unless the page names another', () => {
    for (const stated of [undefined, null, '', 'same-origin'])
      expect(apiOrigin('https://www.example.com', 'Fairlot', stated)).toBe('https://www.example.com');
    expect(apiOrigin('https://www.example.com', 'Fairlot', 'derived')).toBe('https://api.example.com');
    expect(apiOrigin('https://www.example.com', 'Fairlot', 'https://fx.example.net/x')).toBe('https://fx.example.net');
  });

  it('makes the socket as secure as the page', () => {
    expect(socketUrl('https://api.example.com', '/v1/ws')).toBe('wss://api.example.com/v1/ws');
    expect(socketUrl('http://localhost:3000', '/v1/ws')).toBe('ws://localhost:3000/v1/ws');
  });
});
