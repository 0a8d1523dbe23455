import type { CopySkip, CopyState } from '@fairlot/contract';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import type { CopyRow } from '../copy-row.ts';
import type { DeedRow } from '../presenter.ts';
import { DEED_COLUMNS, resultsOfCopies } from '../result-queries.ts';

export interface CopyFilters extends DateRange {
  readonly state?: CopyState | undefined;
  readonly kind?: 'real' | 'demo' | undefined;
  readonly user_id?: number | undefined;
  readonly leader_id?: number | undefined;
}

export interface DeedFilters extends DateRange {
  readonly copy_id?: number | undefined;
  readonly skip?: CopySkip | undefined;
}

export interface StaffDeedRow extends DeedRow {
  readonly user_id: bigint;
  readonly leader_id: bigint;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Reads copies of all accounts for staff. */
export class CopyStaffQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async copies(
    { state, kind, user_id: user, leader_id: leader, ...period }: CopyFilters,
    { offset, limit }: ListSlice,
  ): Promise<Page<CopyRow>> {
    let query = this.#db.selectFrom('copies').where(isWithin('copies.started_at', period));
    if (state !== undefined) query = query.where('state', '=', state);
    if (user !== undefined) query = query.where('user_id', '=', BigInt(user));
    if (leader !== undefined) query = query.where('leader_id', '=', BigInt(leader));
    if (kind !== undefined)
      query = query.where(sql<boolean>`exists (select from users u where u.id = copies.user_id and u.kind = ${kind})`);
    const [rows, count] = await Promise.all([
      query.selectAll('copies').orderBy('id', 'desc').offset(offset).limit(limit).execute(),
      query.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
    ]);
    return { rows, total: Number(count.total) };
  }

  async deeds(
    { copy_id: copy, skip, from, to }: DeedFilters,
    { offset, limit }: ListSlice,
  ): Promise<Page<StaffDeedRow>> {
    let query = resultsOfCopies(this.#db);
    if (from !== undefined) query = query.where('time', '>=', BigInt(Date.parse(from)));
    if (to !== undefined) query = query.where('time', '<', BigInt(Date.parse(to)));
    if (copy !== undefined) query = query.where('copies.id', '=', BigInt(copy));
    if (skip !== undefined) query = query.where('skip', '=', skip);
    const [rows, count] = await Promise.all([
      query
        .select([...DEED_COLUMNS, 'copies.user_id', 'copies.leader_id'])
        .orderBy('copy_events.number', 'desc')
        .orderBy('copies.id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute(),
      query.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
    ]);
    return { rows, total: Number(count.total) };
  }

  /** The kinds of accounts. */
  async kinds(users: readonly bigint[]): Promise<ReadonlyMap<bigint, 'real' | 'demo'>> {
    if (users.length === 0) return new Map();
    const rows = await this.#db.selectFrom('users').select(['id', 'kind']).where('id', 'in', users).execute();
    return new Map(rows.map(({ id, kind }) => [id, kind]));
  }
}
