import type { Kysely } from 'kysely';
import { lockUser } from '../../db/lock-user.ts';
import type { Tables } from '../../db/tables/index.ts';
import { type Message, writeMessage } from './conversations.ts';

/** Maximum number of open suggestions and complaints per user. */
export const OPEN_FEEDBACK_MAX = 10;

export interface NewFeedback {
  readonly user: number;
  readonly kind: 'suggestion' | 'complaint';
  readonly text: string;
  readonly key: string;
  readonly at: Date;
}

export interface Closing {
  readonly id: number;
  readonly staff: { readonly id: number; readonly name: string };
  readonly answer: string;
  readonly at: Date;
}

/** Suggestions and complaints. Each is closed once, with an answer to its user. */
export class Feedback {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Stores a suggestion or complaint, once per key, and returns its id. */
  add({ user, kind, text, key, at }: NewFeedback): Promise<number | 'key_reused' | 'too_many_messages'> {
    const owner = BigInt(user);
    return this.#db.transaction().execute(async (transaction) => {
      await lockUser(transaction, owner);
      const before = await transaction
        .selectFrom('feedback')
        .select(['id', 'kind', 'text'])
        .where('user_id', '=', owner)
        .where('key', '=', key)
        .executeTakeFirst();
      if (before !== undefined) return before.text === text && before.kind === kind ? Number(before.id) : 'key_reused';
      const { open } = await transaction
        .selectFrom('feedback')
        .select(({ fn }) => fn.countAll<bigint>().as('open'))
        .where('user_id', '=', owner)
        .where('decided_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (Number(open) >= OPEN_FEEDBACK_MAX) return 'too_many_messages';
      const { id } = await transaction
        .insertInto('feedback')
        .values({ user_id: owner, kind, text, key, created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
      return Number(id);
    });
  }

  /** Closes a suggestion or complaint and adds the answer to the user's conversation, both or neither. */
  close({ id, staff, answer, at }: Closing): Promise<Message | 'decided' | 'unknown'> {
    return this.#db.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom('feedback')
        .select(['user_id', 'decided_at'])
        .where('id', '=', BigInt(id))
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) return 'unknown';
      if (row.decided_at !== null) return 'decided';
      await transaction
        .updateTable('feedback')
        .set({ answer, decided_at: at, decided_by: staff.name })
        .where('id', '=', BigInt(id))
        .execute();
      const written = await writeMessage(transaction, {
        user: Number(row.user_id),
        staff,
        text: answer,
        at,
        key: `feedback:${id}`,
      });
      if (typeof written === 'string') throw new Error(`could not store the answer to feedback ${id}: ${written}`);
      return written.message;
    });
  }
}
