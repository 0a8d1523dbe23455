import type { Kysely, Selectable, Transaction } from 'kysely';
import { lockUser } from '../../db/lock-user.ts';
import type { IdentityTables } from '../../db/tables/identity.ts';
import type { Tables } from '../../db/tables/index.ts';
import { searchedName } from '../../platform/plain-name.ts';
import { openCard, sealedCard } from '../../security/secrets/sealed-card.ts';
import type { Secrets } from '../../security/secrets/secrets.ts';
import { claimImages } from '../../uploads/image-store.ts';

export type Submission = Selectable<IdentityTables['identity_submissions']>;

/** A user's submission; `front` and `reverse` are image ids. */
export interface NewSubmission {
  readonly user: number;
  readonly key: string;
  readonly name: string;
  readonly cardId: string;
  readonly front: string;
  readonly reverse: string;
}

export type SubmitOutcome = Submission | 'identity_submitted' | 'unknown_image' | 'key_reused';

/** Queries of identity verifications on behalf of users. */
export class IdentityQueries {
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

  /** The last submission of a user. */
  last(user: number): Promise<Submission | undefined> {
    return this.#db
      .selectFrom('identity_submissions')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .orderBy('id', 'desc')
      .executeTakeFirst();
  }

  async isFinished(user: number): Promise<boolean> {
    const row = await this.#db
      .selectFrom('identity_submissions')
      .select('id')
      .where('user_id', '=', BigInt(user))
      .where('status', '=', 'finished')
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Stores a submission and claims its images in one transaction. The lock on the user's row serializes a user's
   * submissions.
   */
  submit(submission: NewSubmission, now: Date): Promise<SubmitOutcome> {
    return this.#db.transaction().execute(async (transaction) => {
      const user = BigInt(submission.user);
      await lockUser(transaction, user);
      const earlier = await transaction
        .selectFrom('identity_submissions')
        .selectAll()
        .where('user_id', '=', user)
        .where((or) => or.or([or('status', 'in', ['waiting', 'finished']), or('key', '=', submission.key)]))
        .orderBy('id', 'desc')
        .execute();
      const repeated = earlier.find(({ key }) => key === submission.key);
      if (repeated !== undefined) return this.#isSame(repeated, submission) ? repeated : 'key_reused';
      if (earlier.length > 0) return 'identity_submitted';
      if (!(await claimImages(transaction, submission.user, [submission.front, submission.reverse], 'identity')))
        return 'unknown_image';
      return insert(transaction, this.#secrets, submission, now);
    });
  }

  #isSame(row: Submission, submission: NewSubmission): boolean {
    return (
      row.name === submission.name &&
      this.cardOf(row) === submission.cardId &&
      row.front_image === submission.front &&
      row.reverse_image === submission.reverse
    );
  }
}

function insert(
  transaction: Transaction<Tables>,
  secrets: Secrets,
  submission: NewSubmission,
  now: Date,
): Promise<Submission> {
  return transaction
    .insertInto('identity_submissions')
    .values({
      user_id: BigInt(submission.user),
      name: submission.name,
      search_name: searchedName(submission.name),
      card_id: null,
      ...sealedCard(secrets, submission.user, submission.cardId),
      front_image: submission.front,
      reverse_image: submission.reverse,
      key: submission.key,
      submitted_at: now,
      decided_at: null,
      decided_by: null,
      country: null,
      reason: null,
      revoked_at: null,
      revoked_by: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
