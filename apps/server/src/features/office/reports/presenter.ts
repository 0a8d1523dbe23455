import { type OutputOfStaff, REPORT_FILE_DAYS, type reportCalls } from '@fairlot/contract';
import { DAY_MS, type InstrumentId } from '@fairlot/domain';
import type { MarketData } from '../../../market/port.ts';
import type { FileRow } from './file-queries.ts';
import { readFilter } from './filter-text.ts';
import type { ScheduleRow } from './schedule-queries.ts';

/** Converts a file to its wire format. */
export function presentFile(row: FileRow): OutputOfStaff<typeof reportCalls.officeReportFiles>['list'][number] {
  return {
    id: Number(row.id),
    schedule_id: Number(row.schedule_id),
    kind: row.kind,
    first_day: row.first_day,
    last_day: row.last_day,
    state: row.state,
    rows: row.rows,
    created_at: row.created_at.toISOString(),
    made_at: row.made_at?.toISOString() ?? null,
    expires_at: new Date(row.created_at.getTime() + REPORT_FILE_DAYS * DAY_MS).toISOString(),
    reason: row.reason,
  };
}

/** Converts a schedule to its wire format. */
export function presentSchedule(
  row: ScheduleRow,
  market: Pick<MarketData, 'instrument'>,
): OutputOfStaff<typeof reportCalls.officeScheduleReport> {
  const { accounts, user, instrument, by } = readFilter(row.filter);
  return {
    id: Number(row.id),
    kind: row.kind,
    accounts,
    user_id: user ?? null,
    group: row.group_name,
    instrument: instrument === undefined ? null : codeOf(market, instrument),
    by,
    interval: row.interval,
    hour: row.hour,
    recipients: [...row.recipient_names],
    author: row.author,
    created_at: row.created_at.toISOString(),
    next_at: row.next_at.toISOString(),
  };
}

function codeOf(market: Pick<MarketData, 'instrument'>, id: InstrumentId): string {
  return market.instrument(id)?.code ?? `#${id}`;
}
