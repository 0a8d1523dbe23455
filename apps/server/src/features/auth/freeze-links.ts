import { DAY_MS, HOUR_MS } from '@fairlot/domain';
import type { LanguageCode } from '@fairlot/i18n';
import { type Kysely, type SqlBool, type Transaction, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../http/answer.ts';
import type { CallContext } from '../../http/calls.ts';
import type { UserNotices } from '../../messages/user-notices.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Job, every } from '../../platform/jobs.ts';
import { newSecret, secretHash } from '../../security/random-secret.ts';
import { cancelOpenRequests } from './open-requests.ts';
import { SessionQueries } from './session-queries.ts';
import type { SessionStore } from './session-store.ts';

const LIFETIME_MS = 7 * DAY_MS;
const TIDY_EVERY_MS = HOUR_MS;
/** Maximum number of links of a user; the oldest are deleted. */
const MOST_LINKS = 100;

export interface FreezeLinksDeps {
  readonly db: Kysely<Tables>;
  readonly sessions: SessionStore;
  readonly notices: () => UserNotices;
  /** Origin of the pages, as users reach them. */
  readonly origin: () => string;
  readonly clock: Clock;
  readonly log: { error(fields: object, message: string): void };
}

/** The part of the audit log that is needed here. */
export type RecordFreeze = (user: number) => Promise<unknown>;

/**
 * Links in notices with which owners freeze their accounts without a session. A link works once, for seven days; its
 * token is stored as a hash.
 */
export class FreezeLinks {
  readonly #deps: FreezeLinksDeps;
  readonly #tidying: Job;

  constructor(deps: FreezeLinksDeps) {
    this.#deps = deps;
    this.#tidying = every(
      TIDY_EVERY_MS,
      () => this.#deleteExpired(),
      (error) => deps.log.error({ err: error }, 'expired links could not be deleted, trying again'),
    );
  }

  start(): void {
    this.#tidying.start();
    this.#tidying.wake();
  }

  async stop(): Promise<void> {
    await this.#tidying.stop();
  }

  /** Creates a link in the transaction of the notice, and returns its URL. */
  async create(transaction: Transaction<Tables>, user: bigint, language: LanguageCode): Promise<string> {
    const token = newSecret();
    const now = this.#deps.clock();
    await transaction
      .insertInto('freeze_links')
      .values({
        user_id: user,
        token_hash: secretHash(token),
        created_at: new Date(now),
        expires_at: new Date(now + LIFETIME_MS),
        used_at: null,
      })
      .execute();
    const kept = transaction
      .selectFrom('freeze_links')
      .select('id')
      .where('user_id', '=', user)
      .orderBy('id', 'desc')
      .limit(MOST_LINKS);
    await transaction
      .deleteFrom('freeze_links')
      .where('user_id', '=', user)
      .where('id', 'not in', kept)
      .where('used_at', 'is', null)
      .execute();
    return `${this.#deps.origin()}/#/freeze?token=${token}&lang=${language}`;
  }

  /** Freezes the owner's account and ends all sessions. A repeat succeeds while that freeze is in force. */
  async use(
    token: string,
    { actor }: Pick<CallContext, 'actor'>,
    record: RecordFreeze,
  ): Promise<Answer<Record<string, never>>> {
    const link = await this.#deps.db
      .selectFrom('freeze_links')
      .select(['id', 'user_id'])
      .where('token_hash', '=', secretHash(token))
      .executeTakeFirst();
    if (link === undefined) return refuse('link_invalid');
    const user = Number(link.user_id);
    actor.user = user;
    const result = await this.#deps.sessions.endAllWith(
      user,
      () => this.#deps.db.transaction().execute((transaction) => this.#freeze(transaction, link.id, link.user_id)),
      (outcome) => outcome === 'frozen',
    );
    if (result === 'invalid') return refuse('link_invalid');
    if (result === 'frozen') await record(user);
    return done({}, 'account_frozen');
  }

  async #deleteExpired(): Promise<void> {
    const now = new Date(this.#deps.clock());
    // A used link is the record of the owner's freeze while one of staff is in force as well.
    await this.#deps.db
      .deleteFrom('freeze_links')
      .where('expires_at', '<=', now)
      .where(
        sql<SqlBool>`(used_at is null or not exists (select from users where users.id = user_id and blocked_by is not null))`,
      )
      .execute();
  }

  async #freeze(
    transaction: Transaction<Tables>,
    id: bigint,
    user: bigint,
  ): Promise<'frozen' | 'repeated' | 'invalid'> {
    const now = new Date(this.#deps.clock());
    const owner = await transaction
      .selectFrom('users')
      .select(['blocked_at', 'unfrozen_at'])
      .where('id', '=', user)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const link = await transaction
      .selectFrom('freeze_links')
      .select(['used_at', 'expires_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (link === undefined || link.expires_at <= now) return 'invalid';
    if (link.used_at !== null) {
      const isLifted = owner.blocked_at === null || (owner.unfrozen_at !== null && link.used_at <= owner.unfrozen_at);
      return isLifted ? 'invalid' : 'repeated';
    }
    await transaction.updateTable('freeze_links').set({ used_at: now }).where('id', '=', id).execute();
    await transaction
      .updateTable('users')
      .set({ blocked_at: now, blocked_reason: '', blocked_by: null })
      .where('id', '=', user)
      .where('blocked_at', 'is', null)
      .execute();
    await new SessionQueries(transaction).endAll(Number(user));
    await cancelOpenRequests(transaction, Number(user), 'frozen', now);
    await this.#deps.notices().put(transaction, { user, template: 'account_frozen' });
    return 'frozen';
  }
}
