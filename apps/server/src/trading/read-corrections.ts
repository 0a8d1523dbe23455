import type { OrderId } from '@fairlot/engine';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../db/tables/index.ts';

/** A corrected fill as the engine booked it. */
export type CorrectionRow = Selectable<Tables['fill_corrections']>;

/** The corrections of an order's fills, oldest first. The engine makes only a few for each. */
export function readCorrections(db: Kysely<Tables>, order: OrderId): Promise<readonly CorrectionRow[]> {
  return db
    .selectFrom('fill_corrections')
    .selectAll()
    .where('order_id', '=', BigInt(order))
    .orderBy('number')
    .execute();
}
