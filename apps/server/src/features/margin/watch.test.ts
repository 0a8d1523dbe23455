import { money } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { expect, it } from 'vitest';
import { MarginWatch } from './watch.ts';

/** A real account whose margin level is 10 %. */
const VIEW = {
  kind: 'real',
  positions: [],
  standing: { balance: money('10'), reserved: money('0'), floatingProfit: money('0'), usedMargin: money('100') },
};

it('warns the other accounts when the warning of one cannot be stored', async () => {
  const stored: AccountId[] = [];
  const errors: object[] = [];
  const deps = {
    store: {
      warned: () => Promise.resolve([]),
      exposed: () => Promise.resolve([1, 2]),
      warn: (account: AccountId) => {
        if (account === 1) return Promise.reject(new Error('simulated failure'));
        stored.push(account);
        return Promise.resolve(true);
      },
    },
    trading: { account: () => VIEW, onCommitted: () => () => undefined, onRollback: () => () => undefined },
    market: { instrument: () => undefined, isOpen: () => true },
    levels: () => ({ warning: 100, stopOut: 50 }),
    clock: () => 0,
    log: { error: (detail: object) => errors.push(detail) },
    onWarned: () => undefined,
  };
  const watch = new MarginWatch(deps as unknown as ConstructorParameters<typeof MarginWatch>[0]);
  await watch.start();
  await watch.stop();
  await watch.checkAll();
  expect(stored).toEqual([2]);
  expect(errors).toHaveLength(1);
});

it('warns an account whose opening a recovery found, though the database is away at first', async () => {
  const stored: AccountId[] = [];
  const exposed: AccountId[] = [];
  let isAway = false;
  const rollbacks: (() => void)[] = [];
  const deps = {
    store: {
      warned: () => Promise.resolve([]),
      exposed: () => (isAway ? Promise.reject(new Error('the database is away')) : Promise.resolve(exposed)),
      warn: (account: AccountId) => {
        stored.push(account);
        return Promise.resolve(true);
      },
    },
    trading: {
      account: () => VIEW,
      onCommitted: () => () => undefined,
      onRollback: (listener: () => void) => {
        rollbacks.push(listener);
        return () => undefined;
      },
    },
    market: { instrument: () => undefined, isOpen: () => true },
    levels: () => ({ warning: 100, stopOut: 50 }),
    clock: () => 0,
    log: { error: () => undefined },
    onWarned: () => undefined,
  };
  const watch = new MarginWatch(deps as unknown as ConstructorParameters<typeof MarginWatch>[0]);
  await watch.start();
  await watch.stop();
  isAway = true;
  exposed.push(3);
  for (const rolledBack of rollbacks) rolledBack();
  await expect(watch.checkAll()).rejects.toThrow('the database is away');
  isAway = false;
  await watch.checkAll();
  expect(stored).toEqual([3]);
});

/** A watch of one account whose store keeps warnings, and loses the answer of the first one. */
async function watchWithLostAnswer() {
  const view = { ...VIEW };
  let rolledBack: (() => void) | undefined;
  const stored = new Set<AccountId>();
  const mails: AccountId[] = [];
  const told: AccountId[] = [];
  let isLost = true;
  const deps = {
    store: {
      warned: () => Promise.resolve([]),
      exposed: () => Promise.resolve([1]),
      warn: (account: AccountId) => {
        if (stored.has(account)) return Promise.resolve(false);
        stored.add(account);
        mails.push(account);
        if (!isLost) return Promise.resolve(true);
        isLost = false;
        return Promise.reject(new Error('the connection was lost after the commit'));
      },
      recover: (account: AccountId) => {
        stored.delete(account);
        return Promise.resolve();
      },
    },
    trading: {
      account: () => view,
      onCommitted: () => () => undefined,
      onRollback: (listener: () => void) => {
        rolledBack = listener;
        return () => undefined;
      },
    },
    market: { instrument: () => undefined, isOpen: () => true },
    levels: () => ({ warning: 100, stopOut: 50 }),
    clock: () => 0,
    log: { error: () => undefined },
    onWarned: (account: AccountId) => told.push(account),
  };
  const watch = new MarginWatch(deps as unknown as ConstructorParameters<typeof MarginWatch>[0]);
  await watch.start();
  await watch.stop();
  // An account without positions is valued only once after it is read.
  const check = (): Promise<void> => {
    rolledBack?.();
    return watch.checkAll();
  };
  await check();
  const setBalance = (amount: string): void => {
    view.standing = { ...VIEW.standing, balance: money(amount) };
  };
  return { check, mails, told, setBalance };
}

it('tells of a warning once whose commit was not answered', async () => {
  const { check, mails, told } = await watchWithLostAnswer();
  expect(told).toEqual([]);
  for (let round = 0; round < 2; round += 1) await check();
  expect(told).toEqual([1]);
  expect(mails).toEqual([1]);
});

it('warns again of the next crossing when the account recovered before the repetition', async () => {
  const { check, mails, told, setBalance } = await watchWithLostAnswer();
  setBalance('1000');
  await check();
  setBalance('10');
  await check();
  expect(mails).toEqual([1, 1]);
  expect(told).toEqual([1]);
});
