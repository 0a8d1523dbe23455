import { type Group, type Instrument, type LeverageTier, lots, money, price } from '@fairlot/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  EURUSD,
  NOW,
  events,
  fixture,
  outcome,
  place,
  quote,
  startEngine,
  submit,
  terms,
} from './engine.test-support.ts';
import { type Applied, type TradingEngine, createEngine, restoreEngine } from './index.ts';

const CLUB = 5;
const OTHER = 3;
const tier = (from: string, leverage: number): LeverageTier => ({ from: money(from), leverage });
/** A lot is a notional of 110,010 dollars and binds 1,100.10 at 1:100. */
const TIERS = [tier('0', 100), tier('110010', 10)];

function define(tiers: readonly LeverageTier[], change: Partial<Group> = {}, engine = fixture.engine) {
  const group = { id: CLUB, terms: [{ instrument: EURUSD, tiers }], ...change };
  const submission = engine.submit({ type: 'defineGroup', time: NOW, group });
  if (submission.kind !== 'applied') throw new Error(submission.kind);
  return submission.rows;
}
const onQuote = (bid: string, ask: string, instrument = EURUSD) =>
  fixture.engine.onQuote(quote(instrument, bid, ask), NOW);
const standing = (account = 1) => fixture.engine.account(account)?.standing;
const refusal = (rows: readonly Applied[]): unknown => rows[0]?.outcome;

function redefine(change: Partial<Instrument>): unknown {
  const submission = fixture.engine.submit({ type: 'defineInstrument', time: NOW, instrument: terms(EURUSD, change) });
  return submission.kind === 'applied' ? submission.rows[0].outcome : submission;
}

const BUY = { type: 'placeOrder', instrument: EURUSD, side: 'buy', lots: lots('1'), leverage: 100 } as const;
const assign = (account: number) => outcome({ type: 'assignGroup', account, group: CLUB });

beforeEach(() => {
  startEngine();
  define([]);
  assign(1);
});

describe('tiers of leverage', () => {
  it('raise the used margin of all positions of an instrument, at once and without a quote', () => {
    place();
    place({ side: 'sell', leverage: 500 });
    const own = standing()?.usedMargin;
    expect(own).toBe(money('1320.1'));
    define(TIERS);
    // 220,010 of exposure: 110,010 ÷ 100 and 110,000 ÷ 10.
    expect(standing()?.usedMargin).toBe(money('12100.1'));
    expect(fixture.engine.account(1)?.tiers?.get(EURUSD)).toEqual(TIERS);
    define([tier('0', 500)]);
    expect(standing()?.usedMargin).toBe(own);
    define(TIERS);
    define([], { terms: [] });
    expect(standing()?.usedMargin).toBe(own);
  });

  it('let a new order bind only what the free margin covers, and say how much it needs', () => {
    define(TIERS);
    expect(outcome(BUY)).toMatchObject({ ok: true });
    const before = standing();
    // 11,001 more of used margin, and the fee of 11.001.
    expect(outcome(BUY)).toEqual({
      ok: false,
      reason: 'insufficient_margin',
      detail: { required: '11012.001000', free: expect.stringMatching(/^88\d\d\./) },
    });
    expect(outcome({ ...BUY, target: price('1.09') })).toMatchObject({ reason: 'insufficient_margin' });
    expect(standing()).toEqual(before);
    expect(outcome({ ...BUY, lots: lots('0.5') })).toMatchObject({ ok: true });
    expect(standing()?.usedMargin).toBe(money('6600.6'));
    const [opened] = events(submit({ ...BUY, lots: lots('0.01') }), 'positionOpened');
    // The position itself binds what its own leverage asks.
    expect(opened).toMatchObject({ margin: money('11.001') });
  });

  it('cancel a pending order at its target when the tiers ask more than is free, and hold back withdrawals', () => {
    const pending = place({ target: price('1.09900') });
    place();
    define(TIERS);
    expect(outcome({ type: 'holdWithdrawal', withdrawal: 1, amount: money('6000'), fee: money('0') })).toMatchObject({
      ok: true,
    });
    expect(standing()?.usedMargin).toBe(money('1100.1'));
    expect(events(onQuote('1.09890', '1.09900'), 'orderCancelled')).toMatchObject([
      { order: pending, reason: 'insufficient_margin' },
    ]);
    outcome({ type: 'releaseWithdrawal', withdrawal: 1 });
    define([tier('0', 12)]);
    // 10,000 less fees and losses, of which 9,167.50 are bound.
    expect(outcome({ type: 'holdWithdrawal', withdrawal: 2, amount: money('800'), fee: money('0') })).toMatchObject({
      reason: 'insufficient_balance',
    });
  });

  it('are counted anew at each close, and for the group that an account is moved to', () => {
    define(TIERS);
    const [first] = [place(), place({ lots: lots('0.5') })];
    expect(standing()?.usedMargin).toBe(money('6600.6'));
    outcome({ type: 'closePosition', order: first });
    expect(standing()?.usedMargin).toBe(money('550.05'));
    place();
    expect(standing()?.usedMargin).toBe(money('6600.6'));
    outcome({ type: 'assignGroup', account: 1, group: 2 });
    expect(standing()?.usedMargin).toBe(money('1650.15'));
    assign(1);
    expect(standing()?.usedMargin).toBe(money('6600.6'));
  });

  it('are in the figures of a stop-out, with the margin that each close releases', () => {
    const [first] = [place(), place({ leverage: 500 })];
    define([tier('0', 500), tier('110010', 11)]);
    const rows = onQuote('1.07400', '1.07410');
    expect(events(rows, 'positionClosed')).toMatchObject([
      { order: first, explanation: { usedMargin: money('10220.929091'), releases: money('10000.909091') } },
    ]);
    expect(standing()?.usedMargin).toBe(money('220.02'));
  });

  it('are refused in disorder, for a fixed margin, which an instrument with tiers can’t get', () => {
    expect(refusal(define([tier('1', 100)]))).toMatchObject({ reason: 'group_invalid' });
    define(TIERS);
    expect(redefine({ marginMode: 'fixed' })).toMatchObject({ reason: 'instrument_in_use' });
    define([]);
    expect(redefine({ marginMode: 'fixed' })).toEqual({ ok: true });
    expect(refusal(define(TIERS))).toMatchObject({ reason: 'group_invalid' });
  });

  it('are part of the version of the terms, of the image and of its digest', () => {
    const seen = fixture.engine.groupTerms(CLUB, EURUSD)?.version;
    place();
    define(TIERS);
    expect(outcome({ ...BUY, terms: seen })).toMatchObject({ reason: 'terms_changed' });
    const again = restoreEngine(fixture.engine.image());
    expect(again.account(1)?.standing).toEqual(standing());
    expect(again.stateHash()).toBe(fixture.engine.stateHash());
    const digest = fixture.engine.stateHash();
    define([tier('0', 100), tier('110011', 10)]);
    expect(fixture.engine.stateHash()).not.toBe(digest);
  });
});

/** Twenty accounts with a lot each; the odd ones also have a position in another instrument. */
function crowd(engine: TradingEngine): void {
  fixture.engine = engine;
  for (const command of setUp()) engine.submit(command);
  for (const id of [EURUSD, OTHER]) {
    engine.setOpen(id, true);
    onQuote('1.10000', '1.10010', id);
  }
  for (let account = 1; account <= 20; account += 1) {
    submit({ type: 'openAccount', account, kind: 'demo', group: CLUB });
    place({ account });
    if (account % 2 === 1) place({ account, instrument: OTHER });
  }
}

function setUp(): Parameters<TradingEngine['submit']>[0][] {
  const rules = { feeMode: 'ofMargin', stopOutPercent: 50, demoFunds: money('10000'), maxOrdersPerAccount: 9 } as const;
  return [
    { type: 'setRules', time: NOW, rules },
    { type: 'defineInstrument', time: NOW, instrument: terms(EURUSD) },
    { type: 'defineInstrument', time: NOW, instrument: terms(OTHER) },
    { type: 'defineGroup', time: NOW, group: { id: CLUB, terms: [] } },
  ];
}

const stopped = (rows: readonly Applied[]): unknown[] =>
  rows.flatMap(({ command }) => (command.type === 'stopOut' ? [command.account] : []));
/** Every position binds its whole notional: the level of all accounts is below 10 %. */
const RUIN = [tier('0', 1)];

describe('a change of tiers for many accounts', () => {
  const SLICE = 4;

  beforeEach(() => {
    crowd(createEngine({ slice: SLICE }));
  });

  it('is worked in slices by ascending number, at the new margins for all from the beginning', () => {
    const { engine } = fixture;
    const first = define(RUIN);
    expect(stopped(first)).toEqual([1, 2, 3]);
    expect(engine.busy).toBe(true);
    expect(standing(20)?.usedMargin).toBe(money('110010'));
    expect(outcome({ ...BUY, account: 20 })).toMatchObject({ reason: 'insufficient_margin' });
    const rest: unknown[] = [];
    while (engine.busy) {
      const rows = engine.work(NOW);
      expect(rows.length).toBeLessThanOrEqual(SLICE);
      rest.push(...stopped(rows));
    }
    expect(rest).toEqual(Array.from({ length: 17 }, (_, at) => at + 4));
    expect(engine.work(NOW)).toEqual([]);
  });

  it('leaves others their answers, and an account that trades is judged first', () => {
    const { engine } = fixture;
    submit({ type: 'openAccount', account: 99, kind: 'demo' });
    define(RUIN);
    expect(outcome({ ...BUY, account: 99 })).toMatchObject({ ok: true });
    // A quote finds it at its level, and leaves it to its turn.
    expect(stopped(onQuote('1.09999', '1.10009'))).toEqual([]);
    const order = 30;
    expect(engine.order(order)?.account).toBe(20);
    const rows = submit({ type: 'setStops', account: 20, order, stopLoss: price('1.05'), takeProfit: undefined });
    expect(stopped(rows)).toEqual([20]);
    const rest: unknown[] = [];
    while (engine.busy) rest.push(...stopped(engine.work(NOW)));
    expect(rest).not.toContain(20);
    expect(rest.at(-1)).toBe(19);
  });

  it('begins anew with a second change, which may bring accounts back above their level', () => {
    const { engine } = fixture;
    define(RUIN);
    expect(stopped(define([tier('0', 100)]))).toEqual([]);
    while (engine.busy) expect(stopped(engine.work(NOW))).toEqual([]);
    define(RUIN);
    expect(stopped(engine.work(NOW))).toEqual([6, 7, 8]);
  });

  it('goes on after a recovery, with the first quote that an account can be judged at', () => {
    const { engine } = fixture;
    const rows = [...define(RUIN), ...engine.work(NOW)];
    expect(stopped(rows)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(engine.busy).toBe(true);
    fixture.engine = restoreEngine(engine.image(), { slice: 999 });
    for (const id of [EURUSD, OTHER]) fixture.engine.setOpen(id, true);
    expect(standing(20)?.usedMargin).toBe(money('110010'));
    // Odd accounts wait for the price of their other instrument.
    expect(stopped(onQuote('1.10000', '1.10010'))).toEqual([8, 10, 12, 14, 16, 18, 20]);
    expect(stopped(onQuote('1.10000', '1.10010', OTHER))).toEqual([7, 9, 11, 13, 15, 17, 19]);
  });

  it('gives the same state as when all is judged at once, by the journal', () => {
    const sliced = fixture.engine;
    const replayed = createEngine();
    const image = sliced.image();
    const rows: Applied[] = [...define(RUIN)];
    while (sliced.busy) rows.push(...sliced.work(NOW));
    const digest = sliced.stateHash();
    const from = restoreEngine(image, { replays: true });
    for (const row of rows) expect(from.replay(row)).toEqual(row);
    expect(from.stateHash()).toBe(digest);
    crowd(replayed);
    define(RUIN);
    expect(replayed.busy).toBe(false);
    expect(replayed.account(20)?.positions).toEqual([]);
    expect(replayed.stateHash()).toBe(digest);
  });
});
