import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Answer } from '../../platform/answer.ts';
import { done, refuse } from '../../platform/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { UserNotice, UserNotices } from '../../platform/outbox/user-notices.ts';
import { openCard } from '../../platform/secrets/seal-all.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { ListSlice } from '../../platform/staff-calls.ts';
import type { Submission } from './queries.ts';

type Status = Submission['status'];

/** A submission with who made it and who decided on it. */
export type ReviewRow = Submission &
  Pick<Selectable<Tables['users']>, 'email' | 'mobile' | 'area'> & {
    readonly registered_at: Date;
    readonly decided_by_name: string | null;
  };

/** A reviewer's word. */
export type Decision =
  | { readonly status: 'finished'; readonly country: string; readonly reason: null }
  | { readonly status: 'rejected'; readonly country: null; readonly reason: string };

export interface ReviewDeps {
  readonly secrets: Secrets;
  readonly notices: UserNotices;
  readonly clock: Clock;
}

function noticeOf(decision: Decision): Omit<UserNotice, 'user'> {
  return decision.status === 'finished'
    ? { template: 'identity_approved' }
    : { template: 'identity_rejected', reason: decision.reason };
}

/** What the review of identities asks of the database. */
export class Review {
  private readonly db: Kysely<Tables>;
  private readonly deps: ReviewDeps;

  constructor(db: Kysely<Tables>, deps: ReviewDeps) {
    this.db = db;
    this.deps = deps;
  }

  /** The number of the document of a submission. */
  cardOf(submission: Submission): string {
    return openCard(this.deps.secrets, submission);
  }

  async list(
    filter: { readonly status: Status; readonly user?: number | undefined },
    { offset, limit }: ListSlice,
  ): Promise<{ readonly rows: readonly ReviewRow[]; readonly total: number }> {
    const filtered = this.rows()
      .where('identity_submissions.status', '=', filter.status)
      .$if(filter.user !== undefined, (query) =>
        query.where('identity_submissions.user_id', '=', BigInt(filter.user ?? 0)),
      );
    const counted = await filtered
      .clearSelect()
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow();
    const rows = await filtered
      .orderBy('identity_submissions.id', filter.status === 'waiting' ? 'asc' : 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    return { rows, total: Number(counted.count) };
  }

  byId(id: number): Promise<ReviewRow | undefined> {
    return this.rows().where('identity_submissions.id', '=', BigInt(id)).executeTakeFirst();
  }

  /** Other users' submissions of the same document. */
  sameCard({ card_key: key, user_id: user }: Submission): Promise<readonly Pick<Submission, 'user_id' | 'status'>[]> {
    return this.db
      .selectFrom('identity_submissions')
      .select(['user_id', 'status'])
      .where('card_key', '=', key)
      .where('user_id', '!=', user)
      .orderBy('id', 'desc')
      .limit(20)
      .execute();
  }

  /** The same user's other submissions, the latest first. */
  others({ id, user_id: user }: Submission): Promise<readonly Submission[]> {
    return this.db
      .selectFrom('identity_submissions')
      .selectAll()
      .where('user_id', '=', user)
      .where('id', '!=', id)
      .orderBy('id', 'desc')
      .limit(50)
      .execute();
  }

  /**
   * Decides on a submission that waits, once, and tells its owner. Saying the same again is answered as the first time; when somebody else, or
   * the same person otherwise, was faster, nothing changes.
   */
  async decide(id: number, decision: Decision, staff: number): Promise<Answer<ReviewRow>> {
    const decided = await this.db.transaction().execute(async (transaction) => {
      const made = await transaction
        .updateTable('identity_submissions')
        .set({ ...decision, decided_at: new Date(this.deps.clock()), decided_by: BigInt(staff) })
        .where('id', '=', BigInt(id))
        .where('status', '=', 'waiting')
        .returning('user_id')
        .executeTakeFirst();
      if (made !== undefined) await this.deps.notices.put(transaction, { user: made.user_id, ...noticeOf(decision) });
      return made !== undefined;
    });
    const row = await this.byId(id);
    if (row === undefined) return refuse('unknown_record');
    const isTheirs =
      row.decided_by === BigInt(staff) &&
      row.status === decision.status &&
      row.country === decision.country &&
      row.reason === decision.reason;
    return decided || isTheirs ? done(row) : refuse('record_changed');
  }

  /** How many wait, and since when the oldest does. */
  async waiting(): Promise<{ readonly waiting: number; readonly oldestAt: Date | undefined }> {
    const { count, oldest } = await this.db
      .selectFrom('identity_submissions')
      .where('status', '=', 'waiting')
      .select(({ fn }) => [fn.countAll<bigint>().as('count'), sql<Date | null>`min(submitted_at)`.as('oldest')])
      .executeTakeFirstOrThrow();
    return { waiting: Number(count), oldestAt: oldest ?? undefined };
  }

  private rows() {
    return this.db
      .selectFrom('identity_submissions')
      .innerJoin('users', 'users.id', 'identity_submissions.user_id')
      .leftJoin('staff', 'staff.id', 'identity_submissions.decided_by')
      .selectAll('identity_submissions')
      .select([
        'users.email',
        'users.mobile',
        'users.area',
        'users.created_at as registered_at',
        'staff.name as decided_by_name',
      ]);
  }
}
