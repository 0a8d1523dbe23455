import { readCreditorReference } from '@fairlot/domain';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { UsersTable } from '../../../db/tables/accounts.ts';
import type { Tables } from '../../../db/tables/index.ts';
import { userOfUid } from '../../../platform/uid.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';
import { type VerifiedIdentity, verifiedIdentityOf } from '../../../staff/verified-identity.ts';

const COLUMNS = [
  'id',
  'kind',
  'email',
  'mobile',
  'area',
  'created_at',
  'blocked_at',
  'blocked_reason',
  'blocked_by',
  'invite_code',
  'inviter_id',
  'language',
  'risk_consent_at',
  'totp_since',
  'closing_at',
  'closing_reason',
  'closed_at',
  'erased_at',
] as const;
/** The index finds parts of at least this many characters; shorter texts are searched at the beginning. */
const SHORTEST_PART = 3;
/** Matches counted in a search: one more than a file may have rows. */
const MOST_COUNTED = 100_001;
/** The columns of a user that staff may read; without the password hash and the second factor's secret. */
export type UserRow = Pick<Selectable<UsersTable>, (typeof COLUMNS)[number]>;

export interface UserFilters extends DateRange {
  readonly q?: string | undefined;
  readonly kind?: 'demo' | 'real' | undefined;
}

/** Queries of users for staff. */
export class UserStaffQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async page(
    filters: UserFilters,
    { offset, limit }: ListSlice,
  ): Promise<{ readonly rows: readonly UserRow[]; readonly total: number }> {
    const found = this.#matching(filters);
    const rows = await found.select(COLUMNS).orderBy('id', 'desc').offset(offset).limit(limit).execute();
    const isSearch = (filters.q?.trim() ?? '') !== '';
    const counted = isSearch ? found.select(sql`1`.as('one')).limit(MOST_COUNTED) : found.select(sql`1`.as('one'));
    const { total } = await this.#db
      .selectFrom(counted.as('counted'))
      .select(({ fn }) => fn.countAll<bigint>().as('total'))
      .executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  byId(id: number): Promise<UserRow | undefined> {
    return this.#db.selectFrom('users').select(COLUMNS).where('id', '=', BigInt(id)).executeTakeFirst();
  }

  /** The verified identity of a user. */
  identity(id: number): Promise<VerifiedIdentity> {
    return this.#db
      .selectFrom('users')
      .select(verifiedIdentityOf('users.id'))
      .where('id', '=', BigInt(id))
      .executeTakeFirstOrThrow();
  }

  /** Name of the member of staff who froze the user; null when the user did it with a link, or is not frozen. */
  async freezer({ blocked_by: staff }: Pick<UserRow, 'blocked_by'>): Promise<string | null> {
    if (staff === null) return null;
    const row = await this.#db.selectFrom('staff').select('name').where('id', '=', staff).executeTakeFirst();
    return row?.name ?? null;
  }

  async aliveSessions(user: number, now: Date): Promise<number> {
    const { count } = await this.#db
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', BigInt(user))
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async sessions(user: number, { offset, limit }: ListSlice) {
    const found = this.#db.selectFrom('sessions').where('user_id', '=', BigInt(user));
    const rows = await found
      .select(['id', 'created_at', 'last_seen_at', 'address', 'agent', 'expires_at', 'ended_at'])
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  #matching({ q, kind, ...period }: UserFilters) {
    let query = this.#db.selectFrom('users').where(isWithin('users.created_at', period));
    if (kind !== undefined) query = query.where('kind', '=', kind);
    const wanted = q?.trim().toLowerCase() ?? '';
    if (wanted === '') return query;
    const reference = readCreditorReference(wanted);
    const numbers = [
      /^\d{1,15}$/.test(wanted) ? Number(wanted) : undefined,
      userOfUid(typeof reference === 'number' ? String(reference) : wanted),
    ].filter((number) => number !== undefined);
    const escaped = wanted.replaceAll(/[\\%_]/g, '\\$&');
    const part = Array.from(wanted).length < SHORTEST_PART ? `${escaped}%` : `%${escaped}%`;
    return query.where((where) =>
      where.or([
        where('email', 'like', part),
        where('mobile', 'like', part),
        ...(numbers.length === 0 ? [] : [where('id', 'in', numbers.map(BigInt))]),
      ]),
    );
  }
}
