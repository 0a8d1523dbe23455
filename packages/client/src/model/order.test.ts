import { forexCalls, orderRecord as orderSchema } from '@fairlot/contract';
import { asLots, asMoney, asPrice, formatLots, formatMoney, formatPrice, lots, price } from '@fairlot/domain';
import type { Price } from '@fairlot/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amendInput, closeInput, isAlive, levelInput, netResult, orderFrom, readOrders, submitInput } from './order.ts';
import type { NewOrder } from './order.ts';
import { orderRecord } from './records.testkit.ts';

const PRECISION = 5;
const moneyText = fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }).map((micro) => formatMoney(asMoney(micro)));
const priceText = fc
  .bigInt({ min: 1n, max: 10n ** 10n })
  .map((points) => formatPrice(asPrice(points * 1_000n), { pricePrecision: PRECISION }));
const levelText = fc.oneof(fc.constant('0'), priceText);
const lotsText = fc.bigInt({ min: 1n, max: 10n ** 7n }).map((scaled) => formatLots(asLots(scaled)));

const figures = fc.record({
  Quantity: lotsText,
  OriginPrice: levelText,
  Price: levelText,
  UpdatePrice: levelText,
  TargetLossPrice: levelText,
  TargetProfitPrice: levelText,
  FactProfits: moneyText,
  CautionMoney: moneyText,
  TradeFee: moneyText,
  Swap: moneyText,
});

const written = (at: Price | undefined): string =>
  at === undefined ? '0' : formatPrice(at, { pricePrecision: PRECISION });

describe('an order', () => {
  it('has exactly the figures of its record', () => {
    fc.assert(
      fc.property(figures, (given) => {
        const order = orderFrom(orderSchema.parse(orderRecord(given)));
        expect({
          Quantity: formatLots(order.lots),
          OriginPrice: written(order.target),
          Price: written(order.openPrice),
          UpdatePrice: written(order.closePrice),
          TargetLossPrice: written(order.stopLoss),
          TargetProfitPrice: written(order.takeProfit),
          FactProfits: formatMoney(order.profit),
          CautionMoney: formatMoney(order.margin),
          TradeFee: formatMoney(order.fee),
          Swap: formatMoney(order.swap),
        }).toEqual(given);
      }),
    );
  });

  it('has a net result after its fee, its swap and a premium that was charged', () => {
    const closed = { Status: 3, FactProfits: '3.500000', TradeFee: '0.300000', Swap: '-0.100000', Guaranteed: true };
    const Guarantee = { MarketPrice: '1.00000', Gap: '1004.500000', Premium: '4.000000' };
    expect(
      [orderRecord(closed), orderRecord({ ...closed, Guarantee })].map((record) =>
        formatMoney(netResult(orderFrom(record))),
      ),
    ).toEqual(['3.100000', '-0.900000']);
  });

  it('has its side, status and end reason as words', () => {
    const states = [0, 1, 2, 3].map((Status) => orderFrom(orderRecord({ Status })));
    expect(states.map(({ status }) => status)).toEqual(['pending', 'open', 'cancelled', 'closed']);
    expect(states.map(isAlive)).toEqual([true, true, false, false]);
    expect([1, 2].map((OrderType) => orderFrom(orderRecord({ OrderType })).side)).toEqual(['buy', 'sell']);
    expect(orderFrom(orderRecord({ Status: 3, EndReason: 'of a later server' })).endReason).toBe('of a later server');
    expect(() => orderFrom(orderRecord({ Status: 4 }))).toThrow('unknown status 4');
  });

  it('contains its instrument and its quotes', () => {
    expect(orderFrom(orderRecord())).toMatchObject({
      instrument: { id: 7, code: 'EURUSD', showCode: 'EUR/USD', pricePrecision: 5, unitsPerLot: 100_000n },
      leverage: 100,
      openQuote: { seq: 12, bid: price('1.1'), ask: price('1.1001') },
      closeQuote: null,
    });
  });
});

describe('the input of a call', () => {
  const order: NewOrder = { instrument: 7, side: 'sell', lots: '0.01', leverage: 100 };

  it('for a market order contains the worst acceptable price, and 0 for absent levels', () => {
    const input = submitInput({ ...order, takeProfit: '1.09', worstPrice: '1.0998' }, 1_767_607_215_000);
    expect(input).toEqual({
      type: 2,
      cont: '0.01',
      forex_id: 7,
      status: '1',
      target_price: '0',
      stop_loss_price: '0',
      target_profit_price: '1.09',
      multiple: '100',
      worst_price: '1.0998',
      valid_until: 1_767_607_215_000,
    });
    expect(forexCalls.submit.input.parse(input)).toEqual(input);
  });

  it('for a pending order contains no worst price and no last moment', () => {
    const waiting = { ...order, side: 'buy', leverage: undefined, target: '1.09', worstPrice: '1.0998' } as const;
    const input = submitInput(waiting, 1);
    expect(input).toMatchObject({ type: 1, status: '0', target_price: '1.09' });
    expect(Object.keys(input)).not.toContain('worst_price');
    for (const name of ['valid_until', 'multiple']) expect(Object.keys(input)).not.toContain(name);
  });

  it('contains the kind that the trader was shown, for an order with a target only', () => {
    const limit = { ...order, target: '1.09', kind: 'limit' } as const;
    expect(submitInput(limit)).toMatchObject({ target_price: '1.09', kind: 'limit' });
    expect(Object.keys(submitInput({ ...limit, target: undefined }))).not.toContain('kind');
    expect(amendInput({ id: 1, target: '1.1', kind: 'stop' })).toEqual({ id: 1, target_price: '1.1', kind: 'stop' });
  });

  it('for a close contains the worst price, if there is one', () => {
    expect(closeInput(7, '1.0998')).toEqual({ id: 7, worst_price: '1.0998' });
    expect(closeInput(7, undefined)).toEqual({ id: 7 });
  });

  it('for a level change contains only the named levels, 0 for null', () => {
    expect(levelInput({ id: 1 })).toEqual({ id: 1 });
    expect(levelInput({ id: 1, stopLoss: null })).toEqual({ id: 1, stop_loss_price: '0' });
    expect(amendInput({ id: 1, target: '1.1', takeProfit: '1.2' })).toEqual({
      id: 1,
      target_price: '1.1',
      target_profit_price: '1.2',
    });
  });

  it.each([
    ['holding', '1'],
    ['pending', '0'],
    ['history', '3'],
  ] as const)('is a page of the list %s', async (list, status) => {
    const asked: unknown[] = [];
    const call = async (...given: unknown[]): Promise<unknown> => {
      asked.push(given.slice(0, 2));
      return { data: [orderRecord()], total: 31, balance: '0', all_fact_profits: '0' };
    };
    const page = await readOrders({ call: call as never }, { list, page: 2 }, {});
    expect(asked).toEqual([['myDeal', { status, page: 2 }]]);
    expect(page).toMatchObject({ total: 31, items: [{ id: 1, lots: lots('0.1') }] });
  });
});
