import type { AccountId, AccountView } from '@fairlot/engine';
import type { TradingHost } from './port.ts';

/** How long a commit may take before the caller is told of a failure. */
const PATIENCE_MS = 10_000;

/** The account as its last commit left it; waits while something of it is on its way. Undefined when there is none. */
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
    }, PATIENCE_MS);
    const stopListening = trading.onCommitted(() => {
      clearTimeout(timer);
      stopListening();
      resolve();
    });
  });
}
