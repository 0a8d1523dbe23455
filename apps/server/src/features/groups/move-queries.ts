import type { GroupId } from '@fairlot/domain';
import { type Kysely, type Selectable, type Transaction, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { type DateRange, isWithin } from '../../staff/date-range.ts';
import type { ListSlice } from '../../staff/list-export.ts';
import { GROUP_OF_ACCOUNT } from '../../trading/group-of-account.ts';

export type MoveRow = Selectable<Tables['client_group_moves']>;

/** An account as a move sees it. */
export interface GroupedAccount {
  readonly kind: 'real' | 'demo';
  readonly group: GroupId;
  readonly positions: number;
  readonly pending: number;
}

/** A move to store. */
export interface NewMove {
  readonly staff: number;
  readonly name: string;
  readonly user: number;
  readonly from: GroupId;
  readonly to: GroupId;
  readonly reason: string;
  readonly proposal: number | null;
}

/** The table of moves between groups. */
export class MoveQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async account(user: number): Promise<GroupedAccount | undefined> {
    const { rows } = await sql<GroupedAccount>`select a.kind, ${GROUP_OF_ACCOUNT} as "group",
        (select count(*) from orders o where o.account = a.id and o.shard = a.shard and o.ended_at is null and o.status = 'open')::integer as positions,
        (select count(*) from orders o where o.account = a.id and o.shard = a.shard and o.ended_at is null and o.status = 'pending')::integer as pending
      from accounts a where a.id = ${user} and a.retired_at is null`.execute(this.#db);
    return rows[0];
  }

  /** Stores a move before the engine is told; a proposal's again after a crash. */
  add({ staff, name, user, from, to, reason, proposal }: NewMove): Promise<MoveRow> {
    return this.#db
      .insertInto('client_group_moves')
      .values({
        staff_id: BigInt(staff),
        staff_name: name,
        user_id: BigInt(user),
        from_group: from,
        to_group: to,
        reason,
        proposal_id: proposal === null ? null : BigInt(proposal),
      })
      .onConflict((conflict) => conflict.column('proposal_id').doUpdateSet({ staff_name: name }))
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  /** Marks a move as done; `finish` runs in the same transaction. */
  async complete(id: bigint, finish?: (db: Transaction<Tables>) => Promise<void>): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await db.updateTable('client_group_moves').set({ done: true }).where('id', '=', id).execute();
      await finish?.(db);
    });
  }

  /** Forgets a move that the engine refused. */
  async forget(id: bigint): Promise<void> {
    await this.#db.deleteFrom('client_group_moves').where('id', '=', id).where('done', '=', false).execute();
  }

  /** Moves of one call that a crash interrupted. Those of proposals are repeated with their proposal. */
  unfinished(): Promise<readonly MoveRow[]> {
    return this.#db
      .selectFrom('client_group_moves')
      .selectAll()
      .where('done', '=', false)
      .where('proposal_id', 'is', null)
      .orderBy('id')
      .execute();
  }

  async page(
    {
      user_id: user,
      group_id: group,
      ...period
    }: DateRange & { user_id?: number | undefined; group_id?: number | undefined },
    { offset, limit }: ListSlice,
  ) {
    let found = this.#db
      .selectFrom('client_group_moves')
      .where('done', '=', true)
      .where(isWithin('client_group_moves.at', period));
    if (user !== undefined) found = found.where('user_id', '=', BigInt(user));
    if (group !== undefined)
      found = found.where((eb) => eb.or([eb('from_group', '=', group), eb('to_group', '=', group)]));
    const rows = await found.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }
}
