import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { UsersTable } from '../../../db/tables/accounts.ts';
import type { Tables } from '../../../db/tables/index.ts';
import type { ListSlice } from '../../../platform/staff-calls.ts';
import { userOfUid } from '../../../platform/uid.ts';

const COLUMNS = [
  'id',
  'kind',
  'email',
  'mobile',
  'area',
  'created_at',
  'blocked_at',
  'invite_code',
  'inviter_id',
  'language',
  'risk_consent_at',
  'totp_since',
] as const;
/** What the office may know of a user: neither password nor second factor is among it. */
export type UserRow = Pick<Selectable<UsersTable>, (typeof COLUMNS)[number]>;

export interface UserFilters {
  readonly q?: string | undefined;
  readonly kind?: 'demo' | 'real' | undefined;
}

/** What the office asks of the database about users. */
export class OfficeUserQueries {
  private readonly db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.db = db;
  }

  async page(
    filters: UserFilters,
    { offset, limit }: ListSlice,
  ): Promise<{ readonly rows: readonly UserRow[]; readonly total: number }> {
    const found = this.matching(filters);
    const rows = await found.select(COLUMNS).orderBy('id', 'desc').offset(offset).limit(limit).execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  byId(id: number): Promise<UserRow | undefined> {
    return this.db.selectFrom('users').select(COLUMNS).where('id', '=', BigInt(id)).executeTakeFirst();
  }

  async aliveSessions(user: number, now: Date): Promise<number> {
    const { count } = await this.db
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', BigInt(user))
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async sessions(user: number, { offset, limit }: ListSlice) {
    const found = this.db.selectFrom('sessions').where('user_id', '=', BigInt(user));
    const rows = await found
      .select(['id', 'created_at', 'last_seen_at', 'address', 'agent', 'expires_at', 'ended_at'])
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  /** Ends all sessions; the caller makes memory forget them. */
  async endSessions(user: number): Promise<void> {
    await this.db
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`now()` })
      .where('user_id', '=', BigInt(user))
      .where('ended_at', 'is', null)
      .execute();
  }

  /** Shuts a user out and ends all sessions, in one transaction; false when that was so already. */
  freeze(user: number): Promise<boolean> {
    return this.db.transaction().execute(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ blocked_at: sql<Date>`now()` })
        .where('id', '=', BigInt(user))
        .where('blocked_at', 'is', null)
        .executeTakeFirst();
      await db
        .updateTable('sessions')
        .set({ ended_at: sql<Date>`now()` })
        .where('user_id', '=', BigInt(user))
        .where('ended_at', 'is', null)
        .execute();
      return numUpdatedRows > 0n;
    });
  }

  async unfreeze(user: number): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('users')
      .set({ blocked_at: null })
      .where('id', '=', BigInt(user))
      .where('blocked_at', 'is not', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async addNote(user: number, staff: number, text: string): Promise<number> {
    const { id } = await this.db
      .insertInto('user_notes')
      .values({ user_id: BigInt(user), staff_id: BigInt(staff), text })
      .returning('id')
      .executeTakeFirstOrThrow();
    return Number(id);
  }

  private matching({ q, kind }: UserFilters) {
    let query = this.db.selectFrom('users');
    if (kind !== undefined) query = query.where('kind', '=', kind);
    const wanted = q?.trim().toLowerCase() ?? '';
    if (wanted === '') return query;
    const numbers = [/^\d{1,15}$/.test(wanted) ? Number(wanted) : undefined, userOfUid(wanted)].filter(
      (number) => number !== undefined,
    );
    const part = `%${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`;
    return query.where((where) =>
      where.or([
        where('email', 'like', part),
        where('mobile', 'like', part),
        ...(numbers.length === 0 ? [] : [where('id', 'in', numbers.map(BigInt))]),
      ]),
    );
  }
}
