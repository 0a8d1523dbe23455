import { sql } from 'kysely';
import { addressGroup } from '../../http/addresses.ts';
import type { Session } from '../../security/session.ts';
import type { Database, User } from './queries.ts';

/** The origin of a sign-in, shown to the session's owner. */
export interface Origin {
  readonly address: string;
  readonly agent: string;
}

/** A session with the stored time of its last use, in epoch milliseconds. */
export interface SeenSession {
  readonly session: Session;
  readonly seenAt: number;
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

/** Maximum number of earlier sessions that are searched for a known device. */
const MOST_COMPARED = 200;

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
    { openedAt, expiresAt }: { readonly openedAt: number; readonly expiresAt: number },
    origin: Origin,
  ): Promise<Session | undefined> {
    const at = new Date(openedAt);
    const {
      rows: [row],
    } = await sql<{ readonly id: bigint }>`
      insert into sessions (user_id, token_hash, created_at, last_seen_at, expires_at, address, agent)
      select id, ${tokenHash}, ${at}, ${at}, ${new Date(expiresAt)}, ${origin.address}, ${origin.agent} from users
      where id = ${BigInt(user.id)} and password_hash is not distinct from ${passwordHash} and blocked_at is null and retired_at is null and closing_at is null for share
      returning id`.execute(this.#db);
    return row === undefined ? undefined : { id: Number(row.id), account: user.id, kind: user.kind, expiresAt };
  }

  async byHash(tokenHash: Buffer): Promise<SeenSession | undefined> {
    const row = await this.#db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['sessions.id', 'users.id as user_id', 'users.kind', 'sessions.expires_at', 'sessions.last_seen_at'])
      .where('sessions.token_hash', '=', tokenHash)
      .where('sessions.ended_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { kind, expires_at: expiresAt, last_seen_at: seenAt } = row;
    return {
      session: { id: Number(row.id), account: Number(row.user_id), kind, expiresAt: expiresAt.getTime() },
      seenAt: seenAt.getTime(),
    };
  }

  /** The user's open sessions, last used first. Leaves out those that were last used before `unusedSince`. */
  async ofUser(user: number, now: Date, unusedSince: Date): Promise<readonly SessionRecord[]> {
    const rows = await this.#db
      .selectFrom('sessions')
      .select(['id', 'created_at', 'last_seen_at', 'address', 'agent'])
      .where('user_id', '=', BigInt(user))
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .where('last_seen_at', '>', unusedSince)
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

  /** A session and the latest earlier ones of its user with the same user agent, open or not. */
  async ofSameBrowser(
    user: number,
    id: number,
  ): Promise<readonly { readonly id: number; readonly createdAt: Date; readonly address: string }[]> {
    const rows = await this.#db
      .selectFrom('sessions')
      .select(['id', 'created_at', 'address'])
      .where('user_id', '=', BigInt(user))
      .where('id', '<=', BigInt(id))
      .where('agent', '=', (own) =>
        own.selectFrom('sessions as own').select('own.agent').where('own.id', '=', BigInt(id)),
      )
      .orderBy('id', 'desc')
      .limit(MOST_COMPARED)
      .execute();
    return rows.map(({ id: number, created_at: createdAt, address }) => ({ id: Number(number), createdAt, address }));
  }

  /** True if no earlier session of the user had the same browser and network as this one. */
  async isNewDevice(user: number, id: number): Promise<boolean> {
    const sessions = await this.ofSameBrowser(user, id);
    const own = sessions.find((session) => session.id === id);
    if (own === undefined) return false;
    const network = addressGroup(own.address);
    return !sessions.some((session) => session.id !== id && addressGroup(session.address) === network);
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

  /** Those of these sessions that are over. */
  async endedAmong(ids: readonly number[]): Promise<readonly number[]> {
    const { rows } = await sql<{ id: bigint }>`select given.id from unnest(${ids.map(BigInt)}::bigint[]) as given (id)
      where not exists (select from sessions s where s.id = given.id and s.ended_at is null)`.execute(this.#db);
    return rows.map(({ id }) => Number(id));
  }

  /** Stores a time of last use, unless another process has stored a later one. */
  async seen(id: number, at: Date): Promise<void> {
    await this.#db
      .updateTable('sessions')
      .set({ last_seen_at: at })
      .where('id', '=', BigInt(id))
      .where('last_seen_at', '<', at)
      .execute();
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

  /** The open sessions of a user beyond the most recently used ones. */
  async beyond(user: number, mostOpen: number): Promise<readonly number[]> {
    const rows = await this.#db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', BigInt(user))
      .where('ended_at', 'is', null)
      .orderBy('last_seen_at', 'desc')
      .orderBy('id', 'desc')
      .offset(mostOpen)
      .execute();
    return rows.map(({ id }) => Number(id));
  }

  /** Deletes the earliest ended sessions of a user, so that a user has a bounded number of rows. */
  async deleteBeyond(user: number, mostEnded: number): Promise<void> {
    const mine = this.#db.selectFrom('sessions').select('id').where('user_id', '=', BigInt(user));
    await this.#db
      .deleteFrom('sessions')
      .where('user_id', '=', BigInt(user))
      .where('id', 'in', mine.where('ended_at', 'is not', null).orderBy('ended_at', 'desc').offset(mostEnded))
      .execute();
  }

  /** Open sessions that were last used at `unusedSince` or before, at most `limit`. */
  async unused(unusedSince: Date, limit: number): Promise<readonly number[]> {
    const rows = await this.#db
      .selectFrom('sessions')
      .select('id')
      .where('ended_at', 'is', null)
      .where('last_seen_at', '<=', unusedSince)
      .orderBy('last_seen_at')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => Number(id));
  }

  /** Ends those of these sessions that were last used at `unusedSince` or before. Returns the ids of those that it ended. */
  async endThese(ids: readonly number[], unusedSince: Date): Promise<readonly number[]> {
    const ended = await this.#db
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`now()` })
      .where('id', 'in', ids.map(BigInt))
      .where('last_seen_at', '<=', unusedSince)
      .where('ended_at', 'is', null)
      .returning('id')
      .execute();
    return ended.map(({ id }) => Number(id));
  }

  /** Deletes sessions that ended or expired before `before`, at most `limit`. Returns their number. */
  async deleteOver(before: Date, limit: number): Promise<number> {
    const over = this.#db
      .selectFrom('sessions')
      .select('id')
      .where(sql<boolean>`least(ended_at, expires_at) < ${before}`)
      .limit(limit);
    const { numDeletedRows } = await this.#db.deleteFrom('sessions').where('id', 'in', over).executeTakeFirstOrThrow();
    return Number(numDeletedRows);
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
