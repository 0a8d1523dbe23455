import { type INVITED_STATES, PAGE_SIZE } from '@fairlot/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { RewardState } from '../../db/tables/rewards.ts';

/** An address by which a person is known. */
interface Address {
  readonly email: string | null;
  readonly mobile: string | null;
}

/** A person whom a user invited. */
export interface InvitedRow extends Address {
  readonly id: bigint;
  readonly created_at: Date;
  readonly state: (typeof INVITED_STATES)[number];
  /** Micro-dollars of rewards paid for the person. */
  readonly rewarded: bigint;
}

/** A reward with the invited person's address. */
export interface OwnRewardRow extends Address {
  readonly id: bigint;
  readonly kind: 'fixed' | 'share';
  readonly day: number;
  readonly amount: bigint;
  readonly state: RewardState;
}

/** A part of a list. */
interface Part {
  readonly offset: number;
  readonly limit: number;
}

/** Months whose sums are shown. */
const MONTHS = 24;

/** How far the user `u` has come: the last of the steps. */
const STATE: RawBuilder<InvitedRow['state']> = sql<InvitedRow['state']>`case
  when exists(select from orders o where o.account = u.id) then 'trading'
  when exists(select from deposits d where d.user_id = u.id and d.state = 'finished') then 'funded'
  when exists(select from identity_submissions s where s.user_id = u.id and s.status = 'finished') then 'verified'
  else 'registered' end`;

/** The part of a page of a client's list. */
export function partOf(page: number): Part {
  return { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
}

/** Reads who invited whom, and what it brought. */
export class InvitedPeople {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** The address of the user who invited another one; undefined without an inviter. */
  async inviterOf(user: number): Promise<Address | undefined> {
    return await this.#db
      .selectFrom('users')
      .innerJoin('users as inviter', 'inviter.id', 'users.inviter_id')
      .select(['inviter.email', 'inviter.mobile'])
      .where('users.id', '=', BigInt(user))
      .executeTakeFirst();
  }

  /** Persons whom a user invited, newest first. */
  async invitedBy(
    user: number,
    { offset, limit }: Part,
  ): Promise<{ readonly rows: readonly InvitedRow[]; readonly total: number }> {
    const { rows } = await sql<InvitedRow>`select u.id, u.email, u.mobile, u.created_at, ${STATE} as state,
        (select coalesce(sum(r.amount), 0) from rewards r where r.inviter_id = ${user} and r.invited_id = u.id and r.state = 'paid')::bigint as rewarded
      from users u where u.inviter_id = ${user} order by u.id desc offset ${offset} limit ${limit}`.execute(this.#db);
    const { total } = await this.#db
      .selectFrom('users')
      .where('inviter_id', '=', BigInt(user))
      .select(({ fn }) => fn.countAll<bigint>().as('total'))
      .executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  /** The rewards of an inviter, newest first. */
  async rewardsOf(
    user: number,
    { offset, limit }: Part,
  ): Promise<{ readonly rows: readonly OwnRewardRow[]; readonly total: number }> {
    const rows = await this.#db
      .selectFrom('rewards')
      .innerJoin('users', 'users.id', 'invited_id')
      .select(['rewards.id', 'rewards.kind', 'day', 'amount', 'state', 'email', 'mobile'])
      .where('rewards.inviter_id', '=', BigInt(user))
      .orderBy('rewards.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await this.#db
      .selectFrom('rewards')
      .where('inviter_id', '=', BigInt(user))
      .select(({ fn }) => fn.countAll<bigint>().as('total'))
      .executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  /** The rewards paid to an inviter: in all, and by the UTC month of the reward's day, newest first. */
  async earnedBy(user: number): Promise<{
    readonly total: bigint;
    readonly months: readonly { readonly month: string; readonly amount: bigint }[];
  }> {
    const { rows } = await sql<{ month: string; amount: bigint; total: bigint }>`
      select to_char(to_timestamp(day * 86400.0) at time zone 'UTC', 'YYYY-MM') as month, sum(amount)::bigint as amount,
        sum(sum(amount)) over ()::bigint as total
      from rewards where inviter_id = ${user} and state = 'paid' group by 1 order by 1 desc limit ${MONTHS}`.execute(
      this.#db,
    );
    return { total: rows[0]?.total ?? 0n, months: rows };
  }
}
