import { LEDGER_TYPES } from '@fairlot/domain';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { kindSum } from '../../trading/days/kind-sums.ts';
import type { RewardTerms } from './terms.ts';

/** An invited person who brings a reward, if the limits allow it. */
export interface Candidate {
  readonly inviter: bigint;
  readonly invited: bigint;
  /** Micro-dollars of fees: of the day for a share, of the whole period for a fixed sum. */
  readonly fees: bigint;
}

/** A part of the candidates: those after a number, ascending. */
export interface Slice {
  readonly after: bigint;
  readonly limit: number;
}

const day = (value: RawBuilder<unknown> | number): RawBuilder<number> => sql<number>`(${value})::integer`;
/** The UTC day of the registration, since 1970. */
const REGISTERED = sql<number>`floor(extract(epoch from u.created_at) / 86400)::integer`;
/** Moment at which a day begins. */
const startOf = (value: RawBuilder<unknown>): RawBuilder<Date> => sql<Date>`to_timestamp((${value}) * 86400.0)`;

/** Real accounts on both sides, neither closed nor erased, registered from one day to another, identity approved. */
function eligible(first: number, last: number, approvedBefore: RawBuilder<unknown>, after: bigint) {
  return sql`u.kind = 'real' and u.inviter_id is not null and u.id > ${after}
    and u.closing_at is null and u.closed_at is null and u.erased_at is null
    and i.kind = 'real' and i.closing_at is null and i.closed_at is null and i.erased_at is null
    and u.created_at >= ${startOf(sql`${first}`)} and u.created_at < ${startOf(sql`${last + 1}`)}
    and exists(select from identity_submissions s where s.user_id = u.id and s.status = 'finished' and s.decided_at < ${startOf(approvedBefore)})`;
}

/** Micro-dollars that left a person's account by withdrawals and charge-backs, less what came back. */
const GONE: RawBuilder<bigint> = sql<bigint>`(
  coalesce((select sum(w.amount) from withdrawals w where w.user_id = u.id and w.state in ('holding', 'review', 'approved', 'paying', 'paid')), 0)
  - coalesce((select sum(a.amount) from adjustments a where a.user_id = u.id and a.about is not null
    and (a.state = 'done' or (a.amount < 0 and a.state in ('waiting', 'approved')))), 0))::bigint`;

/** Persons who paid fees on a day, whose registration is less than `days` before it, and who have no share of that day. */
export async function shareCandidates(
  db: Kysely<Tables>,
  of: number,
  { days }: RewardTerms,
  { after, limit }: Slice,
): Promise<readonly Candidate[]> {
  const paid = sql<bigint>`-${kindSum('u.id', LEDGER_TYPES.tradingFee, { from: day(of), before: day(of + 1) })}`;
  const { rows } = await sql<Candidate>`
    select * from (
      select u.inviter_id as inviter, u.id as invited, ${paid} as fees
      from users u join users i on i.id = u.inviter_id
      where ${eligible(of - days + 1, of, sql`${of + 1}`, after)}
        and not exists(select from rewards r where r.invited_id = u.id and r.kind = 'share' and r.day = ${of})) candidate
    where fees > 0 order by invited limit ${limit}`.execute(db);
  return rows;
}

/**
 * Persons without a fixed sum who meet its conditions at the end of a day. Deposits count if they were credited in the
 * period and `holdDays` ago; what was withdrawn, is being withdrawn or was charged back is subtracted.
 */
export async function fixedCandidates(
  db: Kysely<Tables>,
  of: number,
  { days, holdDays, minDeposits, minFees }: RewardTerms,
  { after, limit }: Slice,
): Promise<readonly Candidate[]> {
  const end = sql`${REGISTERED} + ${days}::integer`;
  const from = day(sql`${REGISTERED}`);
  const stood = day(sql`least(${end}, ${of + 1 - holdDays}::integer)`);
  const fees = sql<bigint>`-${kindSum('u.id', LEDGER_TYPES.tradingFee, { from, before: day(sql`least(${end}, ${of + 1}::integer)`) })}`;
  const { rows } = await sql<Candidate>`
    select inviter, invited, fees from (
      select u.inviter_id as inviter, u.id as invited, ${fees} as fees,
        ${kindSum('u.id', LEDGER_TYPES.deposit, { from, before: stood })} - ${GONE} as deposits
      from users u join users i on i.id = u.inviter_id
      where ${eligible(of - days - holdDays, of, end, after)}
        and not exists(select from rewards r where r.invited_id = u.id and r.kind = 'fixed')) candidate
    where fees >= ${minFees} and deposits >= ${minDeposits} order by invited limit ${limit}`.execute(db);
  return rows;
}
