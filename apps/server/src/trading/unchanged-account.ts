import type { AccountId, AccountView } from '@fairlot/engine';
import { committedAccount } from './committed-account.ts';
import type { TradingHost } from './port.ts';

const TRIES = 3;

/**
 * Reads the tables of an account in the state that its view has: a deposit between the two would look like profit. Reads
 * again when the account has changed meanwhile. Undefined when it does not exist, when `read` returns undefined, and when
 * it still changes after three attempts.
 */
export async function readUnchanged<T>(
  trading: Pick<TradingHost, 'account' | 'written' | 'onJournalled' | 'onRollback'>,
  account: AccountId,
  read: (view: AccountView) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = await committedAccount(trading, account);
    if (before === undefined) return undefined;
    // The tables may lack the last rows of what the engine has.
    await trading.written(account);
    const found = await read(before);
    if (found === undefined) return undefined;
    const after = await committedAccount(trading, account);
    if (after?.changedBy === before.changedBy) return found;
  }
  return undefined;
}
