import { FOUND_BY, MOST_FOUND } from '@fairlot/contract';
import type { GroupId } from '@fairlot/domain';
import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { UsersTable } from '../../../db/tables/accounts.ts';
import type { Tables } from '../../../db/tables/index.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';
import { type VerifiedIdentity, verifiedIdentityOf } from '../../../staff/verified-identity.ts';
import { groupOf, isInGroup } from '../../../trading/group-of-account.ts';
import { type FoundBy, type SearchRights, type Source, sourcesOf } from './user-search.ts';

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
/** The columns of a user that staff may read; without the password hash and the second factor's secret. */
export type UserRow = Pick<Selectable<UsersTable>, (typeof COLUMNS)[number]>;

export interface UserFilters extends DateRange {
  readonly q?: string | undefined;
  readonly kind?: 'demo' | 'real' | undefined;
  readonly group_id?: GroupId | undefined;
}

/** A user in a list, with the account's group, and what a search found the user by. */
export type FoundUserRow = UserRow & { readonly group: GroupId | null; readonly found_by: FoundBy | null };

const GROUP = groupOf('users.id').as('group');

/** Queries of users for staff. `fingerprints`: of a document's number, under all keys. */
export class UserStaffQueries {
  readonly #db: Kysely<Tables>;
  readonly #fingerprints: (text: string) => readonly string[];

  constructor(db: Kysely<Tables>, fingerprints: (text: string) => readonly string[]) {
    this.#db = db;
    this.#fingerprints = fingerprints;
  }

  /** A page of users, newest first; with a text in `q`, of those that it finds and `rights` allow to find. */
  async page(
    { q, kind, group_id: group, ...period }: UserFilters,
    rights: SearchRights,
    { offset, limit }: ListSlice,
  ): Promise<{ readonly rows: readonly FoundUserRow[]; readonly total: number }> {
    const ofKind = kind === undefined ? sql`true` : sql`users.kind = ${kind}`;
    const ofGroup = group === undefined ? sql`true` : isInGroup('users.id', group);
    const kept = sql`${isWithin('users.created_at', period)} and ${ofKind} and ${ofGroup}`;
    const text = q?.trim() ?? '';
    if (text !== '') return this.#search(sourcesOf(text, rights, kept, this.#fingerprints), kept, { offset, limit });
    const users = this.#db.selectFrom('users').where(sql<SqlBool>`${kept}`);
    const rows = await users
      .select([...COLUMNS, GROUP])
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await users.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return { rows: rows.map((row) => ({ ...row, found_by: null })), total: Number(total) };
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

  async passkeys(user: number): Promise<number> {
    const { count } = await this.#db
      .selectFrom('passkeys')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async sessions(user: number, period: DateRange, { offset, limit }: ListSlice) {
    const found = this.#db
      .selectFrom('sessions')
      .where('user_id', '=', BigInt(user))
      .where(isWithin('created_at', period));
    const rows = await found
      .select(['id', 'created_at', 'last_seen_at', 'address', 'agent', 'expires_at', 'ended_at'])
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  /** A user that several parts find is listed once, with the first in the order of FOUND_BY. */
  async #search(
    sources: readonly Source[],
    kept: RawBuilder<unknown>,
    { offset, limit }: ListSlice,
  ): Promise<{ readonly rows: readonly FoundUserRow[]; readonly total: number }> {
    if (sources.length === 0) return { rows: [], total: 0 };
    const hits = sources.map(
      ({ by, users }) => sql`select user_id, ${FOUND_BY.indexOf(by)}::int as rank from (${users}) part`,
    );
    const { rows } = await sql<{ readonly id: bigint; readonly rank: number; readonly total: bigint }>`
      select users.id, hit.rank, count(*) over () as total
      from (select user_id, min(rank) as rank from (${sql.join(hits, sql` union all `)}) parts group by user_id) hit
      join users on users.id = hit.user_id where ${kept}
      order by users.id desc offset ${offset} limit ${limit}`.execute(this.#db);
    const [first] = rows;
    if (first === undefined)
      return { rows: [], total: offset === 0 ? 0 : (await this.#search(sources, kept, { offset: 0, limit: 1 })).total };
    const found = new Map(rows.map(({ id, rank }) => [id, FOUND_BY[rank] ?? null]));
    const users = await this.#db
      .selectFrom('users')
      .select([...COLUMNS, GROUP])
      .where('id', 'in', [...found.keys()])
      .orderBy('id', 'desc')
      .execute();
    return {
      rows: users.map((row) => ({ ...row, found_by: found.get(row.id) ?? null })),
      total: Math.min(Number(first.total), MOST_FOUND + 1),
    };
  }
}
