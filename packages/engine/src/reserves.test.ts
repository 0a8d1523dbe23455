import {
  equity,
  freeMargin,
  lots,
  minus,
  money,
  prepaymentRatio,
  price,
  riskRate,
  withdrawable,
} from '@fairlot/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { ShardEngine } from './engine.ts';
import { EURUSD, NOW, events, fixture, outcome, place, quote, startEngine, submit } from './engine.test-support.ts';
import { KeyMemory } from './keys/key-memory.ts';
import { restoreEngine } from './index.ts';
import { rulebookOf } from './core/rulebook.ts';
import { stateFrom } from './snapshot/restore.ts';

beforeEach(() => startEngine());

function figures() {
  const standing = fixture.engine.account(1)?.standing;
  if (standing === undefined) throw new Error('no account');
  return {
    balance: standing.balance,
    equity: equity(standing),
    ratio: prepaymentRatio(standing),
    risk: riskRate(standing),
    free: freeMargin(standing),
    withdrawable: withdrawable(standing),
  };
}

/** 8 lots × 100,000 × 1.05 ÷ 100 = 8,400 margin and 84 fee. */
const RESERVE = money('8484');
const large = () => place({ lots: lots('8'), target: price('1.05000') });

describe('the reserve of a pending order', () => {
  it('lowers free margin and what can be withdrawn, and neither balance, equity, ratio nor risk rate', () => {
    place();
    const before = figures();
    const order = large();
    expect(figures()).toEqual({
      ...before,
      free: minus(before.free, RESERVE),
      withdrawable: minus(before.withdrawable, RESERVE),
    });
    submit({ type: 'cancelOrder', order });
    expect(figures()).toEqual(before);
  });

  it('is not available to another order or to a withdrawal', () => {
    large();
    expect(outcome({ type: 'holdWithdrawal', withdrawal: 1, amount: money('1516.000001'), fee: money('0') })).toEqual({
      ok: false,
      reason: 'insufficient_balance',
      detail: { available: '1516.000000' },
    });
    expect(
      outcome({ type: 'placeOrder', instrument: EURUSD, side: 'buy', lots: lots('1.4'), leverage: 100 }),
    ).toMatchObject({ ok: false, reason: 'insufficient_margin', detail: { free: '1516.000000' } });
  });

  it('lowers equity when it turns into the hold of a withdrawal', () => {
    const before = figures();
    submit({ type: 'holdWithdrawal', withdrawal: 1, amount: money('1000'), fee: money('10') });
    expect(figures()).toMatchObject({
      balance: minus(before.balance, money('1000')),
      equity: minus(before.equity, money('1000')),
      withdrawable: minus(before.withdrawable, money('1000')),
    });
  });

  it('does not bring the stop-out nearer', () => {
    // 1.5 lots: 1,650.15 margin; the stop-out comes at an equity of 825.075.
    place({ lots: lots('1.5') });
    const pending = place({ lots: lots('7'), target: price('1.04000') });
    // 9,983.4985 − 1.5 × 100,000 × (1.1001 − 1.04) = 968.4985 of equity.
    expect(fixture.engine.onQuote(quote(EURUSD, '1.04000', '1.04010'), NOW)).toEqual([]);
    const rows = fixture.engine.onQuote(quote(EURUSD, '1.03904', '1.04005'), NOW);
    expect(events(rows, 'orderCancelled')).toMatchObject([{ order: pending, reason: 'stop_out' }]);
    expect(events(rows, 'positionClosed')).toMatchObject([
      { reason: 'stop_out', explanation: { equity: money('824.4985'), usedMargin: money('1650.15') } },
    ]);
  });
});

describe('rows of the fifth rules', () => {
  it('are replayed as they were decided: a reserve brought a stop-out', () => {
    const image = fixture.engine.image();
    const former = new ShardEngine(stateFrom(image, rulebookOf(5)), new KeyMemory(50), rulebookOf(5), 512);
    former.setOpen(EURUSD, true);
    former.onQuote(quote(EURUSD, '1.10000', '1.10010'), NOW);
    const order = {
      type: 'placeOrder',
      time: NOW,
      account: 1,
      instrument: EURUSD,
      side: 'buy',
      leverage: 100,
    } as const;
    const rows = [
      { ...order, key: 'position', lots: lots('1.5') },
      { ...order, key: 'pending', lots: lots('7.5'), target: price('1.04000') },
    ].flatMap((command) => {
      const submission = former.submit(command, true);
      return submission.kind === 'applied' ? submission.rows : [];
    });
    rows.push(...former.onQuote(quote(EURUSD, '1.09000', '1.09010'), NOW));
    expect(rows.map(({ command, rules }) => [command.type, rules])).toEqual([
      ['placeOrder', 5],
      ['placeOrder', 5],
      ['stopOut', 5],
    ]);
    // Equity 9,983.4985 − 7,878 − 1,515 = 590.4985; then the cancelled order ended the breach.
    expect(events(rows, 'orderCancelled')).toHaveLength(1);
    expect(events(rows, 'positionClosed')).toEqual([]);
    const verifier = restoreEngine(image);
    expect(rows.map((row) => verifier.replay(row))).toEqual(rows);
  });
});
