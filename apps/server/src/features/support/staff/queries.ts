import type { OutputOfStaff, supportStaffCalls } from '@fairlot/contract';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { QueueAge } from '../../../staff/work-queues.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';

type Conversation = OutputOfStaff<typeof supportStaffCalls.staffConversations>['list'][number];
type FeedbackRow = OutputOfStaff<typeof supportStaffCalls.staffFeedback>['list'][number];
type News = OutputOfStaff<typeof supportStaffCalls.staffSupportNews>;

/** Maximum number of conversations in an answer to the long poll; a client that missed more reloads its list anyway. */
const NEWS_MOST = 100;
const LAST_TEXT = 140;

/** Queries of conversations and complaints for staff. */
export class SupportStaffQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async conversations(
    { state, ...period }: { readonly state?: 'waiting' | 'answered' | undefined } & DateRange,
    offset: number,
    limit: number,
  ): Promise<{ readonly list: Conversation[]; readonly total: number }> {
    let found = this.#db
      .selectFrom('support_conversations as conversation')
      .innerJoin('support_messages as last', 'last.id', 'conversation.last_id')
      .where(isWithin('last.created_at', period));
    if (state === 'waiting') found = found.where('waiting_since', 'is not', null);
    if (state === 'answered') found = found.where('waiting_since', 'is', null);
    const rows = await found
      .innerJoin('users', 'users.id', 'conversation.user_id')
      .select((row) => [
        'conversation.user_id',
        'users.kind',
        'users.email',
        'users.mobile',
        'conversation.waiting_since',
        'conversation.last_id',
        'last.created_at',
        sql<string>`left(last.text, ${LAST_TEXT})`.as('last_text'),
        row
          .selectFrom('support_messages as message')
          .select(({ fn }) => fn.countAll<bigint>().as('count'))
          .whereRef('message.user_id', '=', 'conversation.user_id')
          .where('message.staff_id', 'is', null)
          .whereRef('message.id', '>', 'conversation.staff_read_id')
          .as('unread'),
      ])
      .orderBy('conversation.waiting_since', (order) => order.asc().nullsLast())
      .orderBy('conversation.last_id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    const list = rows.map((row): Conversation => ({
      user_id: Number(row.user_id),
      account: accountOf(row),
      is_demo: row.kind === 'demo' ? 1 : 0,
      state: row.waiting_since === null ? 'answered' : 'waiting',
      unread: Number(row.unread ?? 0n),
      last_text: row.last_text,
      last_at: row.created_at.toISOString(),
      last_id: Number(row.last_id),
      waiting_since: row.waiting_since?.toISOString() ?? null,
    }));
    return { list, total: Number(total) };
  }

  /** Tells whether the user exists. */
  async hasUser(user: number): Promise<boolean> {
    return (
      (await this.#db.selectFrom('users').select('id').where('id', '=', BigInt(user)).executeTakeFirst()) !== undefined
    );
  }

  /** The users with messages after an id, and the numbers of waiting conversations and open complaints. */
  async news(after: number): Promise<News> {
    const rows = await this.#db
      .selectFrom('support_conversations')
      .select(['user_id', 'last_id'])
      .where('last_id', '>', BigInt(after))
      .orderBy('last_id', 'desc')
      .limit(NEWS_MOST)
      .execute();
    const waiting = await this.waiting();
    const complaints = await this.openFeedback();
    return {
      last: rows.reduce((last, row) => Math.max(last, Number(row.last_id)), after),
      users: rows.map((row) => Number(row.user_id)),
      waiting: waiting.waiting,
      complaints: complaints.waiting,
    };
  }

  async waiting(): Promise<QueueAge> {
    const row = await this.#db
      .selectFrom('support_conversations')
      .where('waiting_since', 'is not', null)
      .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.min('waiting_since').as('oldest')])
      .executeTakeFirstOrThrow();
    return { waiting: Number(row.count), oldestAt: row.oldest ?? undefined };
  }

  async openFeedback(): Promise<QueueAge> {
    const row = await this.#db
      .selectFrom('feedback')
      .where('decided_at', 'is', null)
      .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.min('created_at').as('oldest')])
      .executeTakeFirstOrThrow();
    return { waiting: Number(row.count), oldestAt: row.oldest ?? undefined };
  }

  async feedback(
    filters: {
      readonly kind?: 'suggestion' | 'complaint' | undefined;
      readonly state?: 'open' | 'done' | undefined;
    } & DateRange,
    offset: number,
    limit: number,
  ): Promise<{ readonly list: FeedbackRow[]; readonly total: number }> {
    let found = this.#db.selectFrom('feedback').where(isWithin('feedback.created_at', filters));
    if (filters.kind !== undefined) found = found.where('feedback.kind', '=', filters.kind);
    if (filters.state !== undefined)
      found = found.where('decided_at', filters.state === 'open' ? 'is' : 'is not', null);
    const rows = await found
      .innerJoin('users', 'users.id', 'feedback.user_id')
      .selectAll('feedback')
      .select(['users.email', 'users.mobile'])
      .orderBy('decided_at', (order) => order.desc().nullsFirst())
      .orderBy('feedback.id')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return { list: rows.map(feedbackOf), total: Number(total) };
  }

  async oneFeedback(id: number): Promise<FeedbackRow | undefined> {
    const row = await this.#db
      .selectFrom('feedback')
      .innerJoin('users', 'users.id', 'feedback.user_id')
      .selectAll('feedback')
      .select(['users.email', 'users.mobile'])
      .where('feedback.id', '=', BigInt(id))
      .executeTakeFirst();
    return row === undefined ? undefined : feedbackOf(row);
  }
}

interface Known {
  readonly email: string | null;
  readonly mobile: string | null;
}

function accountOf({ email, mobile }: Known): string {
  return email ?? mobile ?? '';
}

interface StoredFeedback extends Known {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly kind: 'suggestion' | 'complaint';
  readonly text: string;
  readonly created_at: Date;
  readonly answer: string | null;
  readonly decided_at: Date | null;
  readonly decided_by: string | null;
}

function feedbackOf(row: StoredFeedback): FeedbackRow {
  return {
    id: Number(row.id),
    user_id: Number(row.user_id),
    account: accountOf(row),
    kind: row.kind,
    text: row.text,
    state: row.decided_at === null ? 'open' : 'done',
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by ?? '',
    answer: row.answer ?? '',
  };
}
