import { SUPPORT_PAGE } from '@fairlot/contract';
import { type Kysely, type Transaction, sql } from 'kysely';
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

/** A message to store; without `staff` its author is the user. */
export interface NewMessage {
  readonly user: number;
  readonly staff?: { readonly id: number; readonly name: string };
  /** False for a message of staff that answers nobody: what the user has asked keeps waiting. */
  readonly isAnswer?: boolean;
  readonly text: string;
  readonly at: Date;
  readonly key: string;
}

/** The result of storing a message. `repeated`: an earlier request with this key stored it. */
export type WriteResult =
  { readonly message: Message; readonly repeated: boolean } | 'key_reused' | 'too_many_messages';

/** Maximum number of messages that a user may write before staff answer. */
export const UNANSWERED_MAX = 50;

/** Key of the advisory lock that serializes writes. */
const WRITING_LOCK = 70_001;

/** The messages between users and customer service. Messages are immutable; each belongs to its user's conversation. */
export class Conversations {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Stores a message, once per key. */
  write(message: NewMessage): Promise<WriteResult> {
    return this.#db.transaction().execute((transaction) => writeMessage(transaction, message));
  }

  /** A page of a user's messages: the newest, or those before an id, in chronological order. */
  async messages(
    user: number,
    before: number | undefined,
  ): Promise<{ readonly list: readonly Message[]; readonly more: boolean }> {
    let query = this.#db.selectFrom('support_messages').selectAll().where('user_id', '=', BigInt(user));
    if (before !== undefined) query = query.where('id', '<', BigInt(before));
    const rows = await query
      .orderBy('id', 'desc')
      .limit(SUPPORT_PAGE + 1)
      .execute();
    return { list: rows.slice(0, SUPPORT_PAGE).toReversed().map(messageOf), more: rows.length > SUPPORT_PAGE };
  }

  /** The number of answers that the user has not read. */
  async unread(user: number): Promise<number> {
    const { count } = await this.#db
      .selectFrom('support_messages as message')
      .innerJoin('support_conversations as conversation', 'conversation.user_id', 'message.user_id')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('message.user_id', '=', BigInt(user))
      .where('message.staff_id', 'is not', null)
      .whereRef('message.id', '>', 'conversation.user_read_id')
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Marks messages up to `id` as read by one side. The mark never moves back or beyond the last message. */
  async read(user: number, side: 'user_read_id' | 'staff_read_id', id: number): Promise<void> {
    await this.#db
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

/** Stores a message within the caller's transaction. */
export async function writeMessage(
  transaction: Transaction<Tables>,
  { user, staff, isAnswer = true, text, at, key }: NewMessage,
): Promise<WriteResult> {
  const owner = BigInt(user);
  // The lock makes ids increase in commit order, so that a reader who continues after an id misses no message.
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
      : isAnswer
        ? { waiting_since: null, waiting_count: 0 }
        : { waiting_since: conversation?.waiting_since ?? null, waiting_count: conversation?.waiting_count ?? 0 };
  const readBy = staff === undefined ? { user_read_id: row.id } : isAnswer ? { staff_read_id: row.id } : {};
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
