import { type Group, lots, money, price, rate } from '@fairlot/domain';
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
import { restoreEngine } from './index.ts';

const GOLD_CLUB = 5;
const onQuote = (bid: string, ask: string) => fixture.engine.onQuote(quote(EURUSD, bid, ask), NOW);
const define = (own: Partial<Group['terms'][number]>, group: Partial<Group> = {}) =>
  fixture.engine.submit({
    type: 'defineGroup',
    time: NOW,
    group: { id: GOLD_CLUB, terms: [{ instrument: EURUSD, ...own }], ...group },
  });
const assign = (group: number, account = 2) => outcome({ type: 'assignGroup', account, group });
const order = (id: number) => fixture.engine.order(id);
const MARKUP = { bid: price('0.00002'), ask: price('0.00003') };

beforeEach(() => {
  startEngine();
  submit({ type: 'openAccount', account: 2, kind: 'demo' });
});

describe('two accounts in two groups', () => {
  it('deal at two prices on the same quote, and the fill names the quote and its markup', () => {
    define({ markup: MARKUP });
    assign(GOLD_CLUB);
    const [plain, marked] = [1, 2].map((account) => submit({ ...BUY, account })[0]?.events[0]);
    expect(plain).toMatchObject({ price: price('1.10010'), quote: { bid: price('1.1'), ask: price('1.1001') } });
    expect(plain).not.toHaveProperty('markup');
    expect(marked).toMatchObject({ price: price('1.10013'), markup: MARKUP, quote: { ask: price('1.1001') } });
    const results = [1, 2].map((account) => fixture.engine.account(account)?.standing.floatingProfit);
    expect(results).toEqual([money('-10'), money('-15')]);
  });

  it('are triggered by their own prices', () => {
    define({ markup: MARKUP });
    assign(GOLD_CLUB);
    const stopLoss = price('1.09950');
    const [plain, marked] = [place({ account: 1, stopLoss }), place({ account: 2, stopLoss })];
    expect(events(onQuote('1.09953', '1.09963'), 'positionClosed')).toEqual([]);
    expect(events(onQuote('1.09952', '1.09962'), 'positionClosed')).toMatchObject([
      { order: marked, price: price('1.0995'), quote: { bid: price('1.09952') } },
    ]);
    expect(events(onQuote('1.09950', '1.09960'), 'positionClosed')).toMatchObject([{ order: plain, price: stopLoss }]);
  });

  it('pay their own fees and swaps, and are stopped out at their own levels', () => {
    define(
      {
        commission: { mode: 'perMillion', rate: rate('30') },
        swap: { mode: 'points', long: rate('0'), short: rate('0'), tripleWeekday: 3 },
      },
      { stopOutPercent: 90 },
    );
    assign(GOLD_CLUB);
    const fees = [1, 2].map((account) => events(submit({ ...BUY, account }), 'positionOpened')[0]);
    expect(fees).toMatchObject([{ fee: money('11.001') }, { fee: money('3.3003') }]);
    const charged = [1, 2].map((account) =>
      events(submit({ type: 'chargeSwap', account, rolloverTime: NOW + 1, weekday: 1 }), 'swapCharged'),
    );
    expect(charged).toMatchObject([[{ amount: money('-7') }], []]);
    // Both have about 10,000 and bind 1,100: 90 % of that is lost before 50 %.
    const rows = onQuote('1.01000', '1.01010');
    expect(rows.map(({ command }) => command)).toMatchObject([{ type: 'stopOut', account: 2 }]);
  });
});

describe('an order', () => {
  it('keeps the markup that it was placed with when its group changes or its account moves', () => {
    define({ markup: MARKUP });
    assign(GOLD_CLUB);
    const [position, pending] = [place({ account: 2 }), place({ account: 2, target: price('1.09900') })];
    const before = fixture.engine.account(2)?.standing;
    define({});
    assign(2);
    expect(fixture.engine.account(2)?.standing).toEqual(before);
    expect(events(onQuote('1.09890', '1.09898'), 'positionOpened')).toEqual([]);
    expect(events(onQuote('1.09888', '1.09897'), 'positionOpened')).toMatchObject([
      { order: pending, price: price('1.099'), markup: MARKUP },
    ]);
    expect(order(position)?.markup).toEqual(MARKUP);
    expect(order(place({ account: 2 }))?.markup).toBeUndefined();
  });

  it('is refused under terms that its trader did not see, in an instrument not offered, and above the cap', () => {
    const seen = fixture.engine.groupTerms(2, EURUSD)?.version;
    expect(outcome({ ...BUY, account: 2, terms: seen })).toMatchObject({ ok: true });
    define({ markup: MARKUP, maxLeverage: 100 });
    assign(GOLD_CLUB);
    expect(outcome({ ...BUY, account: 2, terms: seen })).toMatchObject({ ok: false, reason: 'terms_changed' });
    const own = fixture.engine.groupTerms(GOLD_CLUB, EURUSD);
    expect(outcome({ ...BUY, account: 2, terms: own?.version })).toMatchObject({ ok: true });
    expect(outcome({ ...BUY, account: 2, leverage: 500 })).toMatchObject({ reason: 'leverage_not_listed' });
    define({ offered: false });
    expect(outcome({ ...BUY, account: 2 })).toMatchObject({ reason: 'instrument_not_offered' });
    expect(outcome({ ...BUY, account: 1 })).toMatchObject({ ok: true });
  });

  it('is not moved while its instrument is not offered, but its expiry can change', () => {
    define({});
    assign(GOLD_CLUB);
    const waiting = place({ account: 2, target: price('1.09') });
    define({ offered: false });
    const amend = { type: 'amendOrder', account: 2, order: waiting, stops: 'kept' } as const;
    for (const target of [price('1.08'), price('1.1001')])
      expect(outcome({ ...amend, target })).toMatchObject({ reason: 'instrument_not_offered' });
    expect(outcome({ ...amend, target: price('1.09'), expiresAt: NOW + 60_000 })).toEqual({ ok: true });
    expect(order(waiting)).toMatchObject({ status: 'pending', target: price('1.09'), expiresAt: NOW + 60_000 });
  });
});

describe('a group', () => {
  it('is removed only without accounts, and its swaps stay during a rollover', () => {
    define({});
    assign(GOLD_CLUB);
    const remove = () => host({ type: 'removeGroup', time: NOW, group: GOLD_CLUB });
    expect(remove()).toMatchObject({ reason: 'group_in_use' });
    host({ type: 'beginRollover', time: NOW, rolloverTime: NOW, weekday: 1 });
    const swap = terms(EURUSD).swap;
    expect(define({ swap })).toMatchObject({ rows: [{ outcome: { reason: 'rollover_under_way' } }] });
    expect(assign(2)).toMatchObject({ reason: 'rollover_under_way' });
    host({ type: 'endRollover', time: NOW, rolloverTime: NOW });
    expect(assign(2)).toEqual({ ok: true });
    expect(remove()).toEqual({ ok: true });
    expect(assign(GOLD_CLUB)).toMatchObject({ reason: 'unknown_group' });
  });

  it('is in the image and its digest', () => {
    define({ markup: MARKUP });
    assign(GOLD_CLUB);
    place({ account: 2 });
    const again = restoreEngine(fixture.engine.image());
    expect(again.groups).toEqual(fixture.engine.groups);
    expect(again.account(2)).toEqual(fixture.engine.account(2));
    const digest = fixture.engine.stateHash();
    expect(again.stateHash()).toBe(digest);
    define({ markup: { ...MARKUP, ask: price('0.00004') } });
    expect(fixture.engine.stateHash()).not.toBe(digest);
  });
});

const BUY = { type: 'placeOrder', instrument: EURUSD, side: 'buy', lots: lots('1'), leverage: 100 } as const;

function host(command: Parameters<typeof fixture.engine.submit>[0]) {
  const submission = fixture.engine.submit(command);
  return submission.kind === 'applied' ? submission.rows[0].outcome : submission;
}
