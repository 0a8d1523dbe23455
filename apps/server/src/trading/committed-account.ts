import type { AccountId, AccountView } from '@fairlot/engine';
import type { TradingHost } from './port.ts';

/** Maximum wait for a commit. */
const TIMEOUT_MS = 10_000;

/** An account in its committed state. Waits while changes of it are uncommitted. Undefined when it does not exist. */
export async function committedAccount(trading: TradingHost, id: AccountId): Promise<AccountView | undefined> {
  for (;;) {
    const account = trading.account(id);
    if (account !== 'uncommitted') return account;
    await nextCommit(trading);
  }
}

function nextCommit(trading: TradingHost): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stopListening();
      reject(new Error('no commit came in time'));
    }, TIMEOUT_MS);
    const stopListening = trading.onCommitted(() => {
      clearTimeout(timer);
      stopListening();
      resolve();
    });
  });
}
