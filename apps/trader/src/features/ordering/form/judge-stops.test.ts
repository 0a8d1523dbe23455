import type { PreviewMarket } from '@fairlot/client';
import { lots, money, price, rate } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { LEVEL_OFF, changedLevels, levelChange, levelDraft } from './levels.ts';
import type { Levels } from './levels.ts';
import { testOrder } from '../order.testkit.ts';
import { judgeStops } from './judge-stops.ts';

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
  standing: undefined,
};
const at = (text: string) => ({ on: true, text });

describe('new levels of an order', () => {
  it('preview the result from the opening price', () => {
    const judged = judgeStops(testOrder(), { stopLoss: at('1.09910'), takeProfit: LEVEL_OFF }, market);
    expect(judged.problem).toBeUndefined();
    expect(judged.meanings.stopLoss).toMatchObject({ points: 100n, result: money('-10') });
    expect(judged.meanings.takeProfit).toBeUndefined();
  });
  it('are checked against the closing price of a position and the target of a pending order', () => {
    const above = { stopLoss: at('1.10005'), takeProfit: LEVEL_OFF };
    expect(judgeStops(testOrder(), above, market).problem).toEqual({
      key: 'stop_loss_wrong_side.buy',
      field: 'stopLoss',
      value: '1.09999',
      nearest: '1.09999',
    });
    const pending = testOrder({ status: 'pending', kind: 'stop', target: price('1.2'), openPrice: undefined });
    expect(judgeStops(pending, above, market).problem).toBeUndefined();
  });
  it('of a stop-limit order are checked from its limit too', () => {
    const conditions = { target: price('1.2'), limitPrice: price('1.3'), openPrice: undefined };
    const limited = testOrder({ status: 'pending', kind: 'stop', ...conditions });
    const between = { stopLoss: LEVEL_OFF, takeProfit: at('1.25000') };
    expect(judgeStops(limited, between, market).problem).toMatchObject({ field: 'takeProfit', nearest: '1.30001' });
    // Its stop was reached, so that it waits at the limit alone.
    const reached = { ...limited, kind: 'limit' as const, target: price('1.3') };
    expect(judgeStops(reached, { ...between, takeProfit: at('1.31') }, market).problem).toBeUndefined();
  });
  it('may be set while the market is closed, but not before its first quote', () => {
    const levels = { stopLoss: at('1.09000'), takeProfit: LEVEL_OFF };
    expect(judgeStops(testOrder(), levels, { ...market, dealing: 'market_closed' }).problem).toBeUndefined();
    expect(judgeStops(testOrder(), levels, { ...market, quote: undefined }).problem).toEqual({
      key: 'market_data_missing',
    });
  });
  it('must be within range of the market', () => {
    expect(judgeStops(testOrder(), { stopLoss: LEVEL_OFF, takeProfit: at('900000') }, market).problem).toEqual({
      key: 'price_out_of_range',
    });
  });
  it('are checked only if changed, so a level that the market has passed does not block the other one', () => {
    const levels = { stopLoss: at('1.09000'), takeProfit: at('1.05000') };
    expect(judgeStops(testOrder(), levels, market, ['stopLoss']).problem).toBeUndefined();
    expect(judgeStops(testOrder(), levels, market, ['takeProfit']).problem).toMatchObject({ field: 'takeProfit' });
  });
  it('are sent only if changed', () => {
    const before = { stopLoss: at('1.09'), takeProfit: at('1.2') };
    const changes = (after: Partial<Levels>) =>
      levelChange(1, { ...before, ...after }, changedLevels(before, { ...before, ...after }));
    expect(changes({})).toEqual({ id: 1 });
    // A typed 0 means off as well.
    expect(levelChange(1, { ...before, stopLoss: at('0') }, ['stopLoss'])).toEqual({ id: 1, stopLoss: null });
    expect(changes({ stopLoss: at('1.08') })).toEqual({ id: 1, stopLoss: '1.08' });
    expect(changes({ takeProfit: LEVEL_OFF })).toEqual({ id: 1, takeProfit: null });
    expect(changes({ stopLoss: LEVEL_OFF, takeProfit: at('1.3') })).toEqual({
      id: 1,
      stopLoss: null,
      takeProfit: '1.3',
    });
  });
  it('are off if the order has none', () => {
    expect(levelDraft(undefined, { pricePrecision: 5 })).toEqual(LEVEL_OFF);
    expect(levelDraft(price('1.1'), { pricePrecision: 5 })).toEqual(at('1.10000'));
  });
});
