import { previewOrder } from '@fairlot/client';
import type { PreviewMarket } from '@fairlot/client';
import { NO_SIDES, lots, money, price, rate } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { NO_CONDITIONS } from '../form/conditions.ts';
import { freshDraft, toOrderDraft } from './draft.ts';
import type { TicketDraft } from './draft.ts';
import { linkedLeg } from './linked-leg.ts';

const terms: PreviewMarket['instrument'] = {
  id: 7,
  code: 'EURUSD',
  quoteCurrency: 'USD',
  pricePrecision: 5,
  lotStep: lots('0.01'),
  minLots: lots('0.01'),
  maxLots: lots('100'),
  unitsPerLot: 100_000n,
  marginMode: 'leveraged',
  leverages: [100],
  feeMode: 'perLot',
  feeRate: rate('0'),
  swap: { mode: 'points', long: rate('-7'), short: rate('3'), tripleWeekday: 3 },
  conversion: null,
  staleAfterMs: 10_000,
};
const marketOf = (balance: string): PreviewMarket => ({
  instrument: terms,
  quote: { instrument: 7, seq: 1, time: 0, bid: price('1.05000'), ask: price('1.05010') },
  conversionQuote: undefined,
  dealing: undefined,
  standing: { balance: money(balance), reserved: money('0'), floatingProfit: money('0'), usedMargin: money('0') },
  margins: { tiers: [{ from: money('0'), leverage: 50 }], hedged: 'both', held: NO_SIDES },
});
const draft: TicketDraft = {
  ...freshDraft(terms),
  mode: 'pending',
  lots: '1.00',
  target: '1.1',
  conditions: { ...NO_CONDITIONS, linked: '1.0' },
};
const legIn = (market: PreviewMarket) => linkedLeg(draft, previewOrder(toOrderDraft(draft, 'stop'), market), market);

// The tier asks 2,200 and 2,000 to be free, and the orders reserve 1,100 and 1,000.
it('the second of two linked orders needs what the tiers ask beside the reserve of the first', () => {
  expect(legIn(marketOf('3100'))).toMatchObject({
    problem: undefined,
    both: { margin: money('2100'), freeMarginAfter: money('1000') },
  });
  expect(legIn(marketOf('3099.99'))?.problem).toEqual({ key: 'insufficient_margin', value: '0.01\u00A0USD' });
  expect(legIn({ ...marketOf('3100'), standing: undefined })?.problem).toBeUndefined();
});
