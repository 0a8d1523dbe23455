import { ZERO, lots, minus, money, plus, price } from '@fairlot/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  EURUSD,
  NOW,
  USDJPY,
  cash,
  events,
  fixture,
  place,
  quote,
  startEngine,
  submit,
} from './engine.test-support.ts';
import {
  type CorrectFill,
  type EndedTrade,
  type PositionClosed,
  type PositionOpened,
  type Transferred,
  restoreEngine,
} from './index.ts';

beforeEach(startEngine);

const BY = { staff: 7, memo: 'a wrong price of the source' };

/** Opens and closes a position, and returns its number and its figures as the tables would have them. */
function traded(change: Parameters<typeof place>[0] = {}): { readonly order: number; readonly ended: EndedTrade } {
  const rows = submit({
    type: 'placeOrder',
    instrument: EURUSD,
    side: 'buy',
    lots: lots('1'),
    leverage: 100,
    ...change,
  });
  const [opened] = events(rows, 'positionOpened') as PositionOpened[];
  if (opened === undefined) throw new Error('not opened');
  const { order } = opened;
  const [closed] = events(submit({ type: 'closePosition', order }), 'positionClosed') as PositionClosed[];
  if (closed === undefined) throw new Error('not closed');
  const { instrument, side, lots: volume, price: open } = opened;
  const { price: close, profit, conversionQuote } = closed;
  return { order, ended: { instrument, side, lots: volume, open, close, profit, conversionQuote } };
}

type Draft = Omit<CorrectFill, 'type' | 'time' | 'account' | 'key' | 'staff' | 'memo' | 'price'> & { price: string };
const correct = ({ price: text, ...draft }: Draft, account = 1) =>
  submit({ type: 'correctFill', ...BY, ...draft, price: price(text), account });
const refusalOf = (draft: Draft, account = 1) => {
  const answer = correct(draft, account)[0]?.outcome;
  return answer?.ok === false ? answer.reason : undefined;
};

describe('a correction of an ended trade', () => {
  it('books the difference of its result in one transfer that names the order, and leaves the fill', () => {
    const { order, ended } = traded();
    const before = cash() ?? 0n;
    const rows = correct({ order, fill: 'close', price: '1.10050', ended });
    expect(events(rows, 'fillCorrected')).toMatchObject([
      {
        order,
        account: 1,
        fill: 'close',
        number: 1,
        from: price('1.10000'),
        price: price('1.10050'),
        difference: money('50'),
        amount: money('50'),
        waived: 0n,
      },
    ]);
    expect(events(rows, 'transferred')).toMatchObject([
      {
        kind: 'fillCorrection',
        debit: { house: 'profit' },
        credit: { account: 1, book: 'cash' },
        amount: money('50'),
        reference: order,
        memo: BY.memo,
      },
    ]);
    // Growth must contain it as a result, so it is no movement of money from outside.
    expect(events(rows, 'transferred')[0]).not.toHaveProperty('worth');
    expect(cash()).toBe(before + money('50'));
    expect(rows[0]).toMatchObject({ rules: 7, command: { staff: 7, memo: BY.memo } });
  });

  it('corrects the opening price of a sale, which takes money, and then from the price that stands', () => {
    const { order, ended } = traded({ side: 'sell' });
    expect(events(correct({ order, fill: 'open', price: '1.09900', ended }), 'transferred')).toMatchObject([
      { debit: { account: 1, book: 'cash' }, credit: { house: 'profit' }, amount: money('100') },
    ]);
    expect(refusalOf({ order, fill: 'open', price: '1.09900', ended })).toBe('fill_price_stands');
    const again = correct({ order, fill: 'open', price: '1.09950', ended });
    expect(events(again, 'fillCorrected')).toMatchObject([
      { number: 2, from: price('1.09900'), difference: money('50'), amount: money('50') },
    ]);
    expect(events(correct({ order, fill: 'close', price: '1.10000', ended }), 'fillCorrected')).toMatchObject([
      { number: 3, from: price('1.10010'), open: price('1.09950'), close: price('1.10000') },
    ]);
  });

  it('converts at the quote of the close, whatever the market is now', () => {
    const { order, ended } = traded({ instrument: USDJPY });
    fixture.engine.onQuote(quote(USDJPY, '100.000', '100.010'), NOW);
    fixture.engine.setOpen(USDJPY, false);
    const [event] = events(correct({ order, fill: 'close', price: '150.500', ended }), 'fillCorrected');
    // 0.5 yen × 100,000 ÷ 150.005, as the difference of two results that are each rounded.
    expect(event).toMatchObject({ difference: money('333.322222') });
    expect(event).not.toHaveProperty('conversionQuote');
  });

  it('is refused with other figures than the trade’s, for a price far away or off the grid, and after the fifth', () => {
    const { order, ended } = traded();
    const base = { order, fill: 'close', price: '1.10050' } as const;
    expect(refusalOf(base)).toBe('order_not_open');
    expect(refusalOf({ ...base, ended: { ...ended, profit: money('1') } })).toBe('fill_unknown');
    expect(refusalOf({ ...base, ended: { ...ended, lots: lots('2') } })).toBe('fill_unknown');
    expect(refusalOf({ ...base, ended, price: '2.20001' })).toBe('price_out_of_range');
    expect(refusalOf({ ...base, ended, price: '0.54999' })).toBe('price_out_of_range');
    expect(refusalOf({ ...base, ended, price: '1.100505' })).toBe('price_off_grid');
    expect(refusalOf({ ...base, ended, order: order + 1 })).toBe('unknown_order');
    expect(refusalOf({ ...base, ended }, 99)).toBe('unknown_account');
    for (const last of [1, 2, 3, 4, 5]) expect(refusalOf({ ...base, ended, price: `1.1005${last}` })).toBeUndefined();
    expect(refusalOf({ ...base, ended })).toBe('too_many_corrections');
  });
});

describe('a correction of an open position', () => {
  it('is settled now; the position keeps its price, and its result later comes on top', () => {
    const order = place();
    const before = fixture.engine.order(order);
    const rows = correct({ order, fill: 'open', price: '1.09990' });
    expect(events(rows, 'fillCorrected')).toMatchObject([{ from: price('1.10010'), difference: money('20') }]);
    expect(fixture.engine.order(order)).toEqual(before);
    const closed = events(submit({ type: 'closePosition', order }), 'positionClosed') as PositionClosed[];
    expect(closed).toMatchObject([{ profit: money('-10') }]);
    const ended: EndedTrade = {
      instrument: EURUSD,
      side: 'buy',
      lots: lots('1'),
      open: price('1.10010'),
      close: price('1.10000'),
      profit: money('-10'),
    };
    // From the price that stands since: the way back takes what the correction gave.
    expect(events(correct({ order, fill: 'open', price: '1.10010', ended }), 'fillCorrected')).toMatchObject([
      { number: 2, from: price('1.09990'), difference: money('-20'), close: price('1.10000') },
    ]);
  });

  it('needs the price that converts it, and refuses its closing fill and the orders of others', () => {
    const order = place({ instrument: USDJPY });
    expect(refusalOf({ order, fill: 'close', price: '150.100' })).toBe('fill_unknown');
    submit({ type: 'openAccount', kind: 'demo', account: 2 });
    expect(refusalOf({ order, fill: 'open', price: '150.100' }, 2)).toBe('unknown_order');
    expect(refusalOf({ order: place({ target: price('1.05') }), fill: 'open', price: '1.05' })).toBe('order_not_open');
    fixture.engine.setDoubt(USDJPY, true);
    expect(refusalOf({ order, fill: 'open', price: '150.100' })).toBe('price_in_doubt');
    fixture.engine.setDoubt(USDJPY, false);
    expect(refusalOf({ order, fill: 'open', price: '150.100' })).toBeUndefined();
  });
});

describe('a correction to the house’s favour', () => {
  it('takes at most what the account has free, waives the rest, and counts it later', () => {
    const { order, ended } = traded();
    // 10,000 dollars less the fee and the loss; 5 lots bind 5,500.50 of it, so that 4,3xx are free.
    place({ lots: lots('5') });
    const view = fixture.engine.account(1);
    const free =
      (view?.standing.balance ?? 0n) + (view?.standing.floatingProfit ?? 0n) - (view?.standing.usedMargin ?? 0n);
    const [taken] = events(correct({ order, fill: 'close', price: '1.00000', ended }), 'fillCorrected');
    expect(taken).toMatchObject({ difference: money('-10000'), amount: -free, waived: money('10000') - free });
    expect(fixture.engine.account(1)?.positions).toHaveLength(1);
    // Half of it back: less than was waived, so nothing is paid.
    const [part] = events(correct({ order, fill: 'close', price: '1.05000', ended }), 'fillCorrected');
    expect(part).toMatchObject({ difference: money('5000'), amount: 0n, waived: money('5000') - free });
    const [rest] = events(correct({ order, fill: 'close', price: '1.10000', ended }), 'fillCorrected');
    expect(rest).toMatchObject({ difference: money('5000'), amount: free, waived: 0n });
  });
});

/** Buys with a stop at 1.09000 each of these lots, and returns the rows of a quote that jumps to 1.00000. */
function stoppedOut(...volumes: readonly string[]) {
  submit({ type: 'openAccount', kind: 'real', account: 2 });
  submit({ type: 'deposit', account: 2, amount: money('1000'), reference: 1 });
  const orders = volumes.map((text) =>
    place({ account: 2, lots: lots(text), leverage: 500, stopLoss: price('1.09000') }),
  );
  const rows = fixture.engine.onQuote(quote(EURUSD, '1.00000', '1.00010'), NOW);
  const ended = (events(rows, 'positionClosed') as PositionClosed[]).map(({ order, price: close, profit }) => ({
    order,
    ended: {
      instrument: EURUSD,
      side: 'buy',
      lots: lots(volumes[orders.indexOf(order)] ?? ''),
      open: price('1.10010'),
      close,
      profit,
    } satisfies EndedTrade,
  }));
  const paid = (events(rows, 'transferred') as Transferred[]).filter(({ kind }) => kind === 'negativeBalanceCover');
  return { ended, covered: paid.reduce((sum, { amount }) => plus(sum, amount), ZERO) };
}

describe('a correction after a covered negative balance', () => {
  it('pays only what exceeds the cover', () => {
    const { ended, covered } = stoppedOut('0.5');
    const [trade] = ended;
    if (trade === undefined) throw new Error('not closed');
    expect(trade.ended.profit).toBe(money('-5005'));
    // The fee is 1.1001 dollars.
    expect(covered).toBe(money('4006.1001'));
    const { order } = trade;
    const base = { order, fill: 'close', ended: { ...trade.ended, covered } } as const;
    const [made] = events(correct({ ...base, price: '1.10000' }, 2), 'fillCorrected');
    expect(made).toMatchObject({ difference: money('5000'), amount: money('993.8999'), waived: 0n });
    expect(fixture.engine.account(2)?.cash).toBe(money('993.8999'));
  });

  it('leaves the rest of the cover to other orders, and waives a later loss again', () => {
    const { ended, covered } = stoppedOut('0.5');
    const [trade] = ended;
    if (trade === undefined) throw new Error('not closed');
    const base = { order: trade.order, fill: 'close' } as const;
    const part = correct({ ...base, ended: { ...trade.ended, covered }, price: '1.05000' }, 2);
    expect(events(part, 'fillCorrected')).toMatchObject([{ difference: money('2500'), amount: 0n, waived: 0n }]);
    const left = minus(covered, money('2500'));
    const back = correct({ ...base, ended: { ...trade.ended, covered: left }, price: '1.04000' }, 2);
    expect(events(back, 'fillCorrected')).toMatchObject([{ amount: 0n, waived: money('500') }]);
    const rest = correct({ ...base, ended: { ...trade.ended, covered: left }, price: '1.10000' }, 2);
    expect(events(rest, 'fillCorrected')).toMatchObject([
      { difference: money('3000'), amount: minus(money('2500'), left), waived: 0n },
    ]);
  });
});

it('a deed under the same key is the same one when the rest of the cover has changed', () => {
  const { ended, covered } = stoppedOut('0.5');
  const [trade] = ended;
  if (trade === undefined) throw new Error('not closed');
  const deed = {
    type: 'correctFill',
    ...BY,
    account: 2,
    time: NOW,
    key: 'desk:1',
    order: trade.order,
    fill: 'close',
    price: price('1.10000'),
  } as const;
  fixture.engine.submit({ ...deed, ended: { ...trade.ended, covered } }, true);
  const again = fixture.engine.submit({ ...deed, ended: { ...trade.ended, covered: ZERO } }, true);
  expect(again).toMatchObject({ kind: 'repeated', outcome: { ok: true } });
});

it('corrected prices are in the image and the digest, and a restored engine goes on from them', () => {
  const { order, ended } = traded();
  const before = fixture.engine.stateHash();
  correct({ order, fill: 'close', price: '1.10050', ended });
  const { engine } = fixture;
  expect([...(engine.image().corrected ?? [])]).toEqual([
    { order, open: price('1.10010'), close: price('1.10050'), waived: 0n, count: 1 },
  ]);
  expect(engine.stateHash()).not.toBe(before);
  const again = restoreEngine(engine.image());
  expect(again.stateHash()).toBe(engine.stateHash());
  fixture.engine = again;
  expect(refusalOf({ order, fill: 'close', price: '1.10050', ended })).toBe('fill_price_stands');
});
