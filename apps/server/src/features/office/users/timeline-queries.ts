import { LEDGER_TYPES, asMoney, formatMoney } from '@fairlot/domain';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { DateRange } from '../../../staff/date-range.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import { type Period, type Row, timelineSources } from './timeline-sources.ts';

/** An entry of the timeline in its wire format. */
export interface TimelineEntry {
  readonly at: string;
  readonly kind: string;
  readonly event: string;
  readonly reference: string;
  readonly amount: string | null;
  readonly text: string;
}

/** The parts of a timeline that are read. */
export interface TimelineFilter extends DateRange {
  readonly user: number;
  readonly kind?: string | undefined;
  /** Includes reasons of decisions about the identity. */
  readonly reasons: boolean;
}

const LEDGER_NAMES = new Map(Object.entries(LEDGER_TYPES).map(([name, number]) => [String(number), name]));

/**
 * Reads a page of everything recorded about a user, newest first. Every source contributes only its newest rows, so the
 * cost depends on the end of the page and not on the length of the history. A period costs what is recorded in it, and the
 * positions that ended since its begin.
 */
export async function readTimeline(
  db: Kysely<Tables>,
  { user, kind, reasons, ...range }: TimelineFilter,
  { offset, limit }: ListSlice,
): Promise<{ readonly list: readonly TimelineEntry[]; readonly total: number }> {
  const sources = timelineSources(reasons).filter(({ kinds }) => kind === undefined || kinds.includes(kind));
  if (sources.length === 0) return { list: [], total: 0 };
  const id = BigInt(user);
  const period = periodOf(range);
  const newest = sql.join(
    sources.map((source) =>
      period === undefined ? sql`(${source.newest(id, offset + limit)})` : sql`(${source.within(id, period)})`,
    ),
    sql` union all `,
  );
  const counts = sql.join(
    sources.map((source) =>
      period === undefined ? sql`(${source.count(id)})` : sql`(select count(*) from (${source.within(id, period)}) s)`,
    ),
    sql` + `,
  );
  const { rows } = await sql<Row>`
    select * from (${newest}) line (at, kind, event, reference, amount, text)
    order by at desc, kind, reference desc offset ${offset} limit ${limit}`.execute(db);
  const counted = await sql<{ total: bigint }>`select (${counts})::bigint as total`.execute(db);
  return { list: rows.map(present), total: Number(counted.rows[0]?.total ?? 0) };
}

/** The last moment that a Date can name. */
const LAST_MS = 8.64e15;

function periodOf({ from, to }: DateRange): Period | undefined {
  if (from === undefined && to === undefined) return undefined;
  return { from: from === undefined ? 0 : Date.parse(from), to: to === undefined ? LAST_MS : Date.parse(to) };
}

function present({ at, kind, event, reference, amount, text }: Row): TimelineEntry {
  return {
    at: new Date(Number(at)).toISOString(),
    kind,
    event: kind === 'ledger' ? (LEDGER_NAMES.get(event) ?? event) : event,
    reference,
    amount: amount === null ? null : formatMoney(asMoney(amount)),
    text,
  };
}
