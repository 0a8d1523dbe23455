import { type HedgedMargin, lots, money, price } from '@fairlot/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { EURUSD, NOW, events, fixture, outcome, place, quote, startEngine, submit } from './engine.test-support.ts';
import { restoreEngine } from './index.ts';

const CLUB = 5;

function define(hedgedMargin: HedgedMargin | undefined): unknown {
  const group = { id: CLUB, ...(hedgedMargin !== undefined && { hedgedMargin }), terms: [] };
  const submission = fixture.engine.submit({ type: 'defineGroup', time: NOW, group });
  return submission.kind === 'applied' ? submission.rows[0].outcome : submission;
}
const onQuote = (bid: string, ask: string) => fixture.engine.onQuote(quote(EURUSD, bid, ask), NOW);
const used = (): bigint | undefined => fixture.engine.account(1)?.standing.usedMargin;

beforeEach(() => {
  startEngine();
  define('both');
  outcome({ type: 'assignGroup', account: 1, group: CLUB });
});

describe('hedged margin', () => {
  it('follows the terms of the group at once, also after a recovery', () => {
    place();
    place({ side: 'sell', lots: lots('0.4') });
    // 1,100.10 for the long side and 440.00 for the short one.
    expect(used()).toBe(money('1540.1'));
    define('larger');
    expect(used()).toBe(money('1100.1'));
    expect(fixture.engine.account(1)?.hedged).toBe('larger');
    const versions = new Set([fixture.engine.groupTerms(CLUB, EURUSD)?.version]);
    define('none');
    expect(used()).toBe(money('660.06'));
    versions.add(fixture.engine.groupTerms(CLUB, EURUSD)?.version);
    define(undefined);
    expect(used()).toBe(money('1540.1'));
    versions.add(fixture.engine.groupTerms(CLUB, EURUSD)?.version);
    expect(versions.size).toBe(3);
    define('none');
    const restored = restoreEngine(fixture.engine.image());
    expect(restored.stateHash()).toBe(fixture.engine.stateHash());
    expect(restored.account(1)?.standing.usedMargin).toBe(money('660.06'));
    expect(define('all' as HedgedMargin)).toMatchObject({ reason: 'group_invalid' });
  });

  it('lets a covering order open with its fee alone, and a pending one with its own margin', () => {
    define('none');
    place({ lots: lots('7') });
    const sell = { type: 'placeOrder', instrument: EURUSD, side: 'sell', leverage: 100 } as const;
    // 7,700.70 are used, and 2,222 are free.
    expect(outcome({ ...sell, lots: lots('7'), target: price('1.11') })).toMatchObject({
      reason: 'insufficient_margin',
    });
    expect(outcome({ ...sell, lots: lots('17') })).toMatchObject({ reason: 'insufficient_margin' });
    expect(outcome({ ...sell, lots: lots('7') })).toMatchObject({ ok: true });
    expect(used()).toBe(0n);
    expect(outcome({ type: 'closeAll', scope: 'all' })).toMatchObject({ ok: true });
  });

  it('stops a covered account out when no equity is left, and not before', () => {
    define('none');
    const first = place({ lots: lots('7') });
    const second = place({ side: 'sell', lots: lots('7') });
    // Both fall together: the spread is all that a covered account loses by.
    expect(events(onQuote('1.10000', '1.10900'), 'positionClosed')).toEqual([]);
    const rows = onQuote('1.10000', '1.12000');
    expect(events(rows, 'positionClosed')).toMatchObject([
      { order: second, reason: 'stop_out', explanation: { usedMargin: 0n, ratio: 0n, releases: money('-7700.7') } },
      { order: first, reason: 'stop_out' },
    ]);
  });

  it('judges an account in the row that takes its cover away', () => {
    define('none');
    place({ lots: lots('7') });
    const cover = place({ side: 'sell', lots: lots('7') });
    onQuote('1.09000', '1.09010');
    const rows = submit({ type: 'closePosition', order: cover });
    expect(events(rows, 'positionClosed')).toMatchObject([{ order: cover, reason: 'client' }]);
    expect(events(onQuote('1.09500', '1.09510'), 'positionClosed')).toMatchObject([]);
    expect(used()).toBe(money('7700.7'));
  });
});
