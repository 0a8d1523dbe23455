import { SUPPORT_PAGE } from '@fairlot/contract';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';

/** A message as stored. */
export interface Message {
  readonly id: number;
  readonly user: number;
  readonly from: 'user' | 'staff';
  readonly staffName: string;
  readonly text: string;
  readonly at: Date;
}

/** A message that is to be written; `staff` absent: by the user. */
export interface NewMessage {
  readonly user: number;
  readonly staff?: { readonly id: number; readonly name: string };
  readonly text: string;
  readonly at: Date;
  readonly key: string;
}

/** What became of a message. `repeated`: an earlier request with this key wrote it. */
export type Written = { readonly message: Message; readonly repeated: boolean } | 'key_reused' | 'too_many_messages';

/** Messages that a user may write before somebody answers. */
export const UNANSWERED_MAX = 50;

/** Name of the lock under which messages are written, in this database. */
const WRITING_LOCK = 70_001;

/** The messages between users and customer service. Each belongs to its user's conversation and is never changed. */
export class Conversations {
  private readonly db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.db = db;
  }

  /** Writes a message, once a key. */
  write(message: NewMessage): Promise<Written> {
    return this.db.transaction().execute((transaction) => writeMessage(transaction, message));
  }

  /** The newest messages of a user, or those before one of them, in the order of writing. */
  async messages(
    user: number,
    before: number | undefined,
  ): Promise<{ readonly list: readonly Message[]; readonly more: boolean }> {
    let query = this.db.selectFrom('support_messages').selectAll().where('user_id', '=', BigInt(user));
    if (before !== undefined) query = query.where('id', '<', BigInt(before));
    const rows = await query
      .orderBy('id', 'desc')
      .limit(SUPPORT_PAGE + 1)
      .execute();
    return { list: rows.slice(0, SUPPORT_PAGE).toReversed().map(messageOf), more: rows.length > SUPPORT_PAGE };
  }

  /** How many answers the user has not read. */
  async unread(user: number): Promise<number> {
    const { count } = await this.db
      .selectFrom('support_messages as message')
      .innerJoin('support_conversations as conversation', 'conversation.user_id', 'message.user_id')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('message.user_id', '=', BigInt(user))
      .where('message.staff_id', 'is not', null)
      .whereRef('message.id', '>', 'conversation.user_read_id')
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** One side has read up to a message; never back, and never beyond the last one. */
  async read(user: number, side: 'user_read_id' | 'staff_read_id', id: number): Promise<void> {
    await this.db
      .updateTable('support_conversations')
      .set((row) => ({
        [side]: row.fn<bigint>('least', [
          row.ref('last_id'),
          row.fn<bigint>('greatest', [row.ref(side), row.val(BigInt(id))]),
        ]),
      }))
      .where('user_id', '=', BigInt(user))
      .execute();
  }
}

/** The same within somebody's transaction. */
export async function writeMessage(
  transaction: Transaction<Tables>,
  { user, staff, text, at, key }: NewMessage,
): Promise<Written> {
  const owner = BigInt(user);
  // One message at a time: their numbers rise in the order in which they can be seen, so whoever reads on from a number misses none.
  await sql`select pg_advisory_xact_lock(${WRITING_LOCK})`.execute(transaction);
  const before = await transaction
    .selectFrom('support_messages')
    .selectAll()
    .where('user_id', '=', owner)
    .where('key', '=', key)
    .where('staff_id', staff === undefined ? 'is' : '=', staff === undefined ? null : BigInt(staff.id))
    .executeTakeFirst();
  if (before !== undefined) return before.text === text ? { message: messageOf(before), repeated: true } : 'key_reused';
  const conversation = await transaction
    .selectFrom('support_conversations')
    .select(['waiting_since', 'waiting_count'])
    .where('user_id', '=', owner)
    .executeTakeFirst();
  if (staff === undefined && (conversation?.waiting_count ?? 0) >= UNANSWERED_MAX) return 'too_many_messages';
  const row = await transaction
    .insertInto('support_messages')
    .values({
      user_id: owner,
      staff_id: staff === undefined ? null : BigInt(staff.id),
      staff_name: staff?.name ?? null,
      text,
      created_at: at,
      key,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const waiting =
    staff === undefined
      ? { waiting_since: conversation?.waiting_since ?? at, waiting_count: (conversation?.waiting_count ?? 0) + 1 }
      : { waiting_since: null, waiting_count: 0 };
  const readBy = staff === undefined ? { user_read_id: row.id } : { staff_read_id: row.id };
  await transaction
    .insertInto('support_conversations')
    .values({ user_id: owner, last_id: row.id, ...waiting, ...readBy })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ last_id: row.id, ...waiting, ...readBy }))
    .execute();
  return { message: messageOf(row), repeated: false };
}

interface StoredMessage {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly staff_id: bigint | null;
  readonly staff_name: string | null;
  readonly text: string;
  readonly created_at: Date;
}

function messageOf(row: StoredMessage): Message {
  return {
    id: Number(row.id),
    user: Number(row.user_id),
    from: row.staff_id === null ? 'user' : 'staff',
    staffName: row.staff_name ?? '',
    text: row.text,
    at: row.created_at,
  };
}
