import type { StatementTrade } from '@fairlot/client';
import { expect, it } from 'vitest';
import { tradeFacts } from './trade-facts.ts';

const quote = null;
const trade: StatementTrade = {
  id: 7,
  instrument: { id: 1, code: 'EURUSD', showCode: 'EUR/USD', logo: '', pricePrecision: 5 },
  side: 'buy',
  kind: 'stop_limit',
  lots: '0.10',
  leverage: 100,
  openedAt: '2026-11-18T12:00:00.000Z',
  openPrice: '1.10000',
  openQuote: quote,
  closedAt: '2026-11-18T13:00:00.000Z',
  closePrice: '1.10100',
  closeQuote: quote,
  conversionQuote: null,
  stopLoss: null,
  takeProfit: null,
  trailingDistance: '0.00050',
  limitPrice: '1.10010',
  margin: '110.000000',
  fee: '-0.312345',
  swap: '0.000000',
  premium: '0.000000',
  profit: '10.000000',
  net: '9.687655',
  reason: 'client',
  bidMarkup: '0.00000',
  askMarkup: '0.00000',
  markup: '0.000000',
  terms: null,
};

/** The figures of the trade with a change by their names, with money of so many decimals. */
const figures = (decimals: 2 | 6, change: Partial<StatementTrade> = {}): ReadonlyMap<string, string> =>
  new Map(
    tradeFacts(
      { ...trade, ...change },
      {
        t: (key) => key,
        times: { dateTime: String },
        showCode: (code) => code,
        decimals,
      },
    ).map(({ name, value }) => [name, value]),
  );

it('money has the decimals that the trader chose', () => {
  expect(figures(6).get('orders.field.fee')).toContain('−0.312345');
  expect(figures(2).get('orders.field.fee')).toContain('−0.31');
  for (const value of figures(2).values()) expect(value).not.toContain('0.312345');
  expect(figures(2).get('orders.field.margin')).not.toContain('110.0000');
});

it('names a stop-limit order, its limit and its trailing distance', () => {
  const shown = figures(2);
  expect(shown.get('orders.field.kind')).toBe('orders.kind.stop_limit');
  expect(shown.get('orders.field.limitPrice')).toBe('1.10010');
  expect(shown.get('orders.field.trailing')).toBe('0.00050');
});

it('names the premium of a guaranteed stop that was used, so that the figures add up to the net', () => {
  expect(figures(2).has('orders.field.premiumPaid')).toBe(false);
  expect(figures(6, { premium: '-4.000000' }).get('orders.field.premiumPaid')).toContain('−4.000000');
});
