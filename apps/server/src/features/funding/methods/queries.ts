import { isolate } from '@fairlot/i18n';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { FundingTables } from '../../../db/tables/funding.ts';
import type { Tables } from '../../../db/tables/index.ts';
import type { UserNotices } from '../../../messages/user-notices.ts';

export type MethodRow = Selectable<FundingTables['draw_methods']> & {
  readonly type: number;
  readonly code: string;
  readonly protocol: string;
};
export type NewMethod = Omit<Insertable<FundingTables['draw_methods']>, 'removed_at'>;

/** Bound addresses and bank accounts. Rows are added and removed, never changed. */
export class MethodQueries {
  readonly #db: Kysely<Tables>;
  readonly #notices: UserNotices;

  constructor(db: Kysely<Tables>, notices: UserNotices) {
    this.#db = db;
    this.#notices = notices;
  }

  /** The user's bound methods of a type, of one currency or of all. */
  ofUser(user: number, type: number, currency: number | undefined): Promise<MethodRow[]> {
    const mine = this.#bound(user).where('draw_currencies.type', '=', type).orderBy('draw_methods.id', 'desc');
    return (currency === undefined ? mine : mine.where('draw_methods.currency_id', '=', BigInt(currency))).execute();
  }

  /** A bound method, only if it belongs to this user. */
  async own(user: number, id: number): Promise<MethodRow | undefined> {
    return this.#bound(user).where('draw_methods.id', '=', BigInt(id)).executeTakeFirst();
  }

  async count(user: number): Promise<number> {
    const row = await this.#db
      .selectFrom('draw_methods')
      .select(sql<bigint>`count(*)`.as('count'))
      .where('user_id', '=', BigInt(user))
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  /** The method bound under an idempotency key, even if it has been removed since. */
  async byKey(user: number, key: string): Promise<MethodRow | undefined> {
    return this.#all()
      .where('draw_methods.user_id', '=', BigInt(user))
      .where('draw_methods.key', '=', key)
      .executeTakeFirst();
  }

  /**
   * Binds a method and queues the owner's notice. Returns the existing row when the same method is bound already;
   * `isNew` tells which.
   */
  async insert(values: NewMethod): Promise<{ readonly row: MethodRow | undefined; readonly isNew: boolean }> {
    const isNew = await this.#db.transaction().execute(async (transaction) => {
      const inserted = await transaction
        .insertInto('draw_methods')
        .values({ ...values, removed_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (inserted === undefined) return false;
      await this.#notices.put(transaction, {
        user: values.user_id,
        template: 'method_bound',
        params: { method: shownMethod(values) },
      });
      return true;
    });
    const row =
      (await this.byKey(Number(values.user_id), values.key)) ??
      (await this.#bound(Number(values.user_id))
        .where('draw_methods.currency_id', '=', values.currency_id)
        .where('draw_methods.dc_address', '=', values.dc_address)
        .where('draw_methods.payee_account', '=', values.payee_account)
        .executeTakeFirst());
    return { row, isNew };
  }

  /** Returns false when the user has no such method. */
  async remove(user: number, id: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('draw_methods')
      .set({ removed_at: sql<Date>`coalesce(removed_at, now())` })
      .where('user_id', '=', BigInt(user))
      .where('id', '=', BigInt(id))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** The numbers of bound and of removed methods of a user. */
  async figures(user: number): Promise<{ readonly bound: number; readonly removed: number }> {
    const row = await this.#db
      .selectFrom('draw_methods')
      .select([
        sql<bigint>`count(*) filter (where removed_at is null)`.as('bound'),
        sql<bigint>`count(removed_at)`.as('removed'),
      ])
      .where('user_id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    return { bound: Number(row.bound), removed: Number(row.removed) };
  }

  #bound(user: number) {
    return this.#all().where('draw_methods.user_id', '=', BigInt(user)).where('draw_methods.removed_at', 'is', null);
  }

  #all() {
    return this.#db
      .selectFrom('draw_methods')
      .innerJoin('draw_currencies', 'draw_currencies.id', 'draw_methods.currency_id')
      .selectAll('draw_methods')
      .select(['draw_currencies.type', 'draw_currencies.code', 'draw_currencies.protocol']);
  }
}

/** Start and end of the address or account number, left-to-right in every language. */
function shownMethod({ dc_address: address, payee_account: account }: NewMethod): string {
  const text = address === '' ? account : address;
  return isolate(text.length <= 16 ? text : `${text.slice(0, 6)}…${text.slice(-6)}`);
}
