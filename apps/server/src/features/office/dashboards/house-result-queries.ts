import type { OutputOfStaff, dashboardCalls } from '@fairlot/contract';
import { DAY_MS, HOUSE_ACCOUNTS, type HouseAccount, asMoney, formatMoney } from '@fairlot/domain';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { DayRange } from '../../../staff/date-range.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import { houseResults } from '../../../trading/days/transfer-sums.ts';

type Row = OutputOfStaff<typeof dashboardCalls.officeHouseResult>['list'][number];

/** The house accounts that make up the result of a day. Deposits and withdrawals are not part of it. */
const RESULT = [
  'profit',
  'fees',
  'swap',
  'guarantees',
  'negativeBalanceCover',
  'adjustments',
  'rewards',
] as const satisfies readonly HouseAccount[];

type Sums = ReadonlyMap<string, Readonly<Record<string, string>>>;

/**
 * The house's result by UTC day of market time, newest first, within a range and back to the first transfer. The cost
 * depends on the requested days only.
 */
export async function readHouseResult(
  db: Kysely<Tables>,
  { accounts: kind, first_day: from, last_day: to }: { readonly accounts: 'real' | 'demo' } & DayRange,
  { offset, limit }: ListSlice,
): Promise<{ readonly list: readonly Row[]; readonly total: number }> {
  const {
    rows: [ends],
  } = await sql<{ first: bigint | null; last: bigint | null }>`
    select min((select time from transfers t where t.shard = lease.shard order by id limit 1)) as first,
      max((select time from transfers t where t.shard = lease.shard order by id desc limit 1)) as last from lease`.execute(
    db,
  );
  if (ends === undefined || ends.first === null || ends.last === null) return { list: [], total: 0 };
  const first = Math.max(dayOf(ends.first), from === undefined ? -Infinity : Date.parse(from) / DAY_MS);
  const last = Math.min(dayOf(ends.last), to === undefined ? Infinity : Date.parse(to) / DAY_MS);
  const days = Array.from(
    { length: Math.max(0, Math.min(limit, last - offset - first + 1)) },
    (_, index) => last - offset - index,
  );
  const sums = days.length === 0 ? new Map() : await sumsOf(db, kind, days.at(-1) ?? 0, days[0] ?? 0);
  return {
    list: days.map((day) => present(nameOf(day), sums.get(nameOf(day)) ?? {})),
    total: Math.max(0, last - first + 1),
  };
}

function dayOf(time: bigint): number {
  return Math.floor(Number(time) / DAY_MS);
}

function nameOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Sums of transfers between clients of a kind and each house account from one day to another, with the house's sign. */
async function sumsOf(db: Kysely<Tables>, kind: 'real' | 'demo', from: number, to: number): Promise<Sums> {
  const { rows } = await sql<{ day: number; sums: Readonly<Record<string, string>> }>`
    select day, jsonb_object_agg(house::text, total::text) as sums from (
      select h.day, h.house, sum(h.total) as total from ${houseResults()} h
      where h.day >= ${from} and h.day <= ${to} and h.accounts = ${kind} group by 1, 2) sum
    group by day`.execute(db);
  return new Map(rows.map(({ day, sums }) => [nameOf(day), sums]));
}

function text(amount: bigint): string {
  return formatMoney(asMoney(amount), 2);
}

function present(day: string, sums: Readonly<Record<string, string>>): Row {
  const of = (house: HouseAccount): bigint => BigInt(sums[String(-1 - HOUSE_ACCOUNTS.indexOf(house))] ?? '0');
  return {
    day,
    profit: text(of('profit')),
    fees: text(of('fees')),
    swap: text(of('swap')),
    guarantee_paid: text(of('guarantees')),
    negative_balance_cover: text(of('negativeBalanceCover')),
    adjustments: text(of('adjustments')),
    rewards: text(of('rewards')),
    result: text(RESULT.reduce((sum, house) => sum + of(house), 0n)),
    // Deposits leave the clearing account and withdrawals enter it; both are shown as positive amounts.
    deposits: text(-of('depositsClearing')),
    withdrawals: text(of('withdrawalsClearing')),
  };
}
