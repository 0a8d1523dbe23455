import { lots, money, price, rate } from '@fairlot/domain';
import type { Instrument, Quote } from '@fairlot/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { InvariantError, createEngine, keyFingerprint, restoreEngine } from './index.ts';
import type { Applied, ClientCommand, Outcome, PlaceOrder, TradingEngine } from './index.ts';

const NOW = 1_700_000_000_000;
const EURUSD = 1;
const USDJPY = 2;

function terms(id: number, change: Partial<Instrument> = {}): Instrument {
  return {
    id,
    code: `I${id}`,
    quoteCurrency: 'USD',
    pricePrecision: 5,
    lotStep: lots('0.01'),
    minLots: lots('0.01'),
    maxLots: lots('100'),
    unitsPerLot: 100_000n,
    marginMode: 'leveraged',
    leverages: [100, 500],
    feeRate: rate('0.01'),
    swap: { mode: 'points', long: rate('-7'), short: rate('2'), tripleWeekday: 3 },
    conversion: null,
    staleAfterMs: 10_000,
    ...change,
  };
}

let engine: TradingEngine;
let seq = 0;
let keys = 0;

function quote(instrument: number, bid: string, ask: string, time = NOW): Quote {
  seq += 1;
  return { instrument, seq, time, bid: price(bid), ask: price(ask) };
}

type Wish = ClientCommand extends infer C
  ? C extends ClientCommand
    ? Omit<C, 'time' | 'account' | 'key'> & { account?: number; time?: number }
    : never
  : never;

/** Submits under a new key and gives all rows. */
function submit(wish: Wish): readonly Applied[] {
  keys += 1;
  const submission = engine.submit({ time: NOW, account: 1, key: `k${keys}`, ...wish });
  if (submission.kind !== 'applied') throw new Error(`not applied but ${submission.kind}`);
  return submission.rows;
}

function outcome(wish: Wish): Outcome | undefined {
  return submit(wish)[0]?.outcome;
}

function place(change: Partial<PlaceOrder> = {}): number {
  const answer = outcome({
    type: 'placeOrder',
    instrument: EURUSD,
    side: 'buy',
    lots: lots('1'),
    leverage: 100,
    ...change,
  });
  if (answer?.ok !== true || answer.order === undefined) throw new Error(`not placed: ${JSON.stringify(answer)}`);
  return answer.order;
}

const events = (rows: readonly Applied[], type: string): readonly object[] =>
  rows.flatMap((row) => row.events).filter((event) => event.type === type);
const markets = (rows: readonly Applied[]): number[] => rows.flatMap((row) => row.markets.map((view) => view.seq));
const cash = (): bigint | undefined => engine.account(1)?.cash;

beforeEach(() => {
  engine = createEngine();
  engine.submit({
    type: 'setRules',
    time: NOW,
    rules: { feeMode: 'ofMargin', stopOutPercent: 50, demoFunds: money('10000'), maxOrdersPerAccount: 1000 },
  });
  engine.submit({ type: 'defineInstrument', time: NOW, instrument: terms(EURUSD) });
  engine.submit({
    type: 'defineInstrument',
    time: NOW,
    instrument: terms(USDJPY, {
      pricePrecision: 3,
      quoteCurrency: 'JPY',
      conversion: { instrument: USDJPY, inverse: true },
    }),
  });
  for (const id of [EURUSD, USDJPY]) engine.setOpen(id, true);
  engine.onQuote(quote(EURUSD, '1.10000', '1.10010'));
  engine.onQuote(quote(USDJPY, '150.000', '150.010'));
  submit({ type: 'openAccount', kind: 'demo' });
});

describe('a day in figures that were worked out by hand', () => {
  it('opens at the ask, binds margin, charges the fee, and closes at the bid', () => {
    const order = place();
    // 1 lot × 100,000 × 1.10010 ÷ 100 = 1,100.10 margin; 1 % of it is the fee.
    expect(engine.order(order)).toMatchObject({
      status: 'open',
      price: price('1.1001'),
      margin: money('1100.10'),
      fee: money('11.001'),
    });
    expect(engine.account(1)?.standing).toEqual({
      balance: money('9988.999'),
      floatingProfit: money('-10'),
      usedMargin: money('1100.1'),
    });
    engine.onQuote(quote(EURUSD, '1.10250', '1.10260'));
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

  it('converts a result in yen at the mid of the closing moment', () => {
    const order = place({ instrument: USDJPY, side: 'sell' });
    engine.onQuote(quote(USDJPY, '148.990', '149.010'));
    // (150.000 − 149.010) × 100,000 = 99,000 yen, at a mid of 149.000.
    expect(submit({ type: 'closePosition', order })[0]?.events[0]).toMatchObject({ profit: money('664.429530') });
  });

  it('charges three nights on the triple day, and nothing for what was opened after the rollover', () => {
    const early = place();
    const late = place({ time: NOW + 5000 });
    const [row] = submit({ type: 'chargeSwap', rolloverTime: NOW + 5000, weekday: 3 });
    // −7 points × 0.00001 × 100,000 × 3 nights.
    expect(events([row as Applied], 'swapCharged')).toEqual([
      { type: 'swapCharged', order: early, account: 1, amount: money('-21'), nights: 3 },
    ]);
    expect([engine.order(early)?.swap, engine.order(late)?.swap]).toEqual([money('-21'), money('0')]);
  });

  it('reserves margin and fee for a pending order and fills a stop where the market is, not at its target', () => {
    const order = place({ target: price('1.10500') });
    expect(engine.account(1)).toMatchObject({ cash: money('8883.95'), orderReserve: money('1116.05') });
    expect(engine.onQuote(quote(EURUSD, '1.10480', '1.10490'))).toEqual([]);
    engine.onQuote(quote(EURUSD, '1.10790', '1.10800'));
    expect(engine.order(order)).toMatchObject({
      status: 'open',
      kind: 'stop',
      target: price('1.105'),
      price: price('1.108'),
      margin: money('1108'),
    });
    expect(engine.account(1)).toMatchObject({ cash: money('9988.92'), orderReserve: money('0') });
  });

  it('stops a position on the very quote that filled it', () => {
    const order = place({ target: price('1.09900'), stopLoss: price('1.09700') });
    const rows = engine.onQuote(quote(EURUSD, '1.09000', '1.09010'));
    expect(rows.map((row) => row.command)).toMatchObject([
      { type: 'trigger', hits: [{ order, cause: 'pending' }] },
      { type: 'trigger', hits: [{ order, cause: 'stopLoss' }] },
    ]);
    expect(events(rows, 'positionClosed')).toMatchObject([
      { price: price('1.09'), profit: money('-10'), reason: 'stop_loss' },
    ]);
  });

  it('takes a target that equals the market for an order at the market', () => {
    expect(engine.order(place({ target: price('1.10010') }))).toMatchObject({
      kind: 'market',
      status: 'open',
      price: price('1.1001'),
      target: undefined,
    });
  });
});

describe("the end of an account's money", () => {
  it('stops out with the reasons written down, and makes good what is owed', () => {
    const order = place({ lots: lots('20'), leverage: 500 });
    const rows = engine.onQuote(quote(EURUSD, '1.09000', '1.09010'));
    // 4,400.40 margin, 44.004 fee; 20 lots lose 20,200.
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

  it('leaves closed markets alone, and comes back with their next quote', () => {
    place({ lots: lots('20'), leverage: 500 });
    engine.setOpen(EURUSD, false);
    expect(engine.onQuote(quote(EURUSD, '1.09000', '1.09010'))).toEqual([]);
    engine.setOpen(EURUSD, true);
    expect(engine.onQuote(quote(EURUSD, '1.09100', '1.09110')).map((row) => row.command.type)).toEqual(['stopOut']);
  });

  it("counts a held withdrawal as the client's own money, and does not pay it out while the account owes", () => {
    place({ lots: lots('15'), leverage: 500 });
    submit({ type: 'holdWithdrawal', withdrawal: 9, amount: money('3000'), fee: money('10') });
    engine.onQuote(quote(EURUSD, '1.09500', '1.09510'));
    // 9,966.997 − 3,000 − 7,650 = −683.003, which the 3,000 on hold are good for.
    expect(engine.account(1)).toMatchObject({ cash: money('-683.003'), withdrawalHold: money('3000'), positions: [] });
    expect(outcome({ type: 'payWithdrawal', withdrawal: 9 })).toEqual({ ok: false, reason: 'insufficient_balance' });
    expect(outcome({ type: 'releaseWithdrawal', withdrawal: 9 })).toEqual({ ok: true });
    expect(cash()).toBe(money('2316.997'));
  });
});

describe('refusals', () => {
  it('say what would have been taken', () => {
    expect(
      outcome({
        type: 'placeOrder',
        instrument: EURUSD,
        side: 'buy',
        lots: lots('1'),
        leverage: 100,
        stopLoss: price('1.10000'),
      }),
    ).toEqual({ ok: false, reason: 'stop_loss_wrong_side', detail: { nearest: '1.09999' } });
    expect(outcome({ type: 'placeOrder', instrument: EURUSD, side: 'buy', lots: lots('100'), leverage: 100 })).toEqual({
      ok: false,
      reason: 'insufficient_margin',
      detail: { required: '111110.100000', free: '10000.000000' },
    });
  });

  it('keep what gives alive orders their meaning', () => {
    const order = place();
    const changed = engine.submit({
      type: 'defineInstrument',
      time: NOW,
      instrument: terms(EURUSD, { unitsPerLot: 1n }),
    });
    expect(changed).toMatchObject({ kind: 'applied', rows: [{ outcome: { ok: false, reason: 'instrument_in_use' } }] });
    submit({ type: 'closePosition', order });
    expect(
      engine.submit({ type: 'defineInstrument', time: NOW, instrument: terms(EURUSD, { unitsPerLot: 1n }) }),
    ).toMatchObject({ rows: [{ outcome: { ok: true } }] });
  });

  it("hold an order to the quote's age, its own and its leg's", () => {
    expect(
      outcome({
        type: 'placeOrder',
        instrument: USDJPY,
        side: 'buy',
        lots: lots('1'),
        leverage: 100,
        time: NOW + 10_001,
      }),
    ).toEqual({ ok: false, reason: 'market_data_stale' });
    expect(
      outcome({
        type: 'placeOrder',
        instrument: USDJPY,
        side: 'buy',
        lots: lots('1'),
        leverage: 100,
        time: NOW + 10_000,
      }),
    ).toMatchObject({ ok: true });
  });
});

describe('keys', () => {
  it('give the first outcome again, whatever has happened since', () => {
    const order = {
      type: 'placeOrder',
      time: NOW,
      account: 1,
      key: 'once',
      instrument: EURUSD,
      side: 'buy',
      lots: lots('1'),
      leverage: 100,
    } as const;
    const first = engine.submit(order);
    const before = engine.seq;
    expect(engine.submit({ ...order, time: NOW + 60_000 })).toEqual({
      kind: 'repeated',
      outcome: first.kind === 'applied' ? first.rows[0].outcome : undefined,
    });
    expect(engine.submit({ ...order, lots: lots('2') })).toEqual({
      kind: 'repeated',
      outcome: { ok: false, reason: 'key_reused' },
    });
    expect(engine.seq).toBe(before);
  });

  it('send the host to the journal after a restore, and take its word', () => {
    submit({ type: 'deposit', amount: money('1'), reference: 1 });
    const again: ClientCommand = {
      type: 'deposit',
      time: NOW,
      account: 1,
      key: `k${keys}`,
      amount: money('1'),
      reference: 1,
    };
    expect([...engine.image().keys]).toContain(keyFingerprint(1, `k${keys}`));
    engine = restoreEngine(engine.image());
    expect(engine.submit(again)).toEqual({ kind: 'archived' });
    expect(engine.submit(again, true).kind).toBe('applied');
  });
});

describe('rows', () => {
  it('carry no more than 256 hits, in the order of the orders', () => {
    submit({ type: 'deposit', amount: money('1000000'), reference: 1 });
    const orders = Array.from({ length: 600 }, () => place({ lots: lots('0.01'), stopLoss: price('1.09000') }));
    const rows = engine.onQuote(quote(EURUSD, '1.08990', '1.09000'));
    expect(rows.map(({ command }) => (command.type === 'trigger' ? command.hits.length : command.type))).toEqual([
      256, 256, 88,
    ]);
    expect(
      rows.flatMap(({ command }) => (command.type === 'trigger' ? command.hits.map((hit) => hit.order) : [])),
    ).toEqual(orders);
  });

  it('carry a market once, until it moves', () => {
    const wish = { type: 'placeOrder', instrument: USDJPY, side: 'buy', lots: lots('0.01'), leverage: 100 } as const;
    expect(markets(submit(wish))).toEqual([seq]);
    expect(markets(submit(wish))).toEqual([]);
    engine.onQuote(quote(USDJPY, '150.000', '150.010'));
    expect(markets(submit(wish))).toEqual([seq]);
    engine = restoreEngine(engine.image());
    expect(markets(submit(wish))).toEqual([seq]);
  });

  it('must be replayed in order', () => {
    const rows = submit({ type: 'deposit', amount: money('1'), reference: 1 });
    expect(() => engine.replay(rows[0] as Applied)).toThrow(InvariantError);
  });
});

describe('a restore', () => {
  it('refuses an image without the market of an open position', () => {
    place();
    expect(() => restoreEngine({ ...engine.image(), markets: [] })).toThrow(InvariantError);
  });

  it('goes on watching for stops and stop-outs', () => {
    const order = place({ stopLoss: price('1.09000') });
    engine = restoreEngine(engine.image());
    expect(events(engine.onQuote(quote(EURUSD, '1.08900', '1.08910')), 'positionClosed')).toMatchObject([
      { order, reason: 'stop_loss' },
    ]);
  });
});
