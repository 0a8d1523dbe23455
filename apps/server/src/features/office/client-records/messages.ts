import { DAY_MS } from '@fairlot/domain';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { Outbox } from '../../../messages/outbox.ts';
import type { UserNotices } from '../../../messages/user-notices.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ListSlice } from '../../../staff/list-export.ts';

/** Maximum number of messages to one user in a day. */
export const MOST_MESSAGES_A_DAY = 20;

/** A message for the support chat. */
export interface ChatMessage {
  readonly user: number;
  readonly staff: { readonly id: number; readonly name: string };
  /** False for a message that answers nobody. Default: true. */
  readonly isAnswer?: boolean;
  readonly text: string;
  readonly at: Date;
  readonly key: string;
}

/** Stores a message in the support chat; the returned function announces it after the commit. Implemented by the chat. */
export type WriteToChat = (transaction: Transaction<Tables>, message: ChatMessage) => Promise<() => void>;

export interface SentMessagesDeps {
  readonly db: Kysely<Tables>;
  readonly writeToChat: WriteToChat;
  readonly notices: UserNotices;
  readonly outbox: Pick<Outbox, 'wake'>;
  /** Tells the user's devices. */
  readonly tell: (user: number) => void;
  readonly clock: Clock;
}

type Sent = { readonly id: number; readonly sent_by: 'mail' | 'sms' | 'chat' };

/** Messages that staff send to a user from the user's page, with a record of each. */
export class SentMessages {
  readonly #deps: SentMessagesDeps;

  constructor(deps: SentMessagesDeps) {
    this.#deps = deps;
  }

  async list(user: number, { offset, limit }: ListSlice) {
    const found = this.#deps.db.selectFrom('client_messages').where('user_id', '=', BigInt(user));
    const rows = await found
      .innerJoin('staff', 'staff.id', 'client_messages.staff_id')
      .select(['client_messages.id', 'client_messages.at', 'staff.name as author', 'text', 'sent_by'])
      .orderBy('client_messages.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return {
      list: rows.map((row) => ({ ...row, id: Number(row.id), at: row.at.toISOString() })),
      total: Number(total),
    };
  }

  /** Stores and sends a message, once per key: the chat, the mail and the record are one transaction. */
  async send(
    user: number,
    staff: { readonly id: number; readonly name: string },
    text: string,
    key: string,
  ): Promise<Answer<Sent>> {
    const { db, outbox, tell } = this.#deps;
    let announce: (() => void) | undefined;
    const sent = await db.transaction().execute(async (transaction): Promise<Answer<Sent>> => {
      const at = new Date(this.#deps.clock());
      const owner = await transaction
        .selectFrom('users')
        .select(['id', 'email', 'mobile', 'erased_at'])
        .where('id', '=', BigInt(user))
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (owner === undefined || owner.erased_at !== null) return refuse('unknown_user');
      const messages = transaction.selectFrom('client_messages');
      const before = await messages
        .select(['id', 'user_id', 'text', 'sent_by'])
        .where('staff_id', '=', BigInt(staff.id))
        .where('key', '=', key)
        .executeTakeFirst();
      if (before !== undefined)
        return before.user_id === owner.id && before.text === text
          ? done({ id: Number(before.id), sent_by: before.sent_by })
          : refuse('key_reused');
      const { count } = await messages
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('user_id', '=', owner.id)
        .where('at', '>', new Date(at.getTime() - DAY_MS))
        .executeTakeFirstOrThrow();
      if (Number(count) >= MOST_MESSAGES_A_DAY) return refuse('too_many_records');
      const by = owner.email !== null ? 'mail' : owner.mobile !== null ? 'sms' : 'chat';
      const { id } = await transaction
        .insertInto('client_messages')
        .values({ user_id: owner.id, staff_id: BigInt(staff.id), at, text, sent_by: by, key })
        .returning('id')
        .executeTakeFirstOrThrow();
      announce = await this.#deps.writeToChat(transaction, { user, staff, text, at, key: `message ${id}` });
      await this.#deps.notices.put(transaction, { user, template: 'staff_message', params: { text } });
      return done({ id: Number(id), sent_by: by });
    });
    // A repeat announces nothing.
    if (announce !== undefined) {
      announce();
      outbox.wake();
      tell(user);
    }
    return sent;
  }
}
