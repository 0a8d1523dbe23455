import { STATEMENT_MAX_DAYS, type StatementPeriod } from '@fairlot/contract';
import { DAY_MS, dayStart } from '@fairlot/domain';

/** 1 January 1970 was a Thursday, three days after a Monday. */
const MONDAY_OFFSET_DAYS = 3;

/** A range of market time in whole UTC days: `from` is inclusive, `to` exclusive. Epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface PeriodInput {
  readonly period: StatementPeriod;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The days that a period covers at the time `now`. Returns the name of the invalid field instead if there is one. */
export function spanOf(input: PeriodInput, now: number, openedAt: number): Span | 'from' | 'to' {
  const to = dayStart(now) + DAY_MS;
  if (input.period !== 'range') return { from: beginning(input.period, now, openedAt), to };
  const first = dayOf(input.from);
  const last = dayOf(input.to);
  if (first === undefined) return 'from';
  if (last === undefined || last < first || last - first >= STATEMENT_MAX_DAYS * DAY_MS) return 'to';
  return { from: first, to: last + DAY_MS };
}

function beginning(period: Exclude<StatementPeriod, 'range'>, now: number, openedAt: number): number {
  const today = dayStart(now);
  const date = new Date(now);
  switch (period) {
    case 'today':
      return today;
    case 'week':
      return today - ((today / DAY_MS + MONDAY_OFFSET_DAYS) % 7) * DAY_MS;
    case 'month':
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
    case 'year':
      return Date.UTC(date.getUTCFullYear(), 0);
    case 'all':
      return dayStart(openedAt);
  }
}

function dayOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(`${text}T00:00:00.000Z`);
}
