import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { StuckKind } from '../db/tables/office.ts';
import type { Tables } from '../db/tables/index.ts';
import { type Answer, type FailReason, isTemporary } from '../http/answer.ts';
import type { Log } from '../platform/log.ts';
import type { QueueAge } from './work-queues.ts';

/** Thrown when a decided record cannot be completed as it is; a member of staff must look at it. */
export class StuckError extends Error {
  override readonly name = 'StuckError';
  readonly reason: FailReason;

  constructor(reason: FailReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** A decided record that could not be completed. */
export interface StuckRecord {
  readonly kind: StuckKind;
  readonly id: number;
  /** The engine's reason, or `internal` for a failure that the log describes. */
  readonly reason: FailReason;
  readonly since: Date;
  readonly tries: number;
}

/** How the decided records of one kind are found and completed. */
export interface DecidedRecords {
  readonly kind: StuckKind;
  /** Ids of decided records after `after` that are not marked as stuck, ascending. */
  unsettled(after: bigint, limit: number): Promise<readonly bigint[]>;
  /** Completes one record. Throws StuckError when it cannot be completed as it is. */
  settle(id: bigint): Promise<Answer<unknown>>;
}

/** Records read at a time. */
const AT_ONCE = 500;
/** Stuck records tried again per round. The rest waits for the next round. */
const RETRIES = 100;
/** The pause doubles with every try: 30 s, 1 min, … up to an hour. */
const FIRST_PAUSE_S = 15;
const LONGEST_PAUSE_S = 3600;

/** The column of each table with the account whose money a record moves. */
const OWNERS: Readonly<Record<StuckKind, string>> = {
  deposits: 'user_id',
  withdrawals: 'user_id',
  adjustments: 'user_id',
  rewards: 'inviter_id',
};

/** The shard of a record's account; undefined without an account. */
type Shard = number | undefined;

/** SQL condition on a row of one of these tables: it is not marked as stuck. */
export function notStuck(kind: StuckKind): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from stuck_records where kind = ${kind} and stuck_records.id = ${sql.table(kind)}.id)`;
}

/**
 * Completes decided records one by one. A record that fails is marked with its reason and tried again less and less
 * often; it stops neither the start nor the records after it.
 */
export class StuckRecords {
  readonly #db: Kysely<Tables>;
  readonly #log: Pick<Log, 'error'>;
  #counts: Readonly<Record<StuckKind, number>> = { deposits: 0, withdrawals: 0, adjustments: 0, rewards: 0 };

  constructor(db: Kysely<Tables>, log: Pick<Log, 'error'>) {
    this.#db = db;
    this.#log = log;
  }

  /** The number of stuck records by kind, as of the last round. */
  counts(): Readonly<Record<StuckKind, number>> {
    return this.#counts;
  }

  /**
   * Completes all decided records of a kind that can be completed now. A shard that takes no commands is asked once; its
   * records wait for the next round.
   */
  async reconcile(records: DecidedRecords): Promise<void> {
    const away = new Set<Shard>();
    let after = 0n;
    for (;;) {
      const ids = await records.unsettled(after, AT_ONCE);
      await this.#attemptAll(records, ids, away);
      after = ids.at(-1) ?? after;
      if (ids.length < AT_ONCE) break;
    }
    await this.#retry(records, away);
    await this.#count();
  }

  /** Marks a record, or counts another try of a marked one. */
  async mark(kind: StuckKind, id: bigint, reason: FailReason, error: unknown): Promise<void> {
    const row = await this.#db
      .insertInto('stuck_records')
      .values({ kind, id, reason, next_try_at: sql<Date>`now() + make_interval(secs => ${FIRST_PAUSE_S * 2})` })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'id']).doUpdateSet({
          reason,
          tries: sql<number>`stuck_records.tries + 1`,
          next_try_at: sql<Date>`now() + make_interval(secs => least(${LONGEST_PAUSE_S}, ${FIRST_PAUSE_S} * 2 ^ least(stuck_records.tries + 1, 20)))`,
        }),
      )
      .returning('tries')
      .executeTakeFirstOrThrow();
    // Later tries with the same result would fill the log.
    if (row.tries > 1) return;
    this.#log.error(
      { err: error, kind, id: Number(id), reason },
      'a decided record could not be completed; the office shows it and it is tried again later',
    );
  }

  /** The number of stuck records and the oldest `limit` of them. */
  async list(limit: number): Promise<{ readonly total: number; readonly list: readonly StuckRecord[] }> {
    const { waiting } = await this.age();
    const rows = await this.#db
      .selectFrom('stuck_records')
      .select(['kind', 'id', 'reason', 'since', 'tries'])
      .orderBy('since')
      .orderBy('kind')
      .orderBy('id')
      .limit(limit)
      .execute();
    return {
      total: waiting,
      list: rows.map((row) => ({ ...row, id: Number(row.id), reason: row.reason as FailReason })),
    };
  }

  /** The work queue of stuck records. */
  async age(): Promise<QueueAge> {
    const row = await this.#db
      .selectFrom('stuck_records')
      .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.min('since').as('oldest')])
      .executeTakeFirstOrThrow();
    return { waiting: Number(row.count), oldestAt: row.oldest ?? undefined };
  }

  /** Tries these records, but for those of shards that are away, and adds to these. Returns the records that are settled. */
  async #attemptAll(records: DecidedRecords, ids: readonly bigint[], away: Set<Shard>): Promise<readonly bigint[]> {
    const settled: bigint[] = [];
    let shards = away.size === 0 ? undefined : await this.#shardsOf(records.kind, ids);
    for (const id of ids) {
      if (shards !== undefined && away.has(shards.get(id))) continue;
      const outcome = await this.#attempt(records, id);
      if (outcome === 'settled') settled.push(id);
      if (outcome !== 'engine unavailable') continue;
      shards ??= await this.#shardsOf(records.kind, ids);
      away.add(shards.get(id));
    }
    return settled;
  }

  async #shardsOf(kind: StuckKind, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, Shard>> {
    const { rows } = await sql<{ readonly id: bigint; readonly shard: number }>`
      select record.id, accounts.shard from ${sql.table(kind)} record
        join accounts on accounts.id = record.${sql.ref(OWNERS[kind])} where record.id = any(${ids})`.execute(this.#db);
    return new Map(rows.map(({ id, shard }) => [id, shard]));
  }

  async #attempt(records: DecidedRecords, id: bigint): Promise<'settled' | 'stuck' | 'engine unavailable'> {
    try {
      const answer = await records.settle(id);
      return !answer.ok && isTemporary(answer.reason) ? 'engine unavailable' : 'settled';
    } catch (error) {
      await this.mark(records.kind, id, error instanceof StuckError ? error.reason : 'internal', error);
      return 'stuck';
    }
  }

  async #retry(records: DecidedRecords, away: Set<Shard>): Promise<void> {
    const due = await this.#db
      .selectFrom('stuck_records')
      .select('id')
      .where('kind', '=', records.kind)
      .where('next_try_at', '<=', sql<Date>`now()`)
      .orderBy('next_try_at')
      .limit(RETRIES)
      .execute();
    const ids = due.map(({ id }) => id);
    const settled = await this.#attemptAll(records, ids, away);
    if (settled.length > 0)
      await this.#db.deleteFrom('stuck_records').where('kind', '=', records.kind).where('id', 'in', settled).execute();
  }

  async #count(): Promise<void> {
    const rows = await this.#db
      .selectFrom('stuck_records')
      .select(({ fn }) => ['kind', fn.countAll<bigint>().as('count')])
      .groupBy('kind')
      .execute();
    this.#counts = {
      deposits: 0,
      withdrawals: 0,
      adjustments: 0,
      rewards: 0,
      ...Object.fromEntries(rows.map(({ kind, count }) => [kind, Number(count)])),
    };
  }
}
