import type { AccountId, AccountPositions } from '@fairlot/engine';
import { NotReadyError } from '../../../platform/not-ready-error.ts';
import { committedPositions } from '../../../trading/committed-account.ts';
import type { TradingHost } from '../../../trading/port.ts';

/**
 * The committed positions of a copier; `uncommitted` when its shard commits nothing for too long. A rejection would end
 * the run, which has the copiers of all shards.
 */
export async function positionsOf(
  trading: Pick<TradingHost, 'positions' | 'onJournalled' | 'onRollback'>,
  copier: AccountId,
): Promise<AccountPositions | 'uncommitted' | undefined> {
  try {
    return await committedPositions(trading, copier);
  } catch (error) {
    if (error instanceof NotReadyError) return 'uncommitted';
    throw error;
  }
}
