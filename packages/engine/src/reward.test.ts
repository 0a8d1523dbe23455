import { money } from '@fairlot/domain';
import { beforeEach, expect, it } from 'vitest';
import { events, fixture, place, startEngine, submit } from './engine.test-support.ts';

const REWARD = {
  type: 'reward',
  amount: money('12.5'),
  memo: '10% × 125.000000 USD, 2026-11-22',
  reference: 7,
} as const;

beforeEach(() => startEngine());

it('is paid by the house to a real account, and states what the account was worth before', () => {
  expect(submit({ type: 'openAccount', account: 5, kind: 'real' })[0]?.outcome).toEqual({ ok: true });
  submit({ type: 'deposit', account: 5, amount: money('100'), reference: 1 });
  const rows = submit({ ...REWARD, account: 5 });
  expect(rows[0]?.outcome).toEqual({ ok: true });
  expect(events(rows, 'transferred')).toMatchObject([
    {
      kind: 'reward',
      debit: { house: 'rewards' },
      credit: { account: 5, book: 'cash' },
      amount: money('12.5'),
      memo: REWARD.memo,
      reference: 7,
      worth: money('100'),
    },
  ]);
  expect(fixture.engine.account(5)?.standing.balance).toBe(money('112.5'));
});

it('is refused to a demo account and to an unknown one', () => {
  place();
  expect(submit({ ...REWARD, account: 1 })[0]?.outcome).toEqual({ ok: false, reason: 'real_account_required' });
  expect(submit({ ...REWARD, account: 99 })[0]?.outcome).toEqual({ ok: false, reason: 'unknown_account' });
});
