import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { openCard } from '../../../security/secrets/sealed-card.ts';
import type { Secrets } from '../../../security/secrets/secrets.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import type { Submission } from '../queries.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';

type Status = Submission['status'];

/** A submission with its user and its reviewer. */
export type ReviewRow = Submission &
  Pick<Selectable<Tables['users']>, 'email' | 'mobile' | 'area'> & {
    readonly registered_at: Date;
    readonly decided_by_name: string | null;
    readonly revoked_by_name: string | null;
  };

/** Queries of submissions for reviewers. */
export class IdentityStaffQueries {
  readonly #db: Kysely<Tables>;
  readonly #secrets: Secrets;

  constructor(db: Kysely<Tables>, secrets: Secrets) {
    this.#db = db;
    this.#secrets = secrets;
  }

  /** The decrypted document number of a submission. */
  cardOf(submission: Submission): string {
    return openCard(this.#secrets, submission);
  }

  async list(
    filter: { readonly status: Status; readonly user?: number | undefined } & DateRange,
    { offset, limit }: ListSlice,
  ): Promise<{ readonly rows: readonly ReviewRow[]; readonly total: number }> {
    const filtered = this.#rows()
      .where('identity_submissions.status', '=', filter.status)
      .where(isWithin('identity_submissions.submitted_at', filter))
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
    return this.#rows().where('identity_submissions.id', '=', BigInt(id)).executeTakeFirst();
  }

  /** Other users' submissions of the same document. */
  sameCard({ card_key: key, user_id: user }: Submission): Promise<readonly Pick<Submission, 'user_id' | 'status'>[]> {
    return this.#db
      .selectFrom('identity_submissions')
      .select(['user_id', 'status'])
      .where('card_key', '=', key)
      .where('user_id', '!=', user)
      .orderBy('id', 'desc')
      .limit(20)
      .execute();
  }

  /** The same user's other submissions, newest first. */
  others({ id, user_id: user }: Submission): Promise<readonly Submission[]> {
    return this.#db
      .selectFrom('identity_submissions')
      .selectAll()
      .where('user_id', '=', user)
      .where('id', '!=', id)
      .orderBy('id', 'desc')
      .limit(50)
      .execute();
  }

  /** The number of waiting submissions, and the time of the oldest. */
  async waiting(): Promise<{ readonly waiting: number; readonly oldestAt: Date | undefined }> {
    const { count, oldest } = await this.#db
      .selectFrom('identity_submissions')
      .where('status', '=', 'waiting')
      .select(({ fn }) => [fn.countAll<bigint>().as('count'), sql<Date | null>`min(submitted_at)`.as('oldest')])
      .executeTakeFirstOrThrow();
    return { waiting: Number(count), oldestAt: oldest ?? undefined };
  }

  #rows() {
    return this.#db
      .selectFrom('identity_submissions')
      .innerJoin('users', 'users.id', 'identity_submissions.user_id')
      .leftJoin('staff', 'staff.id', 'identity_submissions.decided_by')
      .leftJoin('staff as revoker', 'revoker.id', 'identity_submissions.revoked_by')
      .selectAll('identity_submissions')
      .select([
        'users.email',
        'users.mobile',
        'users.area',
        'users.created_at as registered_at',
        'staff.name as decided_by_name',
        'revoker.name as revoked_by_name',
      ]);
  }
}
