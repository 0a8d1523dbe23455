import type { Statement } from '@fairlot/client';
import { STATEMENT_MAX_DAYS, STATEMENT_PERIODS } from '@fairlot/contract';
import type { StatementPeriod } from '@fairlot/contract';
import { DAY_MS, LAST_LEDGER_TYPE } from '@fairlot/domain';

export type OpenPosition = Statement['positions'][number];
export type PendingOrder = NonNullable<Statement['pending']>[number];

/** Period and filters of a statement. Stored in the address, so that going back, reloading and printing keep them. */
export interface StatementFilter {
  readonly period: StatementPeriod;
  /** First and last day of a range, YYYY-MM-DD. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly instrument?: number | undefined;
  readonly side?: 'buy' | 'sell' | undefined;
  /** Ledger type, for movements only. */
  readonly type?: number | undefined;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Parses a filter from an address. Invalid parts are ignored, because users can edit addresses. */
export function filterOf(search: string): StatementFilter {
  const given = new URLSearchParams(search);
  const [from, to] = [given.get('from') ?? undefined, given.get('to') ?? undefined];
  const period = STATEMENT_PERIODS.find((each) => each === given.get('period')) ?? 'month';
  const side = given.get('side');
  return {
    ...(period === 'range' ? (areDays(from, to) ? { period, from, to } : { period: 'month' }) : { period }),
    instrument: numberIn(given.get('instrument'), Number.MAX_SAFE_INTEGER),
    side: side === 'buy' || side === 'sell' ? side : undefined,
    type: numberIn(given.get('type'), LAST_LEDGER_TYPE),
  };
}

/** The query string of a filter. */
export function searchOf(filter: StatementFilter): string {
  const entries = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(entries).toString();
}

/** The filter without the ledger type, for calls that do not have it. */
export function inputOf({ type: _type, ...input }: StatementFilter): Omit<StatementFilter, 'type'> {
  return input;
}

/** True if two days form a valid range of a statement. */
export function areDays(from: string | undefined, to: string | undefined): boolean {
  if (from === undefined || to === undefined || !DAY.test(from) || !DAY.test(to)) return false;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days >= 1 && days <= STATEMENT_MAX_DAYS;
}

/** True if the filter restricts more than the period. */
export function isFiltered({ instrument, side, type }: StatementFilter): boolean {
  return instrument !== undefined || side !== undefined || type !== undefined;
}

function numberIn(text: string | null, most: number): number | undefined {
  const value = Number(text);
  return text !== null && Number.isSafeInteger(value) && value > 0 && value <= most ? value : undefined;
}
