import type { Text } from '../../shared/language/text.ts';
import type { StaffSelf } from '../../shared/session/session.ts';
import type { RowOf } from '../list-calls.ts';
import type { RowAction } from '../list-types.ts';

export type Position = RowOf<'officePositions'>;
export type Order = RowOf<'officeOrders'>;

/** What the viewer may do with a position, on the lists and on the client's page. Nothing yet. */
export function positionActions(_t: Text, _self: StaffSelf, _row: Position): readonly RowAction[] {
  return [];
}

/** What the viewer may do with an order, on the lists and on the client's page. Nothing yet. */
export function orderActions(_t: Text, _self: StaffSelf, _row: Order): readonly RowAction[] {
  return [];
}
