import { type Kysely, type Selectable, type Transaction, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import { notStuck } from '../../../staff/stuck-records.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';

type State = Selectable<Tables['adjustments']>['state'];

/** A correction with the names of its author and approver. */
export interface AdjustmentRow extends Omit<Selectable<Tables['adjustments']>, 'key'> {
  readonly author: string;
  readonly approver: string | null;
}

/** A proposed correction. */
export interface Proposal {
  readonly user: number;
  /** Micro-dollars, signed. */
  readonly amount: bigint;
  readonly memo: string;
  readonly author: number;
  readonly key: string;
}

/** The table of corrections. The engine books the money. */
export class AdjustmentQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /**
   * Stores a proposal, or finds the one stored under the same key. Returns its id. A new proposal is approved when
   * `needsNobody` says so, in the same transaction.
   */
  async propose(
    { user, amount, memo, author, key }: Proposal,
    needsNobody: (db: Transaction<Tables>, id: number) => Promise<boolean>,
  ): Promise<number> {
    await this.#db.transaction().execute(async (db) => {
      const stored = await db
        .insertInto('adjustments')
        .values({
          user_id: BigInt(user),
          amount,
          memo,
          state: 'waiting',
          key,
          author_id: BigInt(author),
          approver_id: null,
          decided_at: null,
          reason: null,
        })
        .onConflict((conflict) => conflict.columns(['author_id', 'key']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (stored !== undefined && (await needsNobody(db, Number(stored.id))))
        await db.updateTable('adjustments').set({ state: 'approved' }).where('id', '=', stored.id).execute();
    });
    const { id } = await this.#db
      .selectFrom('adjustments')
      .select('id')
      .where('author_id', '=', BigInt(author))
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    return Number(id);
  }

  /** Tells whether the author has a proposal under this key. */
  async isKnown(author: number, key: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('adjustments')
      .select('id')
      .where('author_id', '=', BigInt(author))
      .where('key', '=', key)
      .executeTakeFirst();
    return row !== undefined;
  }

  byId(id: number): Promise<AdjustmentRow | undefined> {
    return this.#named().where('adjustments.id', '=', BigInt(id)).executeTakeFirst();
  }

  /** Stores the second person's decision; false when the correction is not waiting or the approver is its author. */
  async decide(id: number, approver: number, approved: boolean): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('adjustments')
      .set({ state: approved ? 'approved' : 'rejected', approver_id: BigInt(approver), decided_at: sql<Date>`now()` })
      .where('id', '=', BigInt(id))
      .where('state', '=', 'waiting')
      .where('author_id', '<>', BigInt(approver))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Stores the engine's outcome: `reason` is null when the money was booked. */
  async finish(id: number, reason: string | null): Promise<void> {
    await this.#db
      .updateTable('adjustments')
      .set({ state: reason === null ? 'done' : 'refused', reason, decided_at: sql<Date>`coalesce(decided_at, now())` })
      .where('id', '=', BigInt(id))
      .where('state', '=', 'approved')
      .execute();
  }

  /** Ids of approved corrections after `after` whose outcome is neither stored nor marked as stuck, ascending. */
  async unfinished(after: bigint, limit: number): Promise<readonly bigint[]> {
    const rows = await this.#db
      .selectFrom('adjustments')
      .select('id')
      .where('state', '=', 'approved')
      .where('id', '>', after)
      .where(notStuck('adjustments'))
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  async page(
    filters: { readonly user_id?: number | undefined; readonly state?: State | undefined } & DateRange,
    { offset, limit }: ListSlice,
  ) {
    const isInPeriod = isWithin('adjustments.created_at', filters);
    let query = this.#named().where(isInPeriod);
    let count = this.#db.selectFrom('adjustments').where(isInPeriod);
    if (filters.user_id !== undefined) {
      query = query.where('user_id', '=', BigInt(filters.user_id));
      count = count.where('user_id', '=', BigInt(filters.user_id));
    }
    if (filters.state !== undefined) {
      query = query.where('state', '=', filters.state);
      count = count.where('state', '=', filters.state);
    }
    const rows = await query.orderBy('adjustments.id', 'desc').offset(offset).limit(limit).execute();
    const { total } = await count.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  async waiting(): Promise<{ readonly waiting: number; readonly oldestAt: Date | undefined }> {
    const row = await this.#db
      .selectFrom('adjustments')
      .where('state', '=', 'waiting')
      .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.min('created_at').as('oldest')])
      .executeTakeFirstOrThrow();
    return { waiting: Number(row.count), oldestAt: row.oldest ?? undefined };
  }

  #named() {
    return this.#db
      .selectFrom('adjustments')
      .innerJoin('staff as author', 'author.id', 'adjustments.author_id')
      .leftJoin('staff as approver', 'approver.id', 'adjustments.approver_id')
      .select([
        'adjustments.id',
        'user_id',
        'amount',
        'memo',
        'state',
        'author_id',
        'approver_id',
        'adjustments.created_at',
        'decided_at',
        'reason',
        'author.name as author',
        'approver.name as approver',
      ]);
  }
}
