import type { CopyId, LeaderDeed } from '@fairlot/copying';
import type { AccountPositions, OrderId } from '@fairlot/engine';
import type { TradingHost } from '../../../trading/port.ts';
import type { CopyRegistry } from '../registry.ts';

interface NoteDeps {
  readonly registry: CopyRegistry;
  readonly trading: Pick<TradingHost, 'positions'>;
  /** Told of copies with a new result, whose sums have to be computed again. */
  readonly recorded: (copy: CopyId) => void;
}

/**
 * Notes in memory what a copy has done for a deed, once the tables have it: the position that it has opened, or the end of
 * one. `done`: the copied order; null when the deed was skipped. A repeat changes nothing.
 */
export function noteResult(
  { registry, trading, recorded }: NoteDeps,
  { change, order: leaderOrder }: LeaderDeed,
  copy: CopyId,
  done: OrderId | null,
): void {
  recorded(copy);
  if (change.type === 'open') registry.follow(copy, leaderOrder, done);
  const copier = registry.get(copy)?.copier;
  if (change.type === 'close' && change.lots >= change.before && copier !== undefined)
    registry.forget(
      copy,
      leaderOrder,
      // A done close of the whole position leaves nothing open.
      (order) => done === null && isOpenIn(trading.positions(copier), order),
    );
}

/** True when the position is open, or may be because the account has uncommitted changes. */
function isOpenIn(held: AccountPositions | 'uncommitted' | undefined, order: OrderId): boolean {
  return held === 'uncommitted' || held?.positions.some(({ id }) => id === order) === true;
}
