import { type Instrument, type Lots, type Money, formatLots, minus, nearestParts, partRefusal } from '@fairlot/domain';
import { InvariantError } from '../core/invariant.ts';
import { orderOf } from '../core/fold.ts';
import type { Order } from '../core/state.ts';
import type { Work } from '../core/work.ts';
import type { PositionSplit } from '../event.ts';
import type { CorrectedOrder } from '../image.ts';
import type { Outcome } from '../outcome.ts';
import { guaranteeOf } from './guarantee.ts';
import { protectionOf } from './levels.ts';
import { refuse } from './outcomes.ts';
import { trailingOf } from './trailing.ts';

/** Refuses to close a part that can't be traded or leaves a rest that can't, with the nearest volumes that can. */
export function refusedPart(terms: Instrument, position: Lots, part: Lots): Outcome | undefined {
  const reason = partRefusal(terms, position, part);
  if (reason === undefined) return undefined;
  const { lower, upper } = nearestParts(terms, position, part);
  return refuse(reason, {
    ...(lower !== undefined && { lower: formatLots(lower) }),
    ...(upper !== undefined && { upper: formatLots(upper) }),
  });
}

/**
 * The position itself for all of its lots, or a new order with a part of them. The rest keeps the partial levels that it
 * has lots for. The caller closes it in the same row, after
 * the owed swaps are settled.
 */
export function partOf(work: Work, position: Order, lots: Lots): Order {
  if (lots === position.lots) return position;
  const { account, margin, fee, swap, lots: whole } = position;
  const part = work.state.nextOrder;
  const share = (amount: Money): Money => work.rulebook.shareOf(amount, lots, whole);
  work.touch(account);
  work.emit({
    type: 'positionSplit',
    order: position.id,
    part,
    account: account.id,
    lots,
    margin: share(margin),
    fee: share(fee),
    swap: share(swap),
    ...protectionOf(position),
    ...trailingOf(position),
    ...guaranteeOf(position),
    ...sharedCorrection(work.state.corrected.get(position.id), share),
  });
  trimLevels(work, position);
  return orderOf(work.state, part);
}

/** Cuts the partial levels of a position to the lots that it has kept. The account was touched by the split. */
function trimLevels(work: Work, { id, account, lots, instrument, partial }: Order): void {
  if (partial === undefined) return;
  const { levels } = partial;
  if (instrument.terms === undefined) throw new InvariantError(`position ${id} is in an instrument without terms`);
  const left = work.rulebook.trimmedLevels(instrument.terms, lots, levels);
  if (left.length === levels.length && left.every((level, index) => level === levels[index])) return;
  work.emit({ type: 'partialLevelsChanged', order: id, account: account.id, levels: left });
}

function sharedCorrection(
  corrected: CorrectedOrder | undefined,
  share: (amount: Money) => Money,
): Pick<PositionSplit, 'correction'> {
  if (corrected === undefined) return {};
  const { open, count } = corrected;
  const waived = share(corrected.waived);
  return { correction: { open, count, waived, rest: minus(corrected.waived, waived) } };
}
