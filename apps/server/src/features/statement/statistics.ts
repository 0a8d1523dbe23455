import type { InputOf, tradeNoteCalls } from '@fairlot/contract';
import { STATISTICS_TRADES_MAX } from '@fairlot/contract';
import { type InstrumentId, type Money, asMoney } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../http/answer.ts';
import { NET_RESULT } from '../../trading/net-result.ts';
import { withTags } from '../../trading/tagged-orders.ts';
import type { Span } from './period.ts';
import { type TradeFilter, TradeRecords, matching } from './trades.ts';

type StatisticsInput = InputOf<typeof tradeNoteCalls.tradeStatistics>;

/** Sums of closed trades. Money is net of fee, swap and premium. */
export interface TradeFigures {
  readonly trades: number;
  readonly wins: number;
  readonly losses: number;
  readonly net: Money;
  /** Of the trades above zero, and of those below. */
  readonly won: Money;
  readonly lost: Money;
  /** Undefined without trades. */
  readonly best: Money | undefined;
  readonly worst: Money | undefined;
}

/** Figures of the trades with the same value of a property. */
interface FiguresOf<Key> extends TradeFigures {
  readonly key: Key;
}

export interface TradeStatistics {
  readonly total: TradeFigures;
  /** Most trades first; those without tags are last, without a key. */
  readonly tags: readonly FiguresOf<string | undefined>[];
  readonly hours: readonly FiguresOf<number>[];
  /** 1 = Monday. */
  readonly weekdays: readonly FiguresOf<number>[];
  readonly instruments: readonly FiguresOf<InstrumentId>[];
}

interface FigureRow {
  trades: bigint;
  wins: bigint;
  losses: bigint;
  net: bigint;
  won: bigint;
  lost: bigint;
  best: bigint | null;
  worst: bigint | null;
}

interface PropertyRow extends FigureRow {
  instrument: number | null;
  hour: number | null;
  weekday: number | null;
}

const FIGURES = sql`count(*) as trades, count(*) filter (where c.net > 0) as wins, count(*) filter (where c.net < 0) as losses,
  coalesce(sum(c.net), 0)::bigint as net, coalesce(sum(greatest(c.net, 0)), 0)::bigint as won,
  coalesce(sum(least(c.net, 0)), 0)::bigint as lost, max(c.net) as best, min(c.net) as worst`;

/** SQLSTATE of PostgreSQL for a time zone that it does not know. */
const INVALID_PARAMETER = '22023';

/** Reads the statistics of the positions closed in a span, all at one moment. Times are those of the opening. */
export async function readStatistics(
  db: Kysely<Tables>,
  account: AccountId,
  span: Span,
  input: StatisticsInput,
): Promise<Answer<TradeStatistics>> {
  if (!isTimeZone(input.time_zone)) return refuse('time_zone_unknown', { field: 'time_zone' });
  const filter: TradeFilter = { instrument: input.instrument, side: input.side };
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        const rows = await new TradeRecords(transaction).count(account, span, filter);
        if (rows > STATISTICS_TRADES_MAX)
          return refuse('too_many_trades', { most: String(STATISTICS_TRADES_MAX), rows: String(rows) });
        return done(await statisticsOf(transaction, account, { span, filter, timeZone: input.time_zone }));
      });
  } catch (error) {
    // Tables of time zones of Node.js and of PostgreSQL may differ by a name.
    if ((error as { code?: string }).code === INVALID_PARAMETER)
      return refuse('time_zone_unknown', { field: 'time_zone' });
    throw error;
  }
}

async function statisticsOf(
  db: Kysely<Tables>,
  account: AccountId,
  of: { readonly span: Span; readonly filter: TradeFilter; readonly timeZone: string },
): Promise<TradeStatistics> {
  const closed = closedTrades(account, of);
  const { rows } = await sql<PropertyRow>`
    with c as (${closed})
    select c.instrument, c.hour, c.weekday, ${FIGURES} from c
    group by grouping sets ((), (c.instrument), (c.hour), (c.weekday)) order by 1, 2, 3`.execute(db);
  const tags = await sql<FigureRow & { tag: string | null }>`
    with c as (${closed})
    select min(t.tag) as tag, ${FIGURES} from c ${withTags(account)}
    group by t.tag_key order by t.tag_key is null, count(*) desc, t.tag_key`.execute(db);
  const by = (name: 'instrument' | 'hour' | 'weekday'): FiguresOf<number>[] =>
    rows.flatMap((row) => (row[name] === null ? [] : [{ key: row[name], ...figuresOf(row) }]));
  const total = rows.find(({ instrument, hour, weekday }) => instrument === null && hour === null && weekday === null);
  if (total === undefined) throw new Error('the query of statistics returned no total');
  return {
    total: figuresOf(total),
    tags: tags.rows.map((row) => ({ key: row.tag ?? undefined, ...figuresOf(row) })),
    hours: by('hour'),
    weekdays: by('weekday'),
    instruments: by('instrument'),
  };
}

/** The positions closed in a span with their net result, and the hour and weekday of their opening. */
function closedTrades(
  account: AccountId,
  { span, filter, timeZone }: { readonly span: Span; readonly filter: TradeFilter; readonly timeZone: string },
) {
  const opened = sql`to_timestamp(o.opened_at / 1000.0) at time zone ${timeZone}::text`;
  return sql`
    select o.id, o.parent_id, o.instrument, ${NET_RESULT} as net,
      extract(hour from ${opened})::integer as hour, extract(isodow from ${opened})::integer as weekday
    from orders o where o.account = ${BigInt(account)} and o.status = 'closed' and o.ended_at >= ${span.from}
      and o.ended_at < ${span.to} and ${matching(filter)}`;
}

function figuresOf({ trades, wins, losses, net, won, lost, best, worst }: FigureRow): TradeFigures {
  return {
    trades: Number(trades),
    wins: Number(wins),
    losses: Number(losses),
    net: asMoney(net),
    won: asMoney(won),
    lost: asMoney(lost),
    best: best === null ? undefined : asMoney(best),
    worst: worst === null ? undefined : asMoney(worst),
  };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}
