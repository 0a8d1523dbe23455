import type { AccountId, AccountView } from '@fairlot/engine';
import { NotReadyError } from '../platform/not-ready-error.ts';
import type { TradingHost } from './port.ts';

/** Maximum wait for the account's changes to be committed. */
const TIMEOUT_MS = 10_000;

/**
 * An account in its committed state. Waits while changes of it are uncommitted. Undefined when it does not exist. Throws
 * NotReadyError when its shard commits nothing for too long, whatever other shards commit.
 */
export async function committedAccount(trading: TradingHost, id: AccountId): Promise<AccountView | undefined> {
  const account = trading.account(id);
  if (account !== 'uncommitted') return account;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stopListening();
      reject(new NotReadyError(`account ${id} was not committed in time`));
    }, TIMEOUT_MS);
    const stopListening = trading.onCommitted(() => {
      const now = trading.account(id);
      if (now === 'uncommitted') return;
      clearTimeout(timer);
      stopListening();
      resolve(now);
    });
  });
}
