import { lots, money, price } from '@fairlot/domain';
import { expect, it } from 'vitest';
import type { ListedInstrument, MarketData } from '../../../market/port.ts';
import type { OrderView } from '../order-view.ts';
import { presentPosition } from './presenter.ts';

const EURUSD = { code: 'EURUSD', pricePrecision: 5, unitsPerLot: 100_000n, conversion: null } as ListedInstrument;
const market = { instrument: () => EURUSD, quote: () => undefined } as unknown as MarketData;
const HELD = {
  id: 7,
  account: 1,
  instrument: 1,
  side: 'buy',
  status: 'open',
  lots: lots('0.5'),
  leverage: 100,
  price: price('1.1'),
  stopLoss: price('1.09'),
  margin: money('550'),
  fee: money('0'),
  swap: money('0'),
  createdAt: 0,
} as unknown as OrderView;
const shown = (own: Partial<OrderView>): object => {
  const position = presentPosition(
    { view: { ...HELD, ...own }, accounts: 'demo', group: 2 } as never,
    market,
    () => '',
  );
  return Object.fromEntries(Object.entries(position).filter(([name]) => name.startsWith('guarantee')));
};
const NONE = { guarantee_premium: null, guarantee_gap: null, guarantee_market_price: null };

it('tells the staff of a guaranteed stop what it costs, or what it did at the close', () => {
  const premium = price('0.0002');
  const ended = { status: 'closed', endedAt: 1, premium, closePrice: price('1.09'), profit: money('-500') } as const;
  const guarantee = { marketPrice: price('1.08'), gap: money('500'), premium: money('10') };
  expect([shown({}), shown({ premium }), shown(ended), shown({ ...ended, guarantee })]).toEqual([
    { guaranteed: false, ...NONE },
    { guaranteed: true, ...NONE, guarantee_premium: '10.000000' },
    { guaranteed: true, ...NONE },
    {
      guaranteed: true,
      guarantee_premium: '10.000000',
      guarantee_gap: '500.000000',
      guarantee_market_price: '1.08000',
    },
  ]);
});
