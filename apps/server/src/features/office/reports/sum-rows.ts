import { REPORT_MOST_ROWS, type ReportKind } from '@fairlot/contract';
import { DAY_MS, type Lots, formatLots } from '@fairlot/domain';
import { type RawBuilder, sql } from 'kysely';
import { uidOf } from '../../../platform/uid.ts';
import { closedByAll } from '../../../trading/days/account-orders.ts';
import { tradesByAll } from '../../../trading/days/transfer-sums.ts';
import { GROUP_COLUMNS, type HolderGroup, groupCells, holdersOf } from './holders.ts';
import {
  type ReportFilter,
  type ReportRequest,
  type ReportRow,
  type ReportRows,
  type ReportSources,
  moneyText,
} from './report.ts';

/** A row's sums: of positions closed in the period, and of money that was booked in it, with the client's sign. */
interface Sums extends Partial<HolderGroup> {
  readonly account?: bigint;
  readonly day?: number;
  readonly instrument?: number;
  readonly trades: bigint;
  readonly wins: bigint;
  readonly lots: bigint;
  readonly gross_profit: bigint;
  readonly gross_loss: bigint;
  readonly fees: bigint;
  readonly swaps: bigint;
  readonly corrections: bigint;
  readonly premiums: bigint;
  readonly net: bigint;
}

type SumColumn = Exclude<keyof Sums, 'account' | 'day' | 'instrument' | keyof HolderGroup>;

const KEYS = {
  each: ['day', 'account', 'group', 'instrument'],
  client: ['account', 'group'],
  group: ['group'],
  instrument: ['instrument'],
  day: ['day'],
} as const;
const KEY_COLUMNS = {
  day: ['day'],
  account: ['user_id', 'uid'],
  group: GROUP_COLUMNS,
  instrument: ['instrument'],
} as const;
/** The columns that a key is summed by. */
const SUMMED_BY = {
  day: ['day'],
  account: ['account'],
  group: ['group_id', 'group_name'],
  instrument: ['instrument'],
} as const;

const FIGURES: Readonly<Partial<Record<ReportKind, readonly SumColumn[]>>> = {
  results: ['trades', 'wins', 'lots', 'gross_profit', 'gross_loss', 'fees', 'swaps', 'corrections', 'premiums', 'net'],
  volumes: ['trades', 'lots'],
  fees: ['fees'],
  swaps: ['swaps'],
};

/** The columns of a report of sums. */
export function sumColumns({ kind, by }: Pick<ReportFilter, 'kind' | 'by'>): readonly string[] {
  return [...KEYS[by].flatMap((key): readonly string[] => KEY_COLUMNS[key]), ...(FIGURES[kind] ?? [])];
}

/** Sums of the period. Rows of single days are read day by day, so that few of them are in memory. */
export async function* sumRows(sources: ReportSources, request: ReportRequest): ReportRows {
  const isDaily = request.by === 'each' || request.by === 'day';
  const step = isDaily ? DAY_MS : request.to - request.from;
  for (let from = request.from; from < request.to; from += step)
    yield await sumsWithin(sources, { ...request, from, to: Math.min(from + step, request.to) });
}

async function sumsWithin({ db, market }: ReportSources, request: ReportRequest): Promise<readonly ReportRow[]> {
  const { kind, by } = request;
  const keys = sql.join(KEYS[by].flatMap((key) => SUMMED_BY[key].map((column) => sql.ref(column))));
  const figures = FIGURES[kind] ?? [];
  const { rows } = await sql<Sums>`
    with closed as (
      select account, day, instrument, sum(trades) as trades, sum(wins) as wins, sum(lots) as lots,
        sum(gross_profit) as gross_profit, sum(gross_loss) as gross_loss
      from ${closedByAll(request)} c where ${matching(request)} group by 1, 2, 3
    ), moved as (
      select account, day, instrument, sum(profit) as profit, sum(fees) as fees, sum(swaps) as swaps, sum(corrections) as corrections,
        sum(premiums) as premiums
      from ${tradesByAll(request)} m where ${matching(request)} group by 1, 2, 3
    ), sums as (
      select ${keys}, coalesce(sum(trades), 0)::bigint as trades, coalesce(sum(wins), 0)::bigint as wins, coalesce(sum(lots), 0)::bigint as lots,
        coalesce(sum(gross_profit), 0)::bigint as gross_profit, coalesce(sum(gross_loss), 0)::bigint as gross_loss,
        coalesce(sum(fees), 0)::bigint as fees, coalesce(sum(swaps), 0)::bigint as swaps, coalesce(sum(corrections), 0)::bigint as corrections,
        coalesce(sum(premiums), 0)::bigint as premiums,
        (coalesce(sum(profit), 0) + coalesce(sum(fees), 0) + coalesce(sum(swaps), 0) + coalesce(sum(corrections), 0)
          + coalesce(sum(premiums), 0))::bigint as net
      from closed full join moved using (account, day, instrument) join ${holdersOf(request)} h on h.holder = account
      group by ${keys}
    )
    select * from sums where ${sql.join(
      figures.map((name) => sql`${sql.ref(name)} <> 0`),
      sql` or `,
    )}
    order by ${keys} limit ${REPORT_MOST_ROWS + 1}`.execute(db);
  return rows.map((row) => present(row, figures, market));
}

function matching({ user, instrument }: ReportFilter): RawBuilder<boolean> {
  const ofUser = user === undefined ? sql`true` : sql`account = ${user}`;
  return sql<boolean>`${ofUser} and ${instrument === undefined ? sql`true` : sql`instrument = ${instrument}`}`;
}

function present(row: Sums, figures: readonly SumColumn[], market: ReportSources['market']): ReportRow {
  const { account, group_id: group, group_name: name, day, instrument } = row;
  return {
    ...(day === undefined ? {} : { day: new Date(day * DAY_MS).toISOString().slice(0, 10) }),
    ...(account === undefined ? {} : { user_id: String(account), uid: uidOf(Number(account)) }),
    ...(group === undefined || name === undefined ? {} : groupCells({ group_id: group, group_name: name })),
    ...(instrument === undefined ? {} : { instrument: market.instrument(instrument)?.code ?? `#${instrument}` }),
    ...Object.fromEntries(figures.map((figure) => [figure, figureText(figure, row[figure])])),
  };
}

function figureText(name: SumColumn, value: bigint): string {
  if (name === 'trades' || name === 'wins') return String(value);
  return name === 'lots' ? formatLots(value as Lots) : moneyText(value);
}
