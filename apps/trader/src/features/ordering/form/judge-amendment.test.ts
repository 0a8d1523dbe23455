import type { PreviewMarket } from '@fairlot/client';
import { lots, money, price, rate } from '@fairlot/domain';
import type { PendingKind } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { judgeAmendment } from './judge-amendment.ts';
import { LEVEL_OFF, levelsOf, movedLevels } from './levels.ts';
import { testOrder } from '../order.testkit.ts';

const standing = {
  balance: money('105.35'),
  reserved: money('105.35'),
  floatingProfit: money('0'),
  usedMargin: money('0'),
};
const market: PreviewMarket = {
  instrument: {
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
    feeRate: rate('3.5'),
    swap: { mode: 'points', long: rate('-7'), short: rate('3'), tripleWeekday: 3 },
    conversion: null,
    staleAfterMs: 10_000,
  },
  quote: { instrument: 7, seq: 1, time: 0, bid: price('1.10000'), ask: price('1.10010') },
  conversionQuote: undefined,
  dealing: undefined,
  standing,
};
/** A pending buy of 0.1 lots that reserves 105.00 margin and 0.35 fee; nothing else is free. */
const order = testOrder({
  status: 'pending',
  kind: 'limit',
  target: price('1.05'),
  openPrice: undefined,
  margin: money('105'),
  stopLoss: price('1.04'),
});
const judge = (target: string, levels = levelsOf(order), of = market, kind?: PendingKind) =>
  judgeAmendment(order, { target, kind }, levels, of);

describe('an amendment of a pending order', () => {
  it('is accepted as far as its own reserve covers it', () => {
    expect(judge('1.04500')).toMatchObject({
      problem: undefined,
      reference: price('1.045'),
      preview: { kind: 'limit', margin: money('104.5'), freeMarginAfter: money('0.5') },
    });
    expect(judge('1.06000').problem).toEqual({ key: 'insufficient_margin', value: '1.00\u00A0USD' });
  });

  it('of a stop-limit order reserves for its limit, and checks levels from both prices', () => {
    const limited = { ...order, kind: 'stop', target: price('1.15'), limitPrice: price('1.2') } as const;
    const rich = { ...market, standing: { ...standing, balance: money('205.35') } };
    const move = (target: string, kind: PendingKind, levels = levelsOf(order)) =>
      judgeAmendment(limited, { target, kind }, levels, rich);
    expect(move('1.16', 'stop').preview).toMatchObject({ kind: 'stop', margin: money('120') });
    expect(move('1.04500', 'limit').preview).toMatchObject({ kind: 'limit', margin: money('104.5') });
    const target = { stopLoss: LEVEL_OFF, takeProfit: { on: true, text: '1.18' } };
    expect(move('1.16', 'stop', target).problem).toMatchObject({ field: 'takeProfit', nearest: '1.20001' });
  });

  it('keeps its kind beyond the market: a limit fills at once at the better price, a stop is too late', () => {
    const rich = { ...market, standing: { ...standing, balance: money('205.35') } };
    expect(judge('1.10500', undefined, rich, 'limit')).toMatchObject({
      problem: undefined,
      reference: price('1.10000'),
      preview: { kind: 'market', price: price('1.10010') },
    });
    expect(judge('1.09000', undefined, rich, 'stop').problem).toEqual({
      key: 'stop_passed',
      value: '1.10010',
      field: 'target',
    });
  });

  it('reports the invalid field', () => {
    expect(judge('').problem).toEqual({ key: 'price_required', field: 'target' });
    expect(judge('low').problem).toEqual({ key: 'price_invalid', field: 'target' });
    expect(judge('1.000001').problem).toEqual({ key: 'price_off_grid', value: '5', field: 'target' });
    expect(judge('1.03').problem).toEqual({
      key: 'stop_loss_wrong_side.buy',
      field: 'stopLoss',
      value: '1.02999',
      nearest: '1.02999',
    });
    expect(judge('1.03', { stopLoss: LEVEL_OFF, takeProfit: LEVEL_OFF }).problem).toBeUndefined();
    expect(judge('1.03', undefined, { ...market, dealing: 'market_closed' }).problem).toEqual({ key: 'market_closed' });
  });
});

describe('levels that move along', () => {
  const both = { ...order, takeProfit: price('1.07') };

  it('keep their distance from the target', () => {
    expect(movedLevels(both, price('1.055'))).toEqual(
      levelsOf({ ...both, stopLoss: price('1.045'), takeProfit: price('1.075') }),
    );
    expect(movedLevels({ ...both, takeProfit: undefined }, price('1.04')).takeProfit).toEqual(LEVEL_OFF);
  });

  it('block the order where one would fall below zero', () => {
    const low = testOrder({ ...both, stopLoss: price('0.005') });
    const levels = movedLevels(low, price('1.04'));
    expect(judgeAmendment(low, { target: '1.04', kind: 'limit' }, levels, market).problem).toBeDefined();
  });
});
