import { type RawBuilder, sql } from 'kysely';
import type { StoredGuarantee } from '../db/tables/trading.ts';

/** Micro-dollars that an order `o` paid for its guaranteed stop; 0 unless the guarantee set the closing price. */
export const PREMIUM: RawBuilder<bigint> = sql`coalesce((o.guarantee->>'premium')::bigint, 0)`;

/** The result of an ended order `o` after fee, swaps and premium; null for a cancelled one. */
export const NET_RESULT: RawBuilder<bigint | null> = sql`(o.profit - o.fee + o.swap - ${PREMIUM})`;

/** A closed row of the table of orders. */
interface Closed {
  readonly profit: bigint | null;
  readonly fee: bigint;
  readonly swap: bigint;
  readonly guarantee: StoredGuarantee | null;
}

/** Micro-dollars that a row of the table of orders paid for its guaranteed stop. */
export function premiumOf({ guarantee }: Pick<Closed, 'guarantee'>): bigint {
  return BigInt(guarantee?.premium ?? 0);
}

/** NET_RESULT of a row that is read already, in micro-dollars. A result that is null counts as zero. */
export function netResultOf(row: Closed): bigint {
  return (row.profit ?? 0n) - row.fee + row.swap - premiumOf(row);
}
