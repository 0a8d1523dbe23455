import type { Text } from '../../shared/language/text.ts';
import { mayCall } from '../../shared/session/rights.ts';
import type { StaffSelf } from '../../shared/session/session.ts';
import type { RowOf } from '../list-calls.ts';
import type { RowAction } from '../list-types.ts';
import { cancelOrder, closePosition, correctFill } from './desk-actions.ts';

export type Position = RowOf<'officePositions'>;
export type Order = RowOf<'officeOrders'>;

/** The actions that the viewer has for a position, on the lists and on the client's page. */
export function positionActions(t: Text, { roles }: StaffSelf, { id, state }: Position): readonly RowAction[] {
  if (!mayCall(roles, 'deskClose')) return [];
  const correct: RowAction = { label: t('desk.correct'), kind: 'secondary', run: () => correctFill(t, id, state) };
  if (state !== 'open') return [correct];
  return [{ key: 'c', label: t('desk.close'), kind: 'critical', run: () => closePosition(t, id) }, correct];
}

/** The actions that the viewer has for an order, on the lists and on the client's page. */
export function orderActions(t: Text, { roles }: StaffSelf, { id, state }: Order): readonly RowAction[] {
  if (state !== 'pending' || !mayCall(roles, 'deskCancel')) return [];
  return [{ key: 'c', label: t('desk.cancel'), kind: 'critical', run: () => cancelOrder(t, id) }];
}
