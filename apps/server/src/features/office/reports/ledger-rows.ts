import { LEDGER_TYPES, type LedgerType, MINUTE_MS } from '@fairlot/domain';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { memoForOwner } from '../../../platform/ledger-text.ts';
import { uidOf } from '../../../platform/uid.ts';
import { AVAILABLE_CHANGE, TOTAL_CHANGE } from '../../../trading/days/account-moves.ts';
import { GROUP_COLUMNS, type HolderGroup, groupCells, holdersOf } from './holders.ts';
import {
  CHUNK_ROWS,
  type ReportRequest,
  type ReportRow,
  type ReportRows,
  type ReportSources,
  moneyText,
} from './report.ts';

export const LEDGER_COLUMNS = [
  'id',
  'time',
  'user_id',
  'uid',
  ...GROUP_COLUMNS,
  'type',
  'available',
  'frozen',
  'total',
  'reference',
  'memo',
] as const;
export const PAYMENT_COLUMNS = [
  'id',
  'time',
  'user_id',
  'uid',
  ...GROUP_COLUMNS,
  'type',
  'total',
  'reference',
] as const;

const TYPES = new Map<number, string>(
  (Object.entries(LEDGER_TYPES) as [LedgerType, number][]).map(([name, kind]) => [kind, name]),
);
const PAYMENTS = [LEDGER_TYPES.deposit, LEDGER_TYPES.withdrawal, LEDGER_TYPES.withdrawalFee];

/** Transfers that one query looks at. */
const WINDOW = 100_000n;
/** Journals of earlier versions go back in time by up to a minute. */
const SLACK_MS = 2 * MINUTE_MS;

interface Entry extends HolderGroup {
  readonly id: bigint;
  readonly time: bigint;
  readonly account: bigint;
  readonly kind: number;
  readonly available: bigint;
  readonly total: bigint;
  readonly reference: bigint | null;
  readonly memo: string | null;
}

/**
 * Entries of the ledger in the period, in the order of their numbers. Transfers have no index by time: their numbers
 * rise with it, so the first and the last one are searched, and the numbers in between are read window by window.
 */
export async function* ledgerRows({ db }: ReportSources, request: ReportRequest): ReportRows {
  const shards = await db.selectFrom('lease').select('shard').orderBy('shard').execute();
  for (const { shard } of shards) {
    const end = await firstFrom(db, shard, request.to + SLACK_MS);
    let next = await firstFrom(db, shard, request.from - SLACK_MS);
    while (next < end) {
      const upTo = next + WINDOW < end ? next + WINDOW : end;
      const rows = await entriesOf(db, request, { shard, next, upTo });
      yield rows.map(present);
      next = rows.length < CHUNK_ROWS ? upTo : (rows.at(-1)?.id ?? upTo) + 1n;
    }
  }
}

/** Number of a shard's first transfer at or after a time; one more than the last number if there is none. */
async function firstFrom(db: Kysely<Tables>, shard: number, time: number): Promise<bigint> {
  const all = db.selectFrom('transfers').where('shard', '=', shard);
  const first = await all.select('id').orderBy('id').limit(1).executeTakeFirst();
  const last = await all.select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (first === undefined || last === undefined) return 0n;
  let [low, high] = [first.id, last.id + 1n];
  while (low < high) {
    const middle = (low + high) / 2n;
    const found = await all
      .select(['id', 'time'])
      .where('id', '>=', middle)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    if (found.time >= BigInt(time)) high = middle;
    else low = found.id + 1n;
  }
  return low;
}

async function entriesOf(
  db: Kysely<Tables>,
  { kind, accounts, user, group, from, to }: ReportRequest,
  { shard, next, upTo }: { readonly shard: number; readonly next: bigint; readonly upTo: bigint },
): Promise<readonly Entry[]> {
  const { rows } = await sql<Entry>`
    select t.id, t.time, t.account, t.kind, ${AVAILABLE_CHANGE} as available, ${TOTAL_CHANGE} as total, t.reference, t.memo, a.group_id, a.group_name
    from transfers t join ${holdersOf({ accounts, group })} a on a.holder = t.account
    where t.shard = ${shard} and t.id >= ${next} and t.id < ${upTo} and t.time >= ${from} and t.time < ${to}
      and ${user === undefined ? sql`true` : sql`t.account = ${user}`}
      and ${kind === 'payments' ? sql`t.kind in (${sql.join(PAYMENTS)})` : sql`true`}
    order by t.id limit ${CHUNK_ROWS}`.execute(db);
  return rows;
}

function present({ id, time, account, kind, available, total, reference, memo, ...group }: Entry): ReportRow {
  return {
    id: String(id),
    time: new Date(Number(time)).toISOString(),
    user_id: String(account),
    uid: uidOf(Number(account)),
    ...groupCells(group),
    type: TYPES.get(kind) ?? String(kind),
    available: moneyText(available),
    frozen: moneyText(total - available),
    total: moneyText(total),
    reference: reference === null ? '' : String(reference),
    // Files go on to others, who need no sign-in names of staff.
    memo: memoForOwner({ kind, reference, memo }),
  };
}
