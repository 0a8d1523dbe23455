import { DAY_MS, asMoney, formatMoney } from '@fairlot/domain';
import { type Kysely, type Selectable, type Transaction, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { notStuck } from '../../staff/stuck-records.ts';
import type { Candidate } from './candidates.ts';
import { RELATIONS, type Relation, type WaitingReason } from './suspicion.ts';
import type { RewardTerms } from './terms.ts';

export type RewardRow = Selectable<Tables['rewards']>;

/** A reward that is to be stored. */
export interface NewReward {
  readonly candidate: Candidate;
  readonly kind: 'fixed' | 'share';
  readonly day: number;
  readonly percent: number;
  readonly amount: bigint;
  readonly reasons: readonly WaitingReason[];
  readonly at: Date;
}

/** Serialises decisions about rewards, so that two of them never read the same sums. */
const LOCK = sql`select pg_advisory_xact_lock(hashtext('rewards'))`;

/** The table of rewards. The engine books the money. */
export class RewardQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Runs `work` in a transaction that no other decision about rewards overlaps. */
  alone<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T> {
    return this.#db.transaction().execute(async (db) => {
      await LOCK.execute(db);
      return work(db);
    });
  }

  /** The last day for which rewards were decided. The first call stores `last`, so that nothing before it counts. */
  async settledThrough(last: number): Promise<number> {
    await this.#db
      .insertInto('reward_days')
      .values({ day: last })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await this.#db.selectFrom('reward_days').select('day').executeTakeFirstOrThrow()).day;
  }

  async setSettledThrough(day: number): Promise<void> {
    await this.#db.updateTable('reward_days').set({ day }).where('day', '<', day).execute();
  }

  /**
   * True while the inviter's account is open. It stays so until the end of the transaction: closing waits, and then
   * finds the reward.
   */
  async isOpen(db: Transaction<Tables>, inviter: bigint): Promise<boolean> {
    const row = await db
      .selectFrom('users')
      .select(['closing_at', 'closed_at'])
      .where('id', '=', inviter)
      .forShare()
      .executeTakeFirstOrThrow();
    return row.closing_at === null && row.closed_at === null;
  }

  /** The relations that staff have accepted for a pair; 'rejected' if they ever rejected a reward of it. */
  async decisions(
    db: Transaction<Tables>,
    { inviter, invited }: Pick<Candidate, 'inviter' | 'invited'>,
  ): Promise<readonly string[] | 'rejected'> {
    const { rows } = await sql<{ rejected: boolean; accepted: readonly string[] }>`select
      coalesce(bool_or(state = 'rejected'), false) as rejected,
      coalesce(array_agg(distinct reason) filter (where reason = any(${[...RELATIONS]})), '{}') as accepted
      from rewards left join lateral unnest(reasons) as reason on true
      where inviter_id = ${inviter} and invited_id = ${invited} and decided_by is not null`.execute(db);
    const [row] = rows;
    return row?.rejected === true ? 'rejected' : (row?.accepted ?? []);
  }

  /** The limits that a further reward of the inviter would exceed, unless staff decide. */
  async limitsExceeded(
    db: Transaction<Tables>,
    { inviter, invited }: Candidate,
    amount: bigint,
    { monthPeople, dayAmount, weekAmount }: RewardTerms,
    now: Date,
  ): Promise<readonly ('people' | 'sum')[]> {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
    const { rows } = await sql<{ people: bigint; day: bigint; week: bigint }>`select
      (select count(distinct invited_id) from rewards where inviter_id = ${inviter} and invited_id <> ${invited}
        and created_at >= ${month} and state in ('approved', 'paid')) as people,
      coalesce(sum(amount) filter (where created_at > ${new Date(now.getTime() - DAY_MS)}), 0)::bigint as day,
      coalesce(sum(amount), 0)::bigint as week
      from rewards where inviter_id = ${inviter} and created_at > ${new Date(now.getTime() - 7 * DAY_MS)}
        and state in ('approved', 'paid') and decided_by is null`.execute(db);
    const sums = rows[0] ?? { people: 0n, day: 0n, week: 0n };
    return [
      ...(sums.people >= BigInt(monthPeople) ? (['people'] as const) : []),
      ...(sums.day + amount > dayAmount || sums.week + amount > weekAmount ? (['sum'] as const) : []),
    ];
  }

  /** Stores a reward; false when the person has brought it before. It waits for staff if there are reasons. */
  async insert(db: Transaction<Tables>, reward: NewReward): Promise<boolean> {
    const { candidate, kind, day, percent, amount, reasons, at } = reward;
    const row = await db
      .insertInto('rewards')
      .values({
        inviter_id: candidate.inviter,
        invited_id: candidate.invited,
        kind,
        day,
        basis: kind === 'share' ? candidate.fees : 0n,
        percent,
        amount,
        state: reasons.length === 0 ? 'approved' : 'waiting',
        reasons: [...reasons],
        created_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  byId(id: bigint): Promise<RewardRow | undefined> {
    return this.#db.selectFrom('rewards').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Ids of approved rewards after `after` whose outcome is neither stored nor marked as stuck, ascending. */
  async unpaid(after: bigint, limit: number): Promise<readonly bigint[]> {
    const rows = await this.#db
      .selectFrom('rewards')
      .select('id')
      .where('state', '=', 'approved')
      .where('id', '>', after)
      .where(notStuck('rewards'))
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Stores the engine's outcome: `refusal` is null when the money was booked. */
  async finish(id: bigint, refusal: string | null): Promise<void> {
    await this.#db
      .updateTable('rewards')
      .set({ state: refusal === null ? 'paid' : 'refused', refusal })
      .where('id', '=', id)
      .where('state', '=', 'approved')
      .execute();
  }
}

/** The relations among reasons, which concern the pair and not one reward. */
export function isRelation(reason: string): reason is Relation {
  return (RELATIONS as readonly string[]).includes(reason);
}

/** The memo of the ledger entry: how the amount was computed. It names nobody, because the ledger is never erased. */
export function memoOf({ kind, percent, basis, day }: RewardRow): string {
  if (kind === 'fixed') return 'fixed';
  return `${percent}% × ${formatMoney(asMoney(basis))} USD, ${dayText(day)}`;
}

/** A day as a date in UTC, such as 2026-11-22. */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
