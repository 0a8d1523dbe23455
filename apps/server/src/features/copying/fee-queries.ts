import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { CopyRow } from './copy-row.ts';

/** Fees that are read at a time. */
const AT_ONCE = 500;

/** A fee with the parties of its copy. */
export type FeeRow = Selectable<Tables['copy_fees']> & Pick<CopyRow, 'user_id' | 'leader_id' | 'fee_percent'>;

/** Fees that are not paid, in their order. Those that stay unpaid do not hide later ones. */
export async function* openFees(db: Kysely<Tables>): AsyncGenerator<FeeRow> {
  for (let after = 0n; ;) {
    const fees = await db
      .selectFrom('copy_fees')
      .innerJoin('copies', 'copies.id', 'copy_fees.copy_id')
      .selectAll('copy_fees')
      .select(['user_id', 'leader_id', 'fee_percent'])
      .where('paid', '=', false)
      .where('copy_fees.id', '>', after)
      .orderBy('copy_fees.id')
      .limit(AT_ONCE)
      .execute();
    yield* fees;
    const last = fees.at(-1);
    if (last === undefined || fees.length < AT_ONCE) return;
    after = last.id;
  }
}

/** The number of fees that stay with the house until staff decide. */
export async function countHeldFees(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('copy_fees')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('paid_to', '=', 'house')
    .executeTakeFirstOrThrow();
  return Number(count);
}
