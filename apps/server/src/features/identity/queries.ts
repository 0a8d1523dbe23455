import type { Kysely, Selectable, Transaction } from 'kysely';
import type { IdentityTables } from '../../db/tables/identity.ts';
import type { Tables } from '../../db/tables/index.ts';
import { openCard, sealedCard } from '../../platform/secrets/seal-all.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { claimImages } from '../../platform/uploads/image-store.ts';

export type Submission = Selectable<IdentityTables['identity_submissions']>;

/** What a user submits; the sides are ids of images. */
export interface NewSubmission {
  readonly user: number;
  readonly key: string;
  readonly name: string;
  readonly cardId: string;
  readonly front: string;
  readonly reverse: string;
}

export type SubmitOutcome = Submission | 'identity_submitted' | 'unknown_image' | 'key_reused';

/** What identity asks of the database on behalf of users. */
export class IdentityQueries {
  private readonly db: Kysely<Tables>;
  private readonly secrets: Secrets;

  constructor(db: Kysely<Tables>, secrets: Secrets) {
    this.db = db;
    this.secrets = secrets;
  }

  /** The number of the document of a submission. */
  cardOf(submission: Submission): string {
    return openCard(this.secrets, submission);
  }

  /** The last submission of a user. */
  last(user: number): Promise<Submission | undefined> {
    return this.db
      .selectFrom('identity_submissions')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .orderBy('id', 'desc')
      .executeTakeFirst();
  }

  async isFinished(user: number): Promise<boolean> {
    const row = await this.db
      .selectFrom('identity_submissions')
      .select('id')
      .where('user_id', '=', BigInt(user))
      .where('status', '=', 'finished')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Keeps a submission, one at a time for each user, together with the claim on its pictures. */
  submit(wish: NewSubmission, now: Date): Promise<SubmitOutcome> {
    return this.db.transaction().execute(async (transaction) => {
      const user = BigInt(wish.user);
      await transaction
        .selectFrom('users')
        .select('id')
        .where('id', '=', user)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      const earlier = await transaction
        .selectFrom('identity_submissions')
        .selectAll()
        .where('user_id', '=', user)
        .where((or) => or.or([or('status', '!=', 'rejected'), or('key', '=', wish.key)]))
        .orderBy('id', 'desc')
        .execute();
      const repeated = earlier.find(({ key }) => key === wish.key);
      if (repeated !== undefined) return this.isSame(repeated, wish) ? repeated : 'key_reused';
      if (earlier.length > 0) return 'identity_submitted';
      if (!(await claimImages(transaction, wish.user, [wish.front, wish.reverse], 'identity'))) return 'unknown_image';
      return insert(transaction, this.secrets, wish, now);
    });
  }

  private isSame(row: Submission, wish: NewSubmission): boolean {
    return (
      row.name === wish.name &&
      this.cardOf(row) === wish.cardId &&
      row.front_image === wish.front &&
      row.reverse_image === wish.reverse
    );
  }
}

function insert(
  transaction: Transaction<Tables>,
  secrets: Secrets,
  wish: NewSubmission,
  now: Date,
): Promise<Submission> {
  return transaction
    .insertInto('identity_submissions')
    .values({
      user_id: BigInt(wish.user),
      name: wish.name,
      card_id: null,
      ...sealedCard(secrets, wish.user, wish.cardId),
      front_image: wish.front,
      reverse_image: wish.reverse,
      key: wish.key,
      submitted_at: now,
      decided_at: null,
      decided_by: null,
      country: null,
      reason: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
