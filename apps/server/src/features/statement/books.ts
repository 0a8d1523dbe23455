import { LEDGER_TYPES, type LedgerType, type Money, asMoney } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { movesOf } from '../../trading/days/account-moves.ts';
import type { Span } from './period.ts';

/** An account's money: available, and in total with frozen money. */
export interface Books {
  readonly total: Money;
  readonly available: Money;
}

/** An account's money at both ends of a period, and the movements in between. */
export interface PeriodBooks {
  readonly opening: Books;
  readonly closing: Books;
  /** Changes of the total by ledger type. Reserving and releasing don't change it. */
  readonly moved: ReadonlyMap<LedgerType, Money>;
}

const NAMES = new Map<number, LedgerType>(
  (Object.entries(LEDGER_TYPES) as [LedgerType, number][]).map(([name, kind]) => [kind, name]),
);

/**
 * Reads the books of a period. Opening is the sum of all earlier transfers; closing is computed backwards from the
 * account's row and the later transfers. Throws if both don't agree, because then the books are broken. Whole days are
 * read as sums, so the cost of a long history depends on its days, not its transfers.
 */
export async function readBooks(db: Kysely<Tables>, account: AccountId, { from, to }: Span): Promise<PeriodBooks> {
  const row = await db
    .selectFrom('accounts')
    .select(['cash', 'order_reserve', 'withdrawal_hold'])
    .where('id', '=', BigInt(account))
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ part: 'before' | 'within' | 'after'; kind: number; total: bigint; available: bigint }>`
    select case when m.time < ${from} then 'before' when m.time < ${to} then 'within' else 'after' end as part, m.kind,
      sum(m.total)::bigint as total, sum(m.available)::bigint as available
    from ${movesOf(account)} m group by 1, 2`.execute(db);
  const sum = (part: string, pick: (row: (typeof rows)[number]) => bigint): bigint =>
    rows.filter((each) => each.part === part).reduce((all, each) => all + pick(each), 0n);
  const opening = {
    total: sum('before', ({ total }) => total),
    available: sum('before', ({ available }) => available),
  };
  const closing = {
    total: row.cash + row.order_reserve + row.withdrawal_hold - sum('after', ({ total }) => total),
    available: row.cash - sum('after', ({ available }) => available),
  };
  const within = { total: sum('within', ({ total }) => total), available: sum('within', ({ available }) => available) };
  if (opening.total + within.total !== closing.total || opening.available + within.available !== closing.available) {
    throw new Error(`the transfers of account ${account} do not add up to its balance`);
  }
  const moved = new Map<LedgerType, Money>();
  for (const { part, kind, total } of rows) if (part === 'within') moved.set(nameOf(kind), asMoney(total));
  return { opening: branded(opening), closing: branded(closing), moved };
}

function branded({ total, available }: { readonly total: bigint; readonly available: bigint }): Books {
  return { total: asMoney(total), available: asMoney(available) };
}

function nameOf(kind: number): LedgerType {
  const name = NAMES.get(kind);
  if (name === undefined) throw new Error(`there is no ledger type ${kind}`);
  return name;
}
