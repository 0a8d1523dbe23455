import type { CallOutput } from '@fairlot/client';
import { STATEMENT_MAX_DAYS, STATEMENT_PERIODS } from '@fairlot/contract';
import type { StatementPeriod } from '@fairlot/contract';

export type Statement = CallOutput<'statement'>;
export type Trade = CallOutput<'statementTrades'>['list'][number];
export type Movement = CallOutput<'statementMovements'>['list'][number];
export type OpenPosition = Statement['positions'][number];
export type PendingOrder = NonNullable<Statement['pending']>[number];

/** What a statement is asked for. It lives in the address, so that going back, reloading and printing keep it. */
export interface Wish {
  readonly period: StatementPeriod;
  /** Days of a range. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly instrument?: number | undefined;
  readonly side?: 'buy' | 'sell' | undefined;
  /** Ledger type, of movements. */
  readonly type?: number | undefined;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;
const LEDGER_TYPES = 11;

/** Reads a wish from an address. What does not fit is left out: an address is typed by people. */
export function wishOf(search: string): Wish {
  const given = new URLSearchParams(search);
  const [from, to] = [given.get('from') ?? undefined, given.get('to') ?? undefined];
  const period = STATEMENT_PERIODS.find((each) => each === given.get('period')) ?? 'month';
  const side = given.get('side');
  return {
    ...(period === 'range' ? (areDays(from, to) ? { period, from, to } : { period: 'month' }) : { period }),
    instrument: numberIn(given.get('instrument'), Number.MAX_SAFE_INTEGER),
    side: side === 'buy' || side === 'sell' ? side : undefined,
    type: numberIn(given.get('type'), LEDGER_TYPES),
  };
}

/** The address of a wish. */
export function searchOf(wish: Wish): string {
  const entries = Object.entries(wish)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(entries).toString();
}

/** What a wish asks of the calls that know no ledger types. */
export function inputOf({ type: _type, ...input }: Wish): Omit<Wish, 'type'> {
  return input;
}

/** Whether two days make a range that a statement may have. */
export function areDays(from: string | undefined, to: string | undefined): boolean {
  if (from === undefined || to === undefined || !DAY.test(from) || !DAY.test(to)) return false;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days >= 1 && days <= STATEMENT_MAX_DAYS;
}

/** Whether anything but the period is asked for. */
export function isFiltered({ instrument, side, type }: Wish): boolean {
  return instrument !== undefined || side !== undefined || type !== undefined;
}

function numberIn(text: string | null, most: number): number | undefined {
  const value = Number(text);
  return text !== null && Number.isSafeInteger(value) && value > 0 && value <= most ? value : undefined;
}
