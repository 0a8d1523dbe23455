import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { RewardState } from '../../../db/tables/rewards.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import type { QueueAge } from '../../../staff/work-queues.ts';

/** A reward with the names of those who decided. */
export interface StaffRewardRow extends Selectable<Tables['rewards']> {
  readonly approver: string | null;
  readonly decider: string | null;
}

export interface RewardFilters extends DateRange {
  readonly user_id?: number | undefined;
  readonly state?: RewardState | undefined;
}

/** Reads rewards for staff. */
export class RewardStaffQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  byId(id: number): Promise<StaffRewardRow | undefined> {
    return this.#named().where('rewards.id', '=', BigInt(id)).executeTakeFirst();
  }

  async page(
    filters: RewardFilters,
    { offset, limit }: ListSlice,
  ): Promise<{ readonly rows: readonly StaffRewardRow[]; readonly total: number }> {
    const isInPeriod = isWithin('rewards.created_at', filters);
    let query = this.#named().where(isInPeriod);
    let count = this.#db.selectFrom('rewards').where(isInPeriod);
    if (filters.user_id !== undefined) {
      query = query.where('rewards.inviter_id', '=', BigInt(filters.user_id));
      count = count.where('inviter_id', '=', BigInt(filters.user_id));
    }
    if (filters.state !== undefined) {
      query = query.where('rewards.state', '=', filters.state);
      count = count.where('state', '=', filters.state);
    }
    const rows = await query
      .orderBy('rewards.id', filters.state === 'waiting' ? 'asc' : 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await count.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  async waiting(): Promise<QueueAge> {
    const row = await this.#db
      .selectFrom('rewards')
      .where('state', '=', 'waiting')
      .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.min('created_at').as('oldest')])
      .executeTakeFirstOrThrow();
    return { waiting: Number(row.count), oldestAt: row.oldest ?? undefined };
  }

  #named() {
    return this.#db
      .selectFrom('rewards')
      .leftJoin('staff as approver', 'approver.id', 'rewards.approved_by')
      .leftJoin('staff as decider', 'decider.id', 'rewards.decided_by')
      .selectAll('rewards')
      .select(['approver.name as approver', 'decider.name as decider']);
  }
}
