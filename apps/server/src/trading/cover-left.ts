import { LEDGER_TYPES, type Money, asMoney } from '@fairlot/domain';
import type { OrderId } from '@fairlot/engine';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/tables/index.ts';

/**
 * SQL of what is left, in micro-dollars, of the negative balance that the house paid when the order `o` ended. All
 * orders of the account that ended at that moment share it. A correction `c` works off the part of its difference that
 * was neither booked nor waived before; the waived sum is that of the correction ahead, or of a split since then.
 * `counted`: a condition on the corrections that are subtracted.
 */
export function coverLeft(counted: string): string {
  return `(select coalesce(sum(t.amount), 0) from transfers t
      where t.account = o.account and t.kind = ${LEDGER_TYPES.negativeBalanceCover} and t.time = o.ended_at)
    - (select coalesce(sum(greatest(c.difference - c.amount - coalesce(s.waived, p.waived, 0), 0)), 0)
      from orders e join fill_corrections c on c.order_id = e.id
        left join fill_corrections p on p.order_id = c.order_id and p.number = c.number - 1
        left join split_corrections s on s.order_id = c.order_id and s.number = c.number - 1
      where e.account = o.account and e.ended_at = o.ended_at and ${counted})`;
}

/** The rest, after all corrections so far, of the negative balance that the house paid when an order ended. */
export async function readCoverLeft(db: Kysely<Tables>, order: OrderId): Promise<Money> {
  const { rows } = await sql<{ left: bigint }>`
    select (${sql.raw(coverLeft('true'))})::bigint as left from orders o where o.id = ${BigInt(order)}`.execute(db);
  return asMoney(rows[0]?.left ?? 0n);
}
