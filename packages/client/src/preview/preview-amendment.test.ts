import { lots, money, price, rate } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { previewAmendment } from './preview-amendment.ts';
import type { PreviewMarket } from './preview-types.ts';

const market: PreviewMarket = {
  instrument: {
    id: 7,
    code: 'EURUSD',
    quoteCurrency: 'USD',
    pricePrecision: 5,
    lotStep: lots('0.10'),
    minLots: lots('0.50'),
    maxLots: lots('100'),
    unitsPerLot: 100_000n,
    marginMode: 'leveraged',
    leverages: [100],
    feeMode: 'perLot',
    feeRate: rate('0'),
    swap: { mode: 'points', long: rate('-7'), short: rate('3'), tripleWeekday: 3 },
    conversion: null,
    staleAfterMs: 10_000,
  },
  quote: { instrument: 7, seq: 1, time: 0, bid: price('1.10000'), ask: price('1.10010') },
  conversionQuote: undefined,
  dealing: undefined,
  standing: { balance: money('120'), reserved: money('20'), floatingProfit: money('0'), usedMargin: money('0') },
};
/** An order whose lots and leverage are no longer offered. */
const order = { side: 'buy', lots: lots('0.01'), leverage: 50, reserved: money('20') } as const;

describe('previewAmendment', () => {
  it('counts the order’s reserve as free, and accepts its lots and leverage', () => {
    // 0.01 lots × 100,000 × 5.00000 ÷ 50 = 100 of the 120 available; at 6.05 it would be 121.
    expect(previewAmendment(order, { target: '5' }, market)).toMatchObject({
      reason: undefined,
      kind: 'stop',
      margin: money('100'),
      freeMarginAfter: money('20'),
    });
    expect(previewAmendment(order, { target: '6.05' }, market)).toMatchObject({
      reason: 'insufficient_margin',
      freeMarginAfter: money('-1'),
    });
  });

  it('checks the target, the levels and the market like a new order', () => {
    expect(previewAmendment(order, { target: '1.10010' }, market)).toMatchObject({ reason: undefined, kind: 'market' });
    expect(previewAmendment(order, { target: '1.09', stopLoss: '1.09' }, market)).toMatchObject({
      reason: 'stop_loss_wrong_side',
      nearest: price('1.08999'),
    });
    expect(previewAmendment(order, { target: '1.000001' }, market).reason).toBe('price_off_grid');
    expect(previewAmendment(order, { target: '1.09' }, { ...market, dealing: 'market_closed' }).reason).toBe(
      'market_closed',
    );
  });
});
