import type { AccountId, AccountPositions, AccountView } from '@fairlot/engine';
import { NotReadyError } from '../platform/not-ready-error.ts';
import type { TradingHost } from './port.ts';

/** Maximum wait for the account's changes to be committed. */
const TIMEOUT_MS = 10_000;

/** The parts of the host that tell of commits. */
type Commits = Pick<TradingHost, 'onJournalled' | 'onRollback'>;

/**
 * An account in its committed state. Waits while changes of it are uncommitted. Undefined when it does not exist. Throws
 * NotReadyError when its shard commits nothing for too long, whatever other shards commit.
 */
export function committedAccount(
  trading: Commits & Pick<TradingHost, 'account'>,
  id: AccountId,
): Promise<AccountView | undefined> {
  return committed(trading, id, () => trading.account(id));
}

/** The open positions of an account in its committed state, as committedAccount. */
export function committedPositions(
  trading: Commits & Pick<TradingHost, 'positions'>,
  id: AccountId,
): Promise<AccountPositions | undefined> {
  return committed(trading, id, () => trading.positions(id));
}

async function committed<View>(
  trading: Commits,
  id: AccountId,
  read: () => View | 'uncommitted' | undefined,
): Promise<View | undefined> {
  const first = read();
  if (first !== 'uncommitted') return first;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stopListening();
      reject(new NotReadyError(`account ${id} was not committed in time`));
    }, TIMEOUT_MS);
    const look = (): void => {
      const now = read();
      if (now === 'uncommitted') return;
      clearTimeout(timer);
      stopListening();
      resolve(now);
    };
    // A recovery ends with a rollback that nothing is committed after.
    const stops = [trading.onJournalled(look), trading.onRollback(look)];
    const stopListening = (): void => {
      for (const stop of stops) stop();
    };
  });
}
