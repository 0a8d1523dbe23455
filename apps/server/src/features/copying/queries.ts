import { type CopyEnd, MAX_COPIES, PAGE_SIZE } from '@fairlot/contract';
import type { CopyTerms } from '@fairlot/copying';
import { DAY_MS, type Money } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { type Kysely, type Transaction, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { type CopyRow, columnsOf } from './copy-row.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

/** Longest wait for the writers of copies. Longer than PostgreSQL takes to notice that it waits for autovacuum, which yields. */
const LOCK_LIMIT_MS = 5000;

/** A copy before its first row. */
export interface NewCopy {
  readonly copier: AccountId;
  readonly leader: AccountId;
  readonly key: string;
  readonly terms: CopyTerms;
  readonly feePercent: number;
  readonly shard: number;
  readonly since: number;
  /** Market time. */
  readonly time: number;
  readonly at: Date;
}

/** Why a copy can't begin. */
export type StartProblem =
  'copy_exists' | 'too_many_copies' | 'too_many_followers' | 'copy_circle' | 'allocation_out_of_bounds';

/** The beginning of a copy's end. */
export interface BegunEnd {
  readonly ended: CopyEnd;
  readonly closes: boolean;
  readonly reason: string;
  readonly at: Date;
  /** Market time. */
  readonly time: number;
}

/** The bounds under which a copy begins. */
export interface StartBounds {
  readonly mostFollowers: number;
  /** The copier's equity, which all allocations together must not exceed. */
  readonly equity: Money;
}

/** Reads and changes copies and leaders. */
export class CopyQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  byId(id: number): Promise<CopyRow | undefined> {
    return this.#db.selectFrom('copies').selectAll().where('id', '=', BigInt(id)).executeTakeFirst();
  }

  /** The copy that a request with this key has begun. */
  byKey(copier: AccountId, key: string): Promise<CopyRow | undefined> {
    return this.#db
      .selectFrom('copies')
      .selectAll()
      .where('user_id', '=', BigInt(copier))
      .where('key', '=', key)
      .executeTakeFirst();
  }

  running(copier: AccountId, leader: AccountId): Promise<CopyRow | undefined> {
    return this.#db
      .selectFrom('copies')
      .selectAll()
      .where('user_id', '=', BigInt(copier))
      .where('leader_id', '=', BigInt(leader))
      .where('state', '<>', 'ended')
      .executeTakeFirst();
  }

  /** All copies that have not ended. */
  alive(): Promise<readonly CopyRow[]> {
    return this.#db.selectFrom('copies').selectAll().where('state', '<>', 'ended').orderBy('id').execute();
  }

  /**
   * All copies that have not ended, after every write that is under way. A commit whose answer was lost may still wait for
   * a standby: its locks end when it can be read. Nobody can change copies while they are read.
   */
  aliveAfterWrites(): Promise<readonly CopyRow[]> {
    return this.#db.transaction().execute(async (db) => {
      await sql`select set_config('lock_timeout', ${`${LOCK_LIMIT_MS}ms`}, true)`.execute(db);
      await sql`lock table copies in share mode`.execute(db);
      return db.selectFrom('copies').selectAll().where('state', '<>', 'ended').orderBy('id').execute();
    });
  }

  /** A copier's copies, running ones first, then latest first. */
  async page(copier: AccountId, page: number): Promise<{ readonly rows: readonly CopyRow[]; readonly total: number }> {
    const own = this.#db.selectFrom('copies').where('user_id', '=', BigInt(copier));
    const [rows, count] = await Promise.all([
      own
        .selectAll()
        .orderBy(sql`(state = 'ended')`)
        .orderBy('id', 'desc')
        .offset((page - 1) * PAGE_SIZE)
        .limit(PAGE_SIZE)
        .execute(),
      own.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
    ]);
    return { rows, total: Number(count.total) };
  }

  /**
   * Checks the bounds and inserts a copy. A lock on all starts keeps two that would close a circle, or exceed a bound
   * together, from passing side by side.
   */
  async begin(db: Transaction<Tables>, copy: NewCopy, bounds: StartBounds): Promise<CopyRow | StartProblem> {
    await sql`select pg_advisory_xact_lock(hashtext('copies'))`.execute(db);
    const problem = await this.#problem(db, copy, bounds);
    if (problem !== undefined) return problem;
    return db
      .insertInto('copies')
      .values({
        user_id: BigInt(copy.copier),
        leader_id: BigInt(copy.leader),
        key: copy.key,
        state: 'active',
        shard: copy.shard,
        since: BigInt(copy.since),
        fee_percent: copy.feePercent,
        fee_day: copy.feePercent === 0 ? null : Math.floor(copy.time / DAY_MS),
        ...columnsOf(copy.terms),
        started_at: copy.at,
        started: BigInt(copy.time),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  async #problem(
    db: Transaction<Tables>,
    { copier, leader, terms }: NewCopy,
    { mostFollowers, equity }: StartBounds,
  ): Promise<StartProblem | undefined> {
    const { rows } = await sql<{ same: bigint; copies: bigint; allocated: bigint; followers: bigint }>`select
      count(*) filter (where user_id = ${copier} and leader_id = ${leader}) as same,
      count(*) filter (where user_id = ${copier}) as copies,
      coalesce(sum(allocation) filter (where user_id = ${copier}), 0)::bigint as allocated,
      count(*) filter (where leader_id = ${leader}) as followers
      from copies where state <> 'ended' and (user_id = ${copier} or leader_id = ${leader})`.execute(db);
    const { same = 0n, copies = 0n, allocated = 0n, followers = 0n } = rows[0] ?? {};
    if (same > 0n) return 'copy_exists';
    if (copies >= MAX_COPIES) return 'too_many_copies';
    if (followers >= mostFollowers) return 'too_many_followers';
    if (allocated + terms.allocation > equity) return 'allocation_out_of_bounds';
    return (await isCircle(db, copier, leader)) ? 'copy_circle' : undefined;
  }

  /** Replaces the terms of a running copy; undefined when it does not run, or when all allocations exceed the equity. */
  amend(id: number, copier: AccountId, terms: CopyTerms, equity: Money): Promise<CopyRow | 'not_running' | 'too_much'> {
    return this.#db.transaction().execute(async (db) => {
      await sql`select pg_advisory_xact_lock(hashtext('copies'))`.execute(db);
      const others = await db
        .selectFrom('copies')
        .select(sql<bigint>`coalesce(sum(allocation), 0)::bigint`.as('sum'))
        .where('user_id', '=', BigInt(copier))
        .where('state', '<>', 'ended')
        .where('id', '<>', BigInt(id))
        .executeTakeFirstOrThrow();
      if (others.sum + terms.allocation > equity) return 'too_much';
      const row = await db
        .updateTable('copies')
        .set(columnsOf(terms))
        .where('id', '=', BigInt(id))
        .where('state', 'in', ['active', 'paused'])
        .returningAll()
        .executeTakeFirst();
      return row ?? 'not_running';
    });
  }

  /** Pauses or resumes; undefined when the copy is in neither state. */
  setState(id: number, state: 'active' | 'paused'): Promise<CopyRow | undefined> {
    return this.#db
      .updateTable('copies')
      .set({ state })
      .where('id', '=', BigInt(id))
      .where('state', 'in', ['active', 'paused'])
      .returningAll()
      .executeTakeFirst();
  }

  /**
   * Begins the end of a copy: with `closes`, it is stopping until its positions are closed; otherwise it has ended.
   * Undefined when it was ending before.
   */
  stop(db: Transaction<Tables>, id: number, { at, time, closes, ...end }: BegunEnd): Promise<CopyRow | undefined> {
    return db
      .updateTable('copies')
      .set({
        ...end,
        closes,
        ...(closes ? { state: 'stopping' } : { state: 'ended', ended_at: at, ended_time: BigInt(time) }),
      })
      .where('id', '=', BigInt(id))
      .where('state', 'in', ['active', 'paused'])
      .returningAll()
      .executeTakeFirst();
  }

  /** Ends a copy whose positions are closed. */
  end(db: Transaction<Tables>, id: number, at: Date, time: number): Promise<CopyRow | undefined> {
    return db
      .updateTable('copies')
      .set({ state: 'ended', ended_at: at, ended_time: BigInt(time) })
      .where('id', '=', BigInt(id))
      .where('state', '=', 'stopping')
      .returningAll()
      .executeTakeFirst();
  }
}

/** True when the leader, over any number of copies, follows the copier, or another account of the copier's person. */
async function isCircle(db: Db, copier: AccountId, leader: AccountId): Promise<boolean> {
  const { rows } = await sql<{ circle: boolean }>`with recursive same (id) as (
      select ${BigInt(copier)}::bigint
      union select case when l.user_id = s.id then l.other_id else l.user_id end
        from same s join client_links l on (l.user_id = s.id or l.other_id = s.id) and l.ended_at is null
    ), above (id) as (
      select ${BigInt(leader)}::bigint
      union select c.leader_id from above a join copies c on c.user_id = a.id and c.state <> 'ended'
    ) select exists (select from above join same using (id)) as circle`.execute(db);
  return rows[0]?.circle === true;
}
