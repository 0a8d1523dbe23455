import { HOUR_MS, MINUTE_MS } from '@fairlot/domain';
import { type Kysely, type Transaction, sql } from 'kysely';
import type { Tables } from '../db/tables/index.ts';
import type { Clock } from '../platform/clock.ts';
import { newSecret, secretHash } from '../security/random-secret.ts';
import type { StaffSession, StaffSessions } from './staff-session.ts';

/** A session ends after this long without activity. */
const IDLE_MS = 30 * MINUTE_MS;
/** A session ends after this long in any case: a working day. */
const LIFETIME_MS = 12 * HOUR_MS;
/** Sessions of a member of staff at once. One more ends the one that was not used for longest. */
const MOST_SESSIONS = 5;
/** Minimum time between two updates of the last activity. */
const NOTE_EVERY_MS = 30_000;

type Db = Kysely<Tables> | Transaction<Tables>;

/** A session in its owner's list. */
export interface ListedSession {
  readonly id: number;
  readonly address: string;
  readonly agent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** Office sessions, read from the database at every call, so that a revoked right is effective at once. */
export class StaffSessionStore implements StaffSessions {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Opens a session. Its token is returned only here. */
  open(staff: number, address: string, agent: string, db?: Transaction<Tables>): Promise<string> {
    return db === undefined
      ? this.#db.transaction().execute((made) => this.#open(made, staff, address, agent))
      : this.#open(db, staff, address, agent);
  }

  async #open(db: Transaction<Tables>, staff: number, address: string, agent: string): Promise<string> {
    const token = newSecret();
    const now = new Date(this.#clock());
    // Sign-ins at the same moment count one after the other.
    await sql`select from staff where id = ${staff} for no key update`.execute(db);
    await this.#makeRoom(db, staff, now);
    await db
      .insertInto('staff_sessions')
      .values({
        staff_id: BigInt(staff),
        token_hash: secretHash(token),
        address,
        agent,
        created_at: now,
        last_seen_at: now,
        expires_at: new Date(now.getTime() + LIFETIME_MS),
        ended_at: null,
      })
      .execute();
    return token;
  }

  async #makeRoom(db: Transaction<Tables>, staff: number, now: Date): Promise<void> {
    const unused = this.#alive(db)
      .select('id')
      .where('staff_id', '=', BigInt(staff))
      .orderBy('last_seen_at', 'desc')
      .orderBy('id', 'desc')
      .offset(MOST_SESSIONS - 1);
    await db.updateTable('staff_sessions').set({ ended_at: now }).where('id', 'in', unused).execute();
  }

  async find(token: string, isPerson: boolean): Promise<StaffSession | undefined> {
    const now = this.#clock();
    const row = await this.#alive()
      .innerJoin('staff', 'staff.id', 'staff_sessions.staff_id')
      .select([
        'staff_sessions.id',
        'staff_sessions.staff_id',
        'staff_sessions.last_seen_at',
        'staff.name',
        'staff.roles',
        'staff.totp_secret',
      ])
      .where('staff_sessions.token_hash', '=', secretHash(token))
      .where('staff.disabled_at', 'is', null)
      .where('staff.password_hash', 'is not', null)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    if (isPerson && now - row.last_seen_at.getTime() >= NOTE_EVERY_MS) {
      await this.#db
        .updateTable('staff_sessions')
        .set({ last_seen_at: new Date(now) })
        .where('id', '=', row.id)
        .execute();
    }
    return {
      id: Number(row.id),
      staff: Number(row.staff_id),
      name: row.name,
      roles: row.roles,
      enrolled: row.totp_secret !== null,
    };
  }

  /** Ends one session of a member of staff; false when there is none. */
  async end(staff: number, id: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('staff_sessions')
      .set({ ended_at: new Date(this.#clock()) })
      .where('staff_id', '=', BigInt(staff))
      .where('id', '=', BigInt(id))
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Ends all sessions of a member of staff. */
  async endAll(staff: number, db: Db = this.#db): Promise<void> {
    await db
      .updateTable('staff_sessions')
      .set({ ended_at: new Date(this.#clock()) })
      .where('staff_id', '=', BigInt(staff))
      .where('ended_at', 'is', null)
      .execute();
  }

  async ofStaff(staff: number): Promise<readonly ListedSession[]> {
    const rows = await this.#alive()
      .select(['id', 'address', 'agent', 'created_at', 'last_seen_at'])
      .where('staff_id', '=', BigInt(staff))
      .orderBy('last_seen_at', 'desc')
      .limit(MOST_SESSIONS)
      .execute();
    return rows.map((row) => ({
      id: Number(row.id),
      address: row.address,
      agent: row.agent,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
    }));
  }

  #alive(db: Db = this.#db) {
    const now = this.#clock();
    return db
      .selectFrom('staff_sessions')
      .where('staff_sessions.ended_at', 'is', null)
      .where('staff_sessions.expires_at', '>', new Date(now))
      .where('staff_sessions.last_seen_at', '>', new Date(now - IDLE_MS));
  }
}
