import { lots, money, price, rate } from '@fairlot/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  EURUSD,
  NOW,
  USDJPY,
  cash,
  events,
  fixture,
  outcome,
  place,
  quote,
  startEngine,
  submit,
  terms,
} from './engine.test-support.ts';
import type { Applied } from './index.ts';

beforeEach(() => startEngine());

describe('trading in hand-computed figures', () => {
  it('opens at the ask, binds margin, charges the fee, and closes at the bid', () => {
    const order = place();
    // 1 lot × 100,000 × 1.10010 ÷ 100 = 1,100.10 margin; the fee is 1% of it.
    expect(fixture.engine.order(order)).toMatchObject({
      status: 'open',
      price: price('1.1001'),
      margin: money('1100.10'),
      fee: money('11.001'),
    });
    expect(fixture.engine.account(1)?.standing).toEqual({
      balance: money('9988.999'),
      reserved: money('0'),
      floatingProfit: money('-10'),
      usedMargin: money('1100.1'),
    });
    fixture.engine.onQuote(quote(EURUSD, '1.10250', '1.10260'), NOW);
    const [row] = submit({ type: 'closePosition', order });
    expect(row?.events).toMatchObject([
      {
        type: 'positionClosed',
        price: price('1.1025'),
        profit: money('240'),
        reason: 'client',
        quote: { bid: price('1.1025') },
      },
      {
        type: 'transferred',
        kind: 'realisedProfit',
        debit: { house: 'profit' },
        credit: { account: 1, book: 'cash' },
        amount: money('240'),
      },
    ]);
    expect(cash()).toBe(money('10228.999'));
  });

  it('lists the open positions without valuing the account', () => {
    expect(fixture.engine.positions(99)).toBeUndefined();
    const order = place();
    place({ target: price('1.05') });
    const other = place({ side: 'sell' });
    submit({ type: 'closePosition', order });
    const account = fixture.engine.account(1);
    expect(account?.positions.map(({ order: { id } }) => id)).toEqual([other]);
    expect(fixture.engine.positions(1)).toEqual({
      positions: account?.positions.map((position) => position.order),
      changedBy: account?.changedBy,
    });
  });

  it('converts a result in yen at the mid price of the closing moment', () => {
    const order = place({ instrument: USDJPY, side: 'sell' });
    fixture.engine.onQuote(quote(USDJPY, '148.990', '149.010'), NOW);
    // (150.000 − 149.010) × 100,000 = 99,000 yen, at a mid of 149.000.
    expect(submit({ type: 'closePosition', order })[0]?.events[0]).toMatchObject({ profit: money('664.429530') });
  });

  it('charges three nights on the triple day, and nothing for positions opened after the rollover', () => {
    const early = place();
    const late = place({ time: NOW + 5000 });
    const [row] = submit({ type: 'chargeSwap', rolloverTime: NOW + 5000, weekday: 3 });
    // −7 points × 0.00001 × 100,000 × 3 nights.
    expect(events([row as Applied], 'swapCharged')).toEqual([
      { type: 'swapCharged', order: early, account: 1, amount: money('-21'), nights: 3 },
    ]);
    expect([fixture.engine.order(early)?.swap, fixture.engine.order(late)?.swap]).toEqual([money('-21'), money('0')]);
  });

  it('charges a rollover at the swap of its beginning, and the next one at the new swap', () => {
    const order = place();
    const { engine } = fixture;
    const old = terms(EURUSD);
    engine.submit({ type: 'beginRollover', time: NOW, rolloverTime: NOW + 1000, weekday: 1 });
    engine.submit({
      type: 'defineInstrument',
      time: NOW,
      instrument: { ...old, swap: { ...old.swap, long: rate('-9') } },
    });
    engine.submit({ type: 'beginRollover', time: NOW, rolloverTime: NOW + 2000, weekday: 2 });
    expect(engine.image().rollovers).toEqual([
      { rolloverTime: NOW + 1000, weekday: 1, kept: [{ instrument: EURUSD, swap: old.swap }] },
      { rolloverTime: NOW + 2000, weekday: 2 },
    ]);
    const rows = submit({ type: 'closePosition', order });
    expect(events(rows, 'swapCharged')).toMatchObject([{ amount: money('-7') }, { amount: money('-9') }]);
  });

  it('reserves margin and fee for a pending order and fills a stop at the market, not at its target', () => {
    const order = place({ target: price('1.10500') });
    expect(fixture.engine.account(1)).toMatchObject({ cash: money('8883.95'), orderReserve: money('1116.05') });
    expect(fixture.engine.onQuote(quote(EURUSD, '1.10480', '1.10490'), NOW)).toEqual([]);
    fixture.engine.onQuote(quote(EURUSD, '1.10790', '1.10800'), NOW);
    expect(fixture.engine.order(order)).toMatchObject({
      status: 'open',
      kind: 'stop',
      target: price('1.105'),
      price: price('1.108'),
      margin: money('1108'),
    });
    // The fee is the reserved 11.05, not 11.08 of the margin at the fill.
    expect(fixture.engine.account(1)).toMatchObject({ cash: money('9988.95'), orderReserve: money('0') });
  });

  it('stops a position on the quote that filled it', () => {
    const order = place({ target: price('1.09900'), stopLoss: price('1.09700') });
    const rows = fixture.engine.onQuote(quote(EURUSD, '1.09000', '1.09010'), NOW);
    expect(rows.map((row) => row.command)).toMatchObject([
      { type: 'trigger', hits: [{ order, cause: 'pending' }] },
      { type: 'trigger', hits: [{ order, cause: 'stopLoss' }] },
    ]);
    expect(events(rows, 'positionClosed')).toMatchObject([
      { price: price('1.09'), profit: money('-10'), reason: 'stop_loss' },
    ]);
  });

  it('treats a target that equals the market as a market order', () => {
    expect(fixture.engine.order(place({ target: price('1.10010') }))).toMatchObject({
      kind: 'market',
      status: 'open',
      price: price('1.1001'),
      target: undefined,
    });
  });
});

describe('stop-out and negative balance', () => {
  it('stops out with an explanation and covers the negative balance', () => {
    const order = place({ lots: lots('20'), leverage: 500 });
    const rows = fixture.engine.onQuote(quote(EURUSD, '1.09000', '1.09010'), NOW);
    // 4,400.40 margin, 44.004 fee; the 20 lots lose 20,200.
    expect(events(rows, 'positionClosed')).toMatchObject([
      {
        order,
        reason: 'stop_out',
        profit: money('-20200'),
        explanation: {
          equity: money('-10244.004'),
          usedMargin: money('4400.4'),
          ratio: rate('-232.79710935'),
          stopOutPercent: 50,
          loss: money('20200'),
        },
      },
    ]);
    expect(events(rows, 'transferred').at(-1)).toMatchObject({
      kind: 'negativeBalanceCover',
      amount: money('10244.004'),
    });
    expect(cash()).toBe(0n);
  });

  it('does not stop out in closed markets until their next quote', () => {
    place({ lots: lots('20'), leverage: 500 });
    fixture.engine.setOpen(EURUSD, false);
    expect(fixture.engine.onQuote(quote(EURUSD, '1.09000', '1.09010'), NOW)).toEqual([]);
    fixture.engine.setOpen(EURUSD, true);
    expect(fixture.engine.onQuote(quote(EURUSD, '1.09100', '1.09110'), NOW).map((row) => row.command.type)).toEqual([
      'stopOut',
    ]);
  });

  it('counts a held withdrawal as own money before the cover, and does not pay it out while the account is in debt', () => {
    place({ lots: lots('15'), leverage: 500 });
    submit({ type: 'holdWithdrawal', withdrawal: 9, amount: money('3000'), fee: money('10') });
    fixture.engine.onQuote(quote(EURUSD, '1.09500', '1.09510'), NOW);
    // 9,966.997 − 3,000 − 7,650 = −683.003, covered by the 3,000 on hold.
    expect(fixture.engine.account(1)).toMatchObject({
      cash: money('-683.003'),
      withdrawalHold: money('3000'),
      positions: [],
    });
    expect(outcome({ type: 'payWithdrawal', withdrawal: 9 })).toEqual({ ok: false, reason: 'insufficient_balance' });
    expect(outcome({ type: 'releaseWithdrawal', withdrawal: 9 })).toEqual({ ok: true });
    expect(cash()).toBe(money('2316.997'));
  });
});
