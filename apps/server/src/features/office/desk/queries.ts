import { type Kysely, type Selectable, type Transaction, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { UserNotices } from '../../../messages/user-notices.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';
import type { ListSlice } from '../../../staff/list-export.ts';

type Deed = Selectable<Tables['desk_deeds']>;

/** A deed with its author's name and what became of its order. */
export interface DeedRow extends Omit<Deed, 'key'> {
  readonly author: string;
  readonly instrument: number;
  readonly close_price: bigint | null;
  readonly profit: bigint | null;
}

/** A close or a cancel to store. */
export interface NewDeed extends Pick<Deed, 'kind' | 'reason' | 'key'> {
  readonly order: number;
  readonly user: number;
  readonly author: number;
  /** The change that a second person approved. */
  readonly proposal?: number | undefined;
}

/** An order and the kind of its account. */
export interface DeskOrderRow extends Pick<
  Selectable<Tables['orders']>,
  'id' | 'account' | 'instrument' | 'side' | 'lots' | 'status' | 'target' | 'price' | 'close_price' | 'profit'
> {
  readonly kind: 'real' | 'demo';
}

/** The words of a notice about an order that staff ended. */
export interface EndedOrder {
  readonly code: string;
  /** The price of a close; undefined for a cancelled order. */
  readonly price?: string | undefined;
  /** Micro-dollars, signed. */
  readonly profit?: bigint | undefined;
}

/** The table of what staff decided at the desk. The engine does it. */
export class DeskQueries {
  readonly #db: Kysely<Tables>;
  readonly #notices: UserNotices;

  constructor(db: Kysely<Tables>, notices: UserNotices) {
    this.#db = db;
    this.#notices = notices;
  }

  order(id: number): Promise<DeskOrderRow | undefined> {
    return this.#db
      .selectFrom('orders')
      .innerJoin('accounts', 'accounts.id', 'orders.account')
      .select([
        'orders.id',
        'orders.account',
        'orders.instrument',
        'orders.side',
        'orders.lots',
        'orders.status',
        'orders.target',
        'orders.price',
        'orders.close_price',
        'orders.profit',
        'accounts.kind',
      ])
      .where('orders.id', '=', BigInt(id))
      .executeTakeFirst();
  }

  /**
   * Stores a deed, or finds the one under the same key. Undefined, and nothing is stored, when `mayAlone` refuses a new
   * one, which runs in the same transaction.
   */
  async add(
    { kind, order, user, author, proposal, reason, key }: NewDeed,
    mayAlone: (db: Transaction<Tables>, id: number) => Promise<boolean>,
  ): Promise<number | undefined> {
    const refused = new Error('a second person is needed');
    try {
      await this.#db.transaction().execute(async (db) => {
        const stored = await db
          .insertInto('desk_deeds')
          .values({
            kind,
            order_id: BigInt(order),
            user_id: BigInt(user),
            author_id: BigInt(author),
            proposal_id: proposal === undefined ? null : BigInt(proposal),
            reason,
            key,
            state: 'decided',
            refusal: null,
          })
          .onConflict((conflict) => conflict.columns(['author_id', 'key']).doNothing())
          .returning('id')
          .executeTakeFirst();
        if (stored !== undefined && !(await mayAlone(db, Number(stored.id)))) throw refused;
      });
    } catch (error) {
      if (error === refused) return undefined;
      throw error;
    }
    return this.byKey(author, key);
  }

  /** The number of the author's deed under a key. */
  async byKey(author: number, key: string): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom('desk_deeds')
      .select('id')
      .where('author_id', '=', BigInt(author))
      .where('key', '=', key)
      .executeTakeFirst();
    return row === undefined ? undefined : Number(row.id);
  }

  byId(id: number): Promise<DeedRow | undefined> {
    return this.#named().where('desk_deeds.id', '=', BigInt(id)).executeTakeFirst();
  }

  /** Stores the outcome once, tells the user of a deed that was done, and runs `onRefused` with a refusal. */
  async finish(
    id: number,
    refusal: string | null,
    ended: EndedOrder,
    onRefused: (db: Transaction<Tables>) => Promise<void>,
  ): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      const row = await db
        .updateTable('desk_deeds')
        .set({ state: refusal === null ? 'done' : 'refused', refusal })
        .where('id', '=', BigInt(id))
        .where('state', '=', 'decided')
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return;
      if (refusal !== null) {
        await onRefused(db);
        return;
      }
      const { code, price, profit } = ended;
      await this.#notices.put(db, {
        user: row.user_id,
        template: row.kind === 'close' ? 'position_closed_by_staff' : 'order_cancelled_by_staff',
        reason: row.reason,
        ...(profit !== undefined && { amount: profit }),
        params: { number: String(row.order_id), code, ...(price !== undefined && { price }) },
      });
    });
  }

  /** Numbers of deeds whose outcome is not stored, ascending. */
  async unfinished(after: bigint, limit: number): Promise<readonly bigint[]> {
    const rows = await this.#db
      .selectFrom('desk_deeds')
      .select('id')
      .where('state', '=', 'decided')
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** The change that waits for an order's close; undefined when there is none. */
  async waitingChange(order: number): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom('staff_proposals')
      .select('id')
      .where('kind', '=', 'close')
      .where('subject_id', '=', BigInt(order))
      .where('state', 'in', ['waiting', 'approved'])
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? undefined : Number(row.id);
  }

  async page(
    filters: { readonly user_id?: number | undefined; readonly kind?: Deed['kind'] | undefined } & DateRange,
    { offset, limit }: ListSlice,
  ) {
    const isInPeriod = isWithin('desk_deeds.created_at', filters);
    let query = this.#named().where(isInPeriod);
    let count = this.#db.selectFrom('desk_deeds').where(isInPeriod);
    if (filters.user_id !== undefined) {
      query = query.where('desk_deeds.user_id', '=', BigInt(filters.user_id));
      count = count.where('user_id', '=', BigInt(filters.user_id));
    }
    if (filters.kind !== undefined) {
      query = query.where('desk_deeds.kind', '=', filters.kind);
      count = count.where('kind', '=', filters.kind);
    }
    const rows = await query.orderBy('desk_deeds.id', 'desc').offset(offset).limit(limit).execute();
    const { total } = await count.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  #named() {
    return this.#db
      .selectFrom('desk_deeds')
      .innerJoin('staff', 'staff.id', 'desk_deeds.author_id')
      .innerJoin('orders', 'orders.id', 'desk_deeds.order_id')
      .select([
        'desk_deeds.id',
        'desk_deeds.kind',
        'desk_deeds.order_id',
        'desk_deeds.user_id',
        'desk_deeds.author_id',
        'desk_deeds.proposal_id',
        'desk_deeds.reason',
        'desk_deeds.state',
        'desk_deeds.refusal',
        'desk_deeds.created_at',
        'staff.name as author',
        'orders.instrument',
        'orders.close_price',
        'orders.profit',
      ]);
  }
}
