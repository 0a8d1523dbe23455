import type { AccountView } from '@fairlot/engine';
import { expect, it } from 'vitest';
import { readUnchanged } from './unchanged-account.ts';

const ACCOUNT = 7;

/** A host whose tables follow its account when they are waited for. `changes`: rows that come during so many reads. */
function hostWith(changes: number) {
  let [row, written, left] = [5, 4, changes];
  return {
    trading: {
      account: () => ({ changedBy: row }) as AccountView,
      written: async (account?: number) => {
        if (account === ACCOUNT) written = row;
      },
      onJournalled: () => () => undefined,
      onRollback: () => () => undefined,
    },
    read: async ({ changedBy }: AccountView) => {
      const found = { changedBy, written };
      if (left > 0) row += 1;
      left -= 1;
      return found;
    },
  };
}

it('reads tables that have all that the view of the account has', async () => {
  const { trading, read } = hostWith(0);
  expect(await readUnchanged(trading, ACCOUNT, read)).toEqual({ changedBy: 5, written: 5 });
});

it('reads again when the account has changed meanwhile, and gives up on one that goes on changing', async () => {
  const some = hostWith(2);
  expect(await readUnchanged(some.trading, ACCOUNT, some.read)).toEqual({ changedBy: 7, written: 7 });
  const many = hostWith(3);
  expect(await readUnchanged(many.trading, ACCOUNT, many.read)).toBeUndefined();
});
