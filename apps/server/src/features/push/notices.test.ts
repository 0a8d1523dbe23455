import { money, price } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { alertNotice, closedNotice } from './notices.ts';

const GOLD = { displayCode: 'XAU/USD', pricePrecision: 2 };

describe('push notices', () => {
  it.each([
    ['12345.678', '+12,345.68'],
    ['-1234.5', '−1,234.50'],
    ['0', '0.00'],
    ['-0.004', '0.00'],
  ])('format a result of %s like the screens', (profit, written) => {
    const notice = closedNotice(
      { order: 7, reason: 'stop_loss', price: price('4012.5'), profit: money(profit) },
      GOLD,
      'en',
    );
    expect(notice).toEqual({
      title: '\u2066XAU/USD\u2069',
      path: '/order?type=3',
      tag: 'order-7',
      body: `Closed by stop-loss at \u20664012.50\u2069. Result: \u2066${written}\u00A0USD\u2069.`,
    });
  });

  it("write an alert's prices with the instrument's decimals", () => {
    const notice = alertNotice(
      { id: 3, side: 'bid', direction: 'rise', price: price('4000'), quoted: price('4000.5') },
      GOLD,
      'en',
    );
    expect(notice.body).toBe('The bid has risen to \u20664000.00\u2069: it is \u20664000.50\u2069.');
  });
});
