import type { OutputOf, marketingCalls } from '@fairlot/contract';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../http/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import { secretHash } from '../../security/random-secret.ts';

type Consent = OutputOf<typeof marketingCalls.marketing>;

/** The agreement of users to news and offers by mail: none at first, and stored with its time. */
export class MarketingConsent {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async of(user: number): Promise<Consent> {
    const { marketing_since: since } = await this.#db
      .selectFrom('users')
      .select('marketing_since')
      .where('id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    return { accepted: since !== null, since: since?.toISOString() ?? null };
  }

  /** Stores an agreement, or its end. A repeat keeps the first time. */
  async set(user: number, accepted: boolean): Promise<Consent> {
    const now = new Date(this.#clock());
    await this.#db
      .updateTable('users')
      .set(accepted ? { marketing_since: now } : { marketing_since: null, marketing_ended_at: now })
      .where('id', '=', BigInt(user))
      .where(sql<boolean>`(marketing_since is null) = ${accepted}`)
      .execute();
    return this.of(user);
  }

  /** Ends the agreement of the client who got a mail with this token. */
  async endByLink(token: string, tell: (user: number) => void): Promise<Answer<Record<string, never>>> {
    const link = await this.#db
      .selectFrom('bulk_recipients')
      .select('user_id')
      .where('token_hash', '=', secretHash(token))
      .executeTakeFirst();
    if (link === undefined) return refuse('link_invalid');
    tell(Number(link.user_id));
    await this.set(Number(link.user_id), false);
    return done({});
  }
}
