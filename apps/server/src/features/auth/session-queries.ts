import { sql } from 'kysely';
import { addressGroup } from '../../http/addresses.ts';
import type { Session } from '../../security/session.ts';
import type { Database, User } from './queries.ts';

/** The origin of a sign-in, shown to the session's owner. */
export interface Origin {
  readonly address: string;
  readonly agent: string;
}

/** A session as its owner sees it. */
export interface SessionRecord extends Origin {
  readonly id: number;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** Maximum number of sessions in a user's list; older ones can only be ended together. */
const MOST_LISTED = 100;
/** Number of sign-ins whose networks count as the owner's. */
const MOST_NETWORKS = 200;

/** The table of sessions. */
export class SessionQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Inserts a session if the user's password is still the one that was checked and the user is not blocked; returns
   * undefined otherwise. The row lock serializes this with concurrent changes of the password.
   */
  async insert(
    user: User,
    passwordHash: string | null,
    tokenHash: Buffer,
    expiresAt: number,
    origin: Origin,
  ): Promise<Session | undefined> {
    const {
      rows: [row],
    } = await sql<{ readonly id: bigint }>`
      insert into sessions (user_id, token_hash, expires_at, address, agent)
      select id, ${tokenHash}, ${new Date(expiresAt)}, ${origin.address}, ${origin.agent} from users
      where id = ${BigInt(user.id)} and password_hash is not distinct from ${passwordHash} and blocked_at is null and retired_at is null for share
      returning id`.execute(this.#db);
    return row === undefined ? undefined : { id: Number(row.id), account: user.id, kind: user.kind, expiresAt };
  }

  async byHash(tokenHash: Buffer): Promise<Session | undefined> {
    const row = await this.#db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['sessions.id', 'users.id as user_id', 'users.kind', 'sessions.expires_at'])
      .where('sessions.token_hash', '=', tokenHash)
      .where('sessions.ended_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return { id: Number(row.id), account: Number(row.user_id), kind: row.kind, expiresAt: row.expires_at.getTime() };
  }

  async ofUser(user: number, now: Date): Promise<readonly SessionRecord[]> {
    const rows = await this.#db
      .selectFrom('sessions')
      .select(['id', 'created_at', 'last_seen_at', 'address', 'agent'])
      .where('user_id', '=', BigInt(user))
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('last_seen_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_LISTED)
      .execute();
    return rows.map(({ id, created_at, last_seen_at, address, agent }) => ({
      id: Number(id),
      createdAt: created_at,
      lastSeenAt: last_seen_at,
      address,
      agent,
    }));
  }

  /** The networks of a user's latest sign-ins, ended ones too, see `addressGroup`. */
  async networks(user: number): Promise<ReadonlySet<string>> {
    const rows = await this.#db
      .selectFrom('sessions')
      .select('address')
      .where('user_id', '=', BigInt(user))
      .orderBy('id', 'desc')
      .limit(MOST_NETWORKS)
      .execute();
    return new Set(rows.map(({ address }) => addressGroup(address)));
  }

  async seen(id: number, at: Date): Promise<void> {
    await this.#db.updateTable('sessions').set({ last_seen_at: at }).where('id', '=', BigInt(id)).execute();
  }

  /** Ends a session of a user; false when the user has no such session. */
  async end(user: number, id: number): Promise<boolean> {
    const ended = await this.#db
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`now()` })
      .where('id', '=', BigInt(id))
      .where('user_id', '=', BigInt(user))
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return ended.numUpdatedRows === 1n;
  }

  /** Ends all sessions of a user but one. */
  async endAll(user: number, except?: number): Promise<void> {
    await this.#db
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`now()` })
      .where('user_id', '=', BigInt(user))
      .where('id', '!=', BigInt(except ?? 0))
      .where('ended_at', 'is', null)
      .execute();
  }
}
