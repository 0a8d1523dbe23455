import { money } from '@fairlot/domain';
import { beforeEach, expect, it } from 'vitest';
import { cash, events, fixture, place, startEngine, submit } from './engine.test-support.ts';

const FEE = { amount: money('12.5'), memo: '20% of 62.500000 USD', reference: 7 } as const;

beforeEach(() => startEngine());

it('goes from the copier to the house and from the house to the leader, in rows of their own', () => {
  submit({ type: 'openAccount', account: 5, kind: 'demo' });
  const charged = submit({ type: 'chargeCopyFee', ...FEE });
  expect(charged[0]?.outcome).toEqual({ ok: true, taken: '12.500000' });
  expect(events(charged, 'transferred')).toMatchObject([
    {
      kind: 'copyFee',
      debit: { account: 1, book: 'cash' },
      credit: { house: 'copyFees' },
      amount: FEE.amount,
      reference: 7,
      memo: FEE.memo,
      worth: money('10000'),
    },
  ]);
  const paid = submit({ type: 'payCopyFee', account: 5, ...FEE });
  expect(events(paid, 'transferred')).toMatchObject([{ debit: { house: 'copyFees' }, credit: { account: 5 } }]);
  expect([cash(), fixture.engine.account(5)?.cash]).toEqual([money('9987.5'), money('10012.5')]);
});

it('takes no margin and nothing that is not there', () => {
  place();
  const free = fixture.engine.account(1)?.standing;
  const charged = submit({ type: 'chargeCopyFee', ...FEE, amount: money('100000') });
  const taken = charged[0]?.outcome;
  expect(taken).toMatchObject({ ok: true });
  const after = fixture.engine.account(1)?.standing;
  expect(after && after.balance + after.floatingProfit - after.usedMargin).toBe(0n);
  expect(free && after && free.balance - after.balance).toBe(money(taken?.ok === true ? (taken.taken ?? '') : ''));
  expect(submit({ type: 'chargeCopyFee', ...FEE })[0]?.outcome).toEqual({
    ok: false,
    reason: 'insufficient_balance',
    detail: { available: '0.000000' },
  });
});
