import { minus } from '@fairlot/domain';
import type { PositionSplit } from '../event.ts';
import { attachOrder, countPosition } from './attach.ts';
import { invariant } from './invariant.ts';
import type { Rulebook } from './rulebook.ts';
import { Order, type State } from './state.ts';

/**
 * Moves lots of a position, with their shares of its figures, to a new order. The rest keeps the position's number, its
 * levels, those of parts as well, and their places in the indexes. A correction of the opening fill holds for both.
 */
export function foldSplit(state: State, rulebook: Rulebook, position: Order, event: PositionSplit): void {
  invariant(event.part === state.nextOrder, () => `part ${event.part} is out of order`);
  invariant(
    position.status === 'open' && event.lots > 0n && event.lots < position.lots,
    () => `part ${event.part} is none of position ${position.id}`,
  );
  state.nextOrder += 1;
  const { lots, margin, fee, swap } = event;
  const part = new Order(position.account, position.instrument, {
    ...position.record(),
    levels: undefined,
    id: event.part,
    lots,
    margin,
    fee,
    swap,
  });
  countPosition(state, position, -1);
  position.lots = minus(position.lots, lots);
  position.volume = Number(position.lots);
  position.margin = minus(position.margin, margin);
  position.fee = minus(position.fee, fee);
  position.swap = minus(position.swap, swap);
  // The result was computed for the whole.
  position.valuedAt = undefined;
  countPosition(state, position, 1);
  attachOrder(state, rulebook, part);
  shareCorrection(state, event);
}

function shareCorrection(state: State, { order, part, correction }: PositionSplit): void {
  invariant(state.corrected.has(order) === (correction !== undefined), () => `part ${part} shares no correction`);
  if (correction === undefined) return;
  const { open, count, waived, rest } = correction;
  state.corrected.set(part, { order: part, open, waived, count });
  state.corrected.set(order, { order, open, waived: rest, count });
}
