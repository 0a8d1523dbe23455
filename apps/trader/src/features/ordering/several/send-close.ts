import { CallError, closeByOpposite, closeSeveral, uniqueKey } from '@fairlot/client';
import type { SeveralClosed } from '@fairlot/client';
import { writeStored } from '@fairlot/web';
import { api } from '../../../shared/services/services.ts';
import { closingHere, notClosedHere } from '../lists/order-news.ts';
import { reloadOrders } from '../lists/orders-query.ts';
import { PENDING_CLOSE_KEY } from './pending-close-key.ts';
import { pendingClose } from './pending-close.ts';
import type { PendingClose, SeveralClose } from './pending-close.ts';

/**
 * Closes several positions and reloads the lists. After an unknown outcome the same close has the same key, also after
 * a reload, so that another try closes nothing twice. `ids`: the positions that are expected to close whole.
 */
export async function sendClose(
  user: string,
  close: SeveralClose,
  ids: readonly number[],
): Promise<SeveralClosed | CallError> {
  const before = pendingClose(user, Date.now());
  const isSame = before !== undefined && JSON.stringify(before.close) === JSON.stringify(close);
  const pending: PendingClose = isSame ? before : { close, key: uniqueKey(), user, at: Date.now() };
  writeStored(PENDING_CLOSE_KEY, pending);
  for (const id of ids) closingHere(id);
  const closed = await settle(pending);
  if (!(closed instanceof CallError && closed.outcomeUnknown)) {
    writeStored(PENDING_CLOSE_KEY, undefined);
    const gone = new Set(closed instanceof CallError ? [] : closed.closed.map((order) => order.id));
    for (const id of ids) if (!gone.has(id)) notClosedHere(id);
  }
  void reloadOrders(user);
  return closed;
}

async function settle({ close, key }: PendingClose): Promise<SeveralClosed | CallError> {
  const options = { key, quiet: true, announce: false };
  try {
    return close.call === 'closeAll'
      ? await closeSeveral(api, close.input, options)
      : await closeByOpposite(api, close.input, options);
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
}

/** Finds out the outcome of a close whose page was left before its answer; undefined without one. */
export async function resumeClose(user: string): Promise<SeveralClosed | CallError | undefined> {
  const pending = pendingClose(user, Date.now());
  return pending && sendClose(user, pending.close, []);
}
