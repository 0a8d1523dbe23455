import { NOTED_ORDERS_MAX, TAGS_MAX } from '@fairlot/contract';
import type { AccountId, OrderId } from '@fairlot/engine';
import { type Kysely, type Transaction, sql } from 'kysely';
import { lockUser } from '../../db/lock-user.ts';
import type { Tables } from '../../db/tables/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { tagKey } from '../../trading/tagged-orders.ts';

/** Note and tags of an order. */
export interface TradeNote {
  readonly order: OrderId;
  readonly note: string;
  readonly tags: readonly string[];
  /** The position whose note a closed part shows. */
  readonly of: OrderId | undefined;
  /** Undefined without a note and tags. */
  readonly changedAt: Date | undefined;
}

/** A note as its user wrote it; tags are trimmed. */
interface NoteDraft {
  readonly order: OrderId;
  readonly note: string;
  readonly tags: readonly string[];
}

type NoteRefusal = 'unknown_order' | 'too_many_notes' | 'too_many_tags';

/** Notes and tags of users on their own orders. Of two writes to an order the later one stays. */
export class TradeNotes {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** The note of an order; a closed part without one has the note of its position. */
  async read(user: AccountId, order: OrderId): Promise<TradeNote | 'unknown_order'> {
    const own = await this.#orderOf(this.#db, user, order);
    if (own === undefined) return 'unknown_order';
    const candidates = [BigInt(order), ...(own.parent_id === null ? [] : [own.parent_id])];
    const rows = await this.#db
      .selectFrom('trade_notes')
      .select(['order_id', 'note', 'changed_at'])
      .select(
        sql<string[]>`array(select tag from trade_tags t where t.order_id = trade_notes.order_id order by tag_key)`.as(
          'tags',
        ),
      )
      .where('user_id', '=', BigInt(user))
      .where('order_id', 'in', candidates)
      .execute();
    const row = rows.find((each) => each.order_id === BigInt(order)) ?? rows[0];
    if (row === undefined) return { order, note: '', tags: [], of: undefined, changedAt: undefined };
    const of = row.order_id === BigInt(order) ? undefined : Number(row.order_id);
    return { order, note: row.note, tags: row.tags, of, changedAt: row.changed_at };
  }

  /** Replaces the note and the tags of an order; a draft without both erases them. */
  save(user: AccountId, draft: NoteDraft): Promise<TradeNote | NoteRefusal> {
    if (draft.note === '' && draft.tags.length === 0) return this.erase(user, draft.order);
    return this.#changing(user, draft.order, async (transaction) => {
      const [owner, order] = [BigInt(user), BigInt(draft.order)];
      const refusal = await this.#overLimit(transaction, owner, draft);
      if (refusal !== undefined) return refusal;
      const at = new Date(this.#clock());
      await transaction
        .insertInto('trade_notes')
        .values({ order_id: order, user_id: owner, note: draft.note, changed_at: at })
        .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ note: draft.note, changed_at: at }))
        .execute();
      await transaction.deleteFrom('trade_tags').where('order_id', '=', order).execute();
      // A tag that other orders have keeps their spelling, so that one tag never shows in two ways.
      await sql`
        insert into trade_tags (user_id, tag_key, order_id, tag)
        select ${owner}, given.tag_key, ${order},
          coalesce((select t.tag from trade_tags t where t.user_id = ${owner} and t.tag_key = given.tag_key order by t.order_id limit 1), given.tag)
        from unnest(${draft.tags.map(tagKey)}::text[], ${[...draft.tags]}::text[]) as given (tag_key, tag)
        on conflict do nothing`.execute(transaction);
      return undefined;
    });
  }

  /** Erases the note and the tags of an order, if it has any. */
  erase(user: AccountId, order: OrderId): Promise<TradeNote | 'unknown_order'> {
    return this.#changing<never>(user, order, async (transaction) => {
      await transaction.deleteFrom('trade_notes').where('order_id', '=', BigInt(order)).execute();
      return undefined;
    });
  }

  /** The tags of a user with the number of orders that have them, most used first. */
  async tags(user: AccountId): Promise<readonly { readonly tag: string; readonly orders: number }[]> {
    const { rows } = await sql<{ tag: string; orders: bigint }>`
      select min(tag) as tag, count(*) as orders from trade_tags where user_id = ${BigInt(user)}
      group by tag_key order by count(*) desc, tag_key`.execute(this.#db);
    return rows.map(({ tag, orders }) => ({ tag, orders: Number(orders) }));
  }

  /** Changes the note of an own order in a transaction, and returns the note as it is afterwards. */
  async #changing<Refusal extends string>(
    user: AccountId,
    order: OrderId,
    change: (transaction: Transaction<Tables>) => Promise<Refusal | undefined>,
  ): Promise<TradeNote | Refusal | 'unknown_order'> {
    const refusal = await this.#db.transaction().execute(async (transaction) => {
      // The lock on the user's row serializes writes, so that the limits hold.
      await lockUser(transaction, user);
      if ((await this.#orderOf(transaction, user, order)) === undefined) return 'unknown_order' as const;
      return change(transaction);
    });
    return refusal ?? this.read(user, order);
  }

  async #overLimit(
    transaction: Transaction<Tables>,
    owner: bigint,
    { order, tags }: NoteDraft,
  ): Promise<'too_many_notes' | 'too_many_tags' | undefined> {
    const { rows } = await sql<{ notes: bigint; tags: bigint }>`
      select (select count(*) from trade_notes where user_id = ${owner} and order_id <> ${BigInt(order)}) as notes,
        (select count(*) from (
          select tag_key from trade_tags where user_id = ${owner} and order_id <> ${BigInt(order)}
          union select unnest(${tags.map(tagKey)}::text[])) as all_tags) as tags`.execute(transaction);
    const [found] = rows;
    if (found === undefined) throw new Error('the query of limits returned no row');
    if (found.notes >= NOTED_ORDERS_MAX) return 'too_many_notes';
    // A user at the limit can still write notes with the tags that exist.
    return found.tags > TAGS_MAX ? 'too_many_tags' : undefined;
  }

  async #orderOf(db: Kysely<Tables>, user: AccountId, order: OrderId) {
    return db
      .selectFrom('orders')
      .select('parent_id')
      .where('id', '=', BigInt(order))
      .where('account', '=', BigInt(user))
      .executeTakeFirst();
  }
}
