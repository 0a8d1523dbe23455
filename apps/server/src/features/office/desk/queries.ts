import type { FillName } from '@fairlot/engine';
import type { Money } from '@fairlot/domain';
import { type Kysely, type Selectable, type Transaction, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { UserNotices } from '../../../messages/user-notices.ts';
import { readCoverLeft } from '../../../trading/cover-left.ts';
import type { CorrectionRow } from '../../../trading/read-corrections.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';
import type { ListSlice } from '../../../staff/list-export.ts';

type Deed = Selectable<Tables['desk_deeds']>;

/** A deed with its author's name and what became of its order. */
export interface DeedRow extends Omit<Deed, 'key'> {
  readonly author: string;
  readonly instrument: number;
  readonly close_price: bigint | null;
  readonly profit: bigint | null;
  /** The booked part of a correction; null before it is made. */
  readonly amount: bigint | null;
}

/** The correction of a fill that is to be stored. */
export interface DeedCorrection {
  readonly fill: FillName;
  readonly price: bigint;
  /** True while the position is open: the engine then knows its figures. */
  readonly whileOpen: boolean;
}

/** A close, a cancel or a correction to store. */
export interface NewDeed extends Pick<Deed, 'kind' | 'reason' | 'key'> {
  readonly order: number;
  readonly user: number;
  readonly author: number;
  /** The change that a second person approved. */
  readonly proposal?: number | undefined;
  readonly correction?: DeedCorrection | undefined;
}

const ORDER_COLUMNS = [
  'id',
  'account',
  'instrument',
  'side',
  'lots',
  'status',
  'target',
  'price',
  'close_price',
  'profit',
  'conversion_quote',
  'open_quote_seq',
  'open_quote_time',
  'open_quote_bid',
  'open_quote_ask',
  'close_quote_seq',
  'close_quote_time',
  'close_quote_bid',
  'close_quote_ask',
] as const;

/** An order and the kind of its account. */
export interface DeskOrderRow extends Pick<Selectable<Tables['orders']>, (typeof ORDER_COLUMNS)[number]> {
  readonly kind: 'real' | 'demo';
}

/** The words of a notice about a deed. */
export interface DeedWords {
  readonly code: string;
  /** The price of a close, or the corrected price; undefined for a cancelled order. */
  readonly price?: string | undefined;
  /** The price that stood before a correction. */
  readonly from?: string | undefined;
  /** The result of a close, or the booked part of a correction: micro-dollars, signed. */
  readonly amount?: bigint | undefined;
}

const TEMPLATES = {
  close: 'position_closed_by_staff',
  cancel: 'order_cancelled_by_staff',
  correct: 'fill_corrected_by_staff',
} as const;

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
      .select(ORDER_COLUMNS.map((column) => `orders.${column}` as const))
      .select('accounts.kind')
      .where('orders.id', '=', BigInt(id))
      .executeTakeFirst();
  }

  /**
   * Stores a deed, or finds the one under the same key. Undefined, and nothing is stored, when `mayAlone` refuses a new
   * one, which runs in the same transaction.
   */
  async add(
    { kind, order, user, author, proposal, correction, reason, key }: NewDeed,
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
            fill: correction?.fill ?? null,
            price: correction?.price ?? null,
            while_open: correction?.whileOpen ?? null,
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

  /** The rest, after corrections, of the negative balance that the house paid when the order ended. */
  coverLeft(order: number): Promise<Money> {
    return readCoverLeft(this.#db, order);
  }

  /** The correction that a deed made; undefined before it. */
  correctionOf({ order_id: order, fill, price }: DeedRow): Promise<CorrectionRow | undefined> {
    return this.#db
      .selectFrom('fill_corrections')
      .selectAll()
      .where('order_id', '=', order)
      .where('fill', '=', fill)
      .where('price', '=', price)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  /** Corrections of an order's fills with the names of their authors, oldest first. */
  corrections(order: number) {
    return this.#db
      .selectFrom('fill_corrections')
      .innerJoin('staff', 'staff.id', 'fill_corrections.staff_id')
      .selectAll('fill_corrections')
      .select('staff.name as author')
      .where('order_id', '=', BigInt(order))
      .orderBy('number')
      .execute();
  }

  /** Stores the outcome once, tells the user of a deed that was done, and runs `onRefused` with a refusal. */
  async finish(
    id: number,
    refusal: string | null,
    ended: DeedWords,
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
      const { code, price, from, amount } = ended;
      await this.#notices.put(db, {
        user: row.user_id,
        template: TEMPLATES[row.kind],
        reason: row.reason,
        ...(amount !== undefined && { amount }),
        params: {
          number: String(row.order_id),
          code,
          ...(price !== undefined && { price }),
          ...(from !== undefined && { from }),
        },
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

  /** The change that waits for an order's close or correction; undefined when there is none. */
  async waitingChange(order: number, kind: 'close' | 'correct'): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom('staff_proposals')
      .select('id')
      .where('kind', '=', kind)
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
        'desk_deeds.fill',
        'desk_deeds.price',
        'desk_deeds.while_open',
        'desk_deeds.reason',
        'desk_deeds.state',
        'desk_deeds.refusal',
        'desk_deeds.created_at',
        'staff.name as author',
        'orders.instrument',
        'orders.close_price',
        'orders.profit',
        sql<bigint | null>`(select c.amount from fill_corrections c where c.order_id = desk_deeds.order_id
          and c.fill = desk_deeds.fill and c.price = desk_deeds.price order by c.number desc limit 1)`.as('amount'),
      ]);
  }
}
