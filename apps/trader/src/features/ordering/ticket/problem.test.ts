import { previewOrder } from '@fairlot/client';
import type { PreviewMarket } from '@fairlot/client';
import { lots, money, price, rate } from '@fairlot/domain';
import type { PendingKind } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { afterOrder, freshDraft, toOrderDraft, toNewOrder, withSide } from './draft.ts';
import type { TicketDraft } from './draft.ts';
import { NO_CONDITIONS } from '../form/conditions.ts';
import { findProblem } from './problem.ts';

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
  leverages: [100, 200],
  feeMode: 'perLot',
  feeRate: rate('3.5'),
  swap: { mode: 'points', long: rate('-7'), short: rate('3'), tripleWeekday: 3 },
  conversion: null,
  staleAfterMs: 10_000,
};
const market: PreviewMarket = {
  instrument: terms,
  quote: { instrument: 7, seq: 1, time: 0, bid: price('1.10000'), ask: price('1.10010') },
  conversionQuote: undefined,
  dealing: undefined,
  standing: { balance: money('10000'), reserved: money('0'), floatingProfit: money('0'), usedMargin: money('0') },
};
const fresh = freshDraft(terms);
const problemOf = (draft: TicketDraft, of: PreviewMarket = market, kind?: PendingKind) =>
  findProblem(draft, previewOrder(toOrderDraft(draft, kind), of), terms, of.doubt);

const stopLimit = (limit: string): TicketDraft => ({
  ...fresh,
  mode: 'pending',
  target: '1.12',
  conditions: { ...NO_CONDITIONS, limit },
});

describe('the problem of a ticket', () => {
  it('is none for a default ticket on a live market', () => {
    expect(problemOf(fresh)).toBeUndefined();
    expect(fresh.leverage).toBe(100);
  });
  it('reports invalid lots with the violated bound', () => {
    expect(problemOf({ ...fresh, lots: '' })).toEqual({ key: 'lots_missing', field: 'lots' });
    expect(problemOf({ ...fresh, lots: 'many' })).toEqual({ key: 'lots_invalid', field: 'lots' });
    expect(problemOf({ ...fresh, lots: '0' })).toEqual({ key: 'lots_below_minimum', value: '0.01', field: 'lots' });
    expect(problemOf({ ...fresh, lots: '101' })).toEqual({ key: 'lots_above_maximum', value: '100.00', field: 'lots' });
    expect(problemOf({ ...fresh, lots: '0.015' })).toEqual({ key: 'lots_off_step', value: '0.01', field: 'lots' });
  });
  it("distinguishes the order's price from those of its levels", () => {
    const pending: TicketDraft = { ...fresh, mode: 'pending', target: '1.09' };
    expect(problemOf(pending)).toBeUndefined();
    expect(problemOf({ ...pending, target: '' })).toEqual({ key: 'price_required', field: 'target' });
    expect(problemOf({ ...pending, target: 'x' })).toEqual({ key: 'price_invalid', field: 'target' });
    expect(problemOf({ ...pending, target: '1.090001' })).toEqual({
      key: 'price_off_grid',
      value: '5',
      field: 'target',
    });
    expect(problemOf({ ...pending, takeProfit: { on: true, text: '' } })).toEqual({
      key: 'take_profit_invalid',
      field: 'takeProfit',
    });
  });
  it('of a limit has no field, and the limit is no concern of a market order', () => {
    expect(problemOf(stopLimit('1.13'), market, 'stop')).toBeUndefined();
    expect(problemOf(stopLimit(''), market, 'stop')).toEqual({ key: 'price_invalid' });
    expect(problemOf(stopLimit('1.130001'), market, 'stop')).toEqual({ key: 'price_off_grid', value: '5' });
    expect(problemOf(stopLimit('100'), market, 'stop')).toEqual({ key: 'price_out_of_range' });
    expect(problemOf({ ...stopLimit(''), mode: 'market' })).toBeUndefined();
  });
  it('is none for a limit that the market has passed, and says where the market is for a stop', () => {
    const pending: TicketDraft = { ...fresh, mode: 'pending', target: '1.10500' };
    expect(problemOf(pending, market, 'limit')).toBeUndefined();
    expect(problemOf({ ...pending, target: '1.09' }, market, 'stop')).toEqual({
      key: 'stop_passed',
      value: '1.10010',
      field: 'target',
    });
  });
  it('offers the nearest price for a level on the wrong side', () => {
    expect(problemOf({ ...fresh, stopLoss: { on: true, text: '1.2' } })).toEqual({
      key: 'stop_loss_wrong_side.buy',
      field: 'stopLoss',
      value: '1.09999',
      nearest: '1.09999',
    });
    expect(problemOf({ ...fresh, stopLoss: { on: false, text: '1.2' } })).toBeUndefined();
  });
  it('reports a market problem that no field can fix', () => {
    expect(problemOf(fresh, { ...market, dealing: 'market_closed' })).toEqual({ key: 'market_closed' });
    expect(problemOf(fresh, { ...market, dealing: 'market_data_stale' })).toEqual({ key: 'market_data_stale' });
    expect(problemOf(fresh, { ...market, dealing: 'price_in_doubt', doubt: 'price' })).toEqual({
      key: 'price_in_doubt',
    });
    expect(problemOf(fresh, { ...market, dealing: 'price_in_doubt', doubt: 'clock' })).toEqual({
      key: 'clock_in_doubt',
    });
    expect(problemOf(fresh, { ...market, quote: undefined })).toEqual({ key: 'market_data_missing' });
    expect(
      problemOf({ ...fresh, leverage: undefined }, { ...market, instrument: { ...terms, leverages: [] } }),
    ).toEqual({ key: 'leverage_not_configured' });
  });
  it('reports the missing margin', () => {
    // 10 lots at 1:100 need 11,001.00 margin and 35.00 fee, against 10,000.00.
    expect(problemOf({ ...fresh, lots: '10' })).toEqual({ key: 'insufficient_margin', value: '1,036.00\u00A0USD' });
  });
});

describe('the order of a ticket', () => {
  it('has plain decimals, leaves out what is off, and has a target only if pending', () => {
    expect(
      toNewOrder(
        { ...fresh, side: 'sell', takeProfit: { on: true, text: '1,09' } },
        { id: 7, terms: 'v1' },
        '1.0998',
        undefined,
      ),
    ).toEqual({
      instrument: 7,
      side: 'sell',
      lots: '0.01',
      leverage: 100,
      target: undefined,
      kind: undefined,
      stopLoss: undefined,
      takeProfit: '1.09',
      terms: 'v1',
      worstPrice: '1.0998',
    });
    expect(
      toNewOrder({ ...fresh, mode: 'pending', target: '1.09' }, { id: 7, terms: 'v1' }, '1.0998', 'limit'),
    ).toMatchObject({
      target: '1.09',
      kind: 'limit',
    });
  });
  it('keeps the distances of its levels when the side changes', () => {
    const bought: TicketDraft = {
      ...fresh,
      stopLoss: { on: true, text: '1.09000' },
      takeProfit: { on: true, text: '1.13000' },
    };
    const sold = withSide(bought, 'sell', price('1.1'), terms);
    expect([sold.stopLoss.text, sold.takeProfit.text]).toEqual(['1.11000', '1.07000']);
    expect(problemOf(sold)).toBeUndefined();
  });
  it('keeps the volume but not the prices after it was placed', () => {
    const placed = afterOrder({
      ...fresh,
      mode: 'pending',
      lots: '0.30',
      target: '1.09',
      stopLoss: { on: true, text: '1.08' },
    });
    expect(placed).toEqual({ ...fresh, lots: '0.30' });
  });
});
