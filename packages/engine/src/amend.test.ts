import { type Instrument, lots, money, price, rate } from '@fairlot/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type AmendOrder,
  type Applied,
  type Outcome,
  type PlaceOrder,
  type TradingEngine,
  createEngine,
  restoreEngine,
} from './index.ts';

const NOW = 1_700_000_000_000;
const EURUSD: Instrument = {
  id: 1,
  code: 'EURUSD',
  quoteCurrency: 'USD',
  pricePrecision: 5,
  lotStep: lots('0.01'),
  minLots: lots('0.01'),
  maxLots: lots('100'),
  unitsPerLot: 100_000n,
  marginMode: 'leveraged',
  leverages: [100],
  feeRate: rate('0.01'),
  swap: { mode: 'points', long: rate('-7'), short: rate('2'), tripleWeekday: 3 },
  conversion: null,
  staleAfterMs: 10_000,
};

let engine: TradingEngine;
let seq = 0;
let keys = 0;

function quote(bid: string, ask: string): readonly Applied[] {
  seq += 1;
  return engine.onQuote({ instrument: EURUSD.id, seq, time: NOW, bid: price(bid), ask: price(ask) }, NOW);
}

function apply(command: Parameters<TradingEngine['submit']>[0]): Applied {
  const submission = engine.submit(command);
  if (submission.kind === 'refused')
    return { seq: engine.seq, rules: 0, command, markets: [], outcome: submission.outcome, events: [] };
  if (submission.kind !== 'applied') throw new Error(`not applied but ${submission.kind}`);
  return submission.rows[0];
}

function place(change: Partial<PlaceOrder> = {}): Outcome {
  keys += 1;
  return apply({
    type: 'placeOrder',
    time: NOW,
    account: 1,
    key: `k${keys}`,
    instrument: EURUSD.id,
    side: 'buy',
    lots: lots('1'),
    leverage: 100,
    ...change,
  }).outcome;
}

function pending(target: string, change: Partial<PlaceOrder> = {}): number {
  const outcome = place({ target: price(target), ...change });
  if (!outcome.ok || outcome.order === undefined) throw new Error(`not placed: ${JSON.stringify(outcome)}`);
  return outcome.order;
}

function amend(order: number, target: string, change: Partial<AmendOrder> = {}): Applied {
  keys += 1;
  return apply({
    type: 'amendOrder',
    time: NOW,
    account: 1,
    key: `k${keys}`,
    order,
    target: price(target),
    stops: 'kept',
    ...change,
  });
}

beforeEach(() => {
  engine = createEngine();
  engine.submit({
    type: 'setRules',
    time: NOW,
    rules: { feeMode: 'ofMargin', stopOutPercent: 50, demoFunds: money('10000'), maxOrdersPerAccount: 2 },
  });
  engine.submit({ type: 'defineInstrument', time: NOW, instrument: EURUSD });
  engine.setOpen(EURUSD.id, true);
  quote('1.10000', '1.10010');
  for (const account of [1, 2]) engine.submit({ type: 'openAccount', time: NOW, account, key: 'open', kind: 'demo' });
});

describe('an amended pending order', () => {
  it('is reclassified as limit or stop, and only the difference of its reserve is transferred', () => {
    // 1 lot × 100,000 × 1.00000 ÷ 100 = 1,000 margin; the fee is 1% of it.
    const order = pending('1.00000');
    expect(amend(order, '1.20000').events).toEqual([
      {
        type: 'orderAmended',
        order,
        account: 1,
        kind: 'stop',
        target: price('1.2'),
        margin: money('1200'),
        fee: money('12'),
        quote: { instrument: 1, seq, time: NOW, bid: price('1.1'), ask: price('1.1001') },
      },
      {
        type: 'transferred',
        id: 4,
        kind: 'reserve',
        debit: { account: 1, book: 'cash' },
        credit: { account: 1, book: 'orderReserve' },
        amount: money('202'),
        reference: order,
      },
    ]);
    expect(amend(order, '0.90000').events).toMatchObject([
      { kind: 'limit', margin: money('900'), fee: money('9') },
      { kind: 'release', debit: { book: 'orderReserve' }, credit: { book: 'cash' }, amount: money('303') },
    ]);
    expect(engine.account(1)).toMatchObject({ cash: money('9091'), orderReserve: money('909') });
  });

  it('triggers only at its new target, also after a restore', () => {
    const order = pending('1.09000');
    amend(order, '1.11000');
    engine = restoreEngine(engine.image());
    engine.setOpen(EURUSD.id, true);
    expect(quote('1.08000', '1.08010')).toEqual([]);
    expect(quote('1.10990', '1.11000')).toMatchObject([
      { command: { type: 'trigger', hits: [{ order, cause: 'pending' }] } },
    ]);
    expect(engine.order(order)).toMatchObject({
      status: 'open',
      kind: 'stop',
      target: price('1.11'),
      price: price('1.11'),
      margin: money('1110'),
    });
  });

  it('takes a new target and new levels in one command when separate commands would be refused', () => {
    const order = pending('1.09000', { stopLoss: price('1.08000'), takeProfit: price('1.10000') });
    expect(amend(order, '1.20000').outcome).toMatchObject({ reason: 'take_profit_wrong_side' });
    const levels = { stops: 'replaced', stopLoss: price('1.19000'), takeProfit: price('1.21000') } as const;
    expect(amend(order, '1.20000', levels).events).toMatchObject([
      { type: 'orderAmended' },
      { type: 'stopsChanged', stopLoss: price('1.19') },
      { kind: 'reserve' },
    ]);
    expect(engine.order(order)).toMatchObject({
      target: price('1.2'),
      stopLoss: price('1.19'),
      takeProfit: price('1.21'),
    });
    amend(order, '1.00000', { stops: 'replaced' });
    expect(engine.order(order)).toMatchObject({ target: price('1'), stopLoss: undefined, takeProfit: undefined });
  });

  it('can change one level and keep the other', () => {
    const order = pending('1.09000', { stopLoss: price('1.08000'), takeProfit: price('1.10000') });
    amend(order, '1.09500', { stops: 'replaced', keep: 'stopLoss', takeProfit: price('1.10500') });
    expect(engine.order(order)).toMatchObject({
      target: price('1.095'),
      stopLoss: price('1.08'),
      takeProfit: price('1.105'),
    });
    amend(order, '1.09000', { stops: 'replaced', keep: 'takeProfit' });
    expect(engine.order(order)).toMatchObject({ stopLoss: undefined, takeProfit: price('1.105') });
    expect(
      amend(order, '1.11000', { stops: 'replaced', keep: 'takeProfit', stopLoss: price('1.10000') }).outcome,
    ).toMatchObject({ reason: 'take_profit_wrong_side' });
  });

  it('fills at once at the market, like a new order there', () => {
    const order = pending('1.09000', { stopLoss: price('1.08000') });
    const { outcome, events } = amend(order, '1.10010');
    expect(outcome).toEqual({ ok: true });
    expect(events.map((event) => (event.type === 'transferred' ? event.kind : event.type))).toEqual([
      'orderAmended',
      'reserve',
      'release',
      'positionOpened',
      'tradingFee',
    ]);
    expect(engine.order(order)).toMatchObject({
      status: 'open',
      kind: 'limit',
      price: price('1.1001'),
      stopLoss: price('1.08'),
      margin: money('1100.1'),
    });
    expect(engine.account(1)).toMatchObject({ cash: money('9988.999'), orderReserve: money('0') });
  });

  it('may use its own reserve when a new order has too little margin', () => {
    const order = pending('1.10000', { lots: lots('8') });
    expect(place({ lots: lots('8'), target: price('1.10500') })).toMatchObject({
      ok: false,
      reason: 'insufficient_margin',
    });
    expect(amend(order, '1.10500').outcome).toEqual({ ok: true });
    expect(amend(order, '1.30000').outcome).toEqual({
      ok: false,
      reason: 'insufficient_margin',
      detail: { required: '10504.000000', free: '10000.000000' },
    });
  });

  it('is allowed at the limit of orders of the account', () => {
    const order = pending('1.09000');
    pending('1.08000');
    expect(amend(order, '1.09500').outcome).toEqual({ ok: true });
  });
});

describe('an amendment is refused and changes nothing', () => {
  const refused: readonly (readonly [string, () => Applied, object])[] = [
    ['of an order that nobody has', () => amend(77, '1.09'), { reason: 'unknown_order' }],
    ['of another’s order', () => amend(pending('1.09'), '1.08', { account: 2 }), { reason: 'unknown_order' }],
    ['of a position', () => amend(pending('1.10010'), '1.08'), { reason: 'order_not_pending' }],
    ['to a price off the grid', () => amend(pending('1.09'), '1.090001'), { reason: 'price_off_grid' }],
    ['to an absurd price', () => amend(pending('1.09'), '11.2'), { reason: 'price_out_of_range' }],
    [
      'beyond its stop',
      () => amend(pending('1.09', { stopLoss: price('1.08') }), '1.08'),
      { reason: 'stop_loss_wrong_side', detail: { nearest: '1.07999' } },
    ],
    [
      'beyond its target',
      () => amend(pending('1.09', { takeProfit: price('1.095') }), '1.096'),
      { reason: 'take_profit_wrong_side', detail: { nearest: '1.09601' } },
    ],
    [
      'with a level off the grid',
      () => amend(pending('1.09'), '1.08', { stops: 'replaced', stopLoss: price('1.000001') }),
      { reason: 'price_off_grid' },
    ],
    ['on an old quote', () => amend(pending('1.09'), '1.08', { time: NOW + 10_001 }), { reason: 'market_data_stale' }],
    [
      'while the market is closed',
      () => {
        const order = pending('1.09');
        engine.setOpen(EURUSD.id, false);
        return amend(order, '1.08');
      },
      { reason: 'market_closed' },
    ],
  ];
  it.each(refused)('%s', (_, move, refusal) => {
    const { outcome, events } = move();
    expect(outcome).toMatchObject({ ok: false, ...refusal });
    expect(events).toEqual([]);
  });
});

describe('an order with validUntil', () => {
  it('is placed until then and refused later; its key keeps the first outcome', () => {
    const late = { validUntil: NOW - 1 };
    expect(place({ validUntil: NOW })).toMatchObject({ ok: true });
    expect(place(late)).toEqual({ ok: false, reason: 'order_expired' });
    const again = engine.submit({
      type: 'placeOrder',
      time: NOW - 60_000,
      account: 1,
      key: `k${keys}`,
      instrument: EURUSD.id,
      side: 'buy',
      lots: lots('1'),
      leverage: 100,
      ...late,
    });
    expect(again).toEqual({ kind: 'repeated', outcome: { ok: false, reason: 'order_expired' } });
  });
});
