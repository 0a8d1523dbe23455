import type { AccountId } from '@fairlot/engine';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Leader } from './copy-row.ts';

/** A leader's consent to be copied, and the share of new profit for it. */
export interface LeadTerms {
  readonly accepts: boolean;
  readonly feePercent: number;
}

/** Followers of a leader, and what they have allocated and paid. */
export interface Following {
  readonly followers: number;
  readonly allocated: bigint;
  readonly earned: bigint;
}

/** The accounts that may be copied, and their fees. */
export class CopyLeaders {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Strategies of the house always accept copies, and take no fee. */
  async termsOf({ account, strategy }: Pick<Leader, 'account' | 'strategy'>): Promise<LeadTerms> {
    return strategy === undefined ? this.own(account) : { accepts: true, feePercent: 0 };
  }

  async own(account: AccountId): Promise<LeadTerms> {
    const row = await this.#db
      .selectFrom('copy_leaders')
      .select(['accepts', 'fee_percent'])
      .where('user_id', '=', BigInt(account))
      .executeTakeFirst();
    return { accepts: row?.accepts ?? false, feePercent: row?.fee_percent ?? 0 };
  }

  async set(account: AccountId, { accepts, feePercent }: LeadTerms, at: Date): Promise<void> {
    const values = { accepts, fee_percent: feePercent, changed_at: at };
    await this.#db
      .insertInto('copy_leaders')
      .values({ user_id: BigInt(account), ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute();
  }

  async following(account: AccountId): Promise<Following> {
    const { rows } = await sql<{ followers: bigint; allocated: bigint; earned: bigint }>`select
      count(*) filter (where state <> 'ended') as followers,
      coalesce(sum(allocation) filter (where state <> 'ended'), 0)::bigint as allocated,
      coalesce(sum(fees), 0)::bigint as earned from copies where leader_id = ${BigInt(account)}`.execute(this.#db);
    const { followers = 0n, allocated = 0n, earned = 0n } = rows[0] ?? {};
    return { followers: Number(followers), allocated, earned };
  }

  /** Leaders of running copies who may not lead any more: closing, retired, not listed, or no longer accepting. */
  async lapsed(): Promise<readonly AccountId[]> {
    const { rows } = await sql<{ id: bigint }>`select distinct c.leader_id as id from copies c
      join users u on u.id = c.leader_id
      left join ranking_listings l on l.user_id = u.id left join copy_leaders a on a.user_id = u.id
      where c.state in ('active', 'paused') and (
        u.closing_at is not null or u.retired_at is not null
        or (not exists (select from ranking_samples s where s.user_id = u.id)
          and (l.state is distinct from 'listed' or a.accepts is distinct from true)))`.execute(this.#db);
    return rows.map(({ id }) => Number(id));
  }

  /** Copiers of running copies who have gone: closing or retired. */
  async gone(): Promise<readonly number[]> {
    const { rows } = await sql<{ id: bigint }>`select c.id from copies c join users u on u.id = c.user_id
      where c.state in ('active', 'paused') and (u.closing_at is not null or u.retired_at is not null)`.execute(
      this.#db,
    );
    return rows.map(({ id }) => Number(id));
  }
}
