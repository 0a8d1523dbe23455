import { staffCalls } from '@fairlot/contract';
import type { StaffCallName } from '@fairlot/contract';
import type { Filter } from './list-types.ts';

const PERIOD: readonly Filter[] = [
  { kind: 'from', name: 'from', label: 'from' },
  { kind: 'to', name: 'to', label: 'to' },
];

/** The same for a list with a row for each UTC day, whose days are no moments of the device's time zone. */
const DAYS: readonly Filter[] = [
  { kind: 'day', name: 'first_day', label: 'first_day' },
  { kind: 'day', name: 'last_day', label: 'last_day' },
];

/** The filters for the period of a list; none for a list whose records have no date. */
export function periodFilters(call: StaffCallName): readonly Filter[] {
  const { shape = {} } = staffCalls[call].input._zod.def as { readonly shape?: object };
  return [PERIOD, DAYS].find((filters) => filters.every(({ name }) => name in shape)) ?? [];
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The moment at which a day of the device's time zone begins, `later` days after it; undefined for an unfinished date. */
export function startOfDay(day: string, later = 0): string | undefined {
  const [, year, month, date] = DAY.exec(day) ?? [];
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

function valueOf(kind: Filter['kind'], given: string): string | undefined {
  if (kind === 'from') return startOfDay(given);
  if (kind === 'to') return startOfDay(given, 1);
  return kind === 'day' && !DAY.test(given) ? undefined : given;
}

/** The values of filters as the call takes them: without empty ones, days as moments. The last day is part of a period. */
export function filterInput(
  filters: readonly Filter[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    filters.flatMap(({ kind, name }) => {
      const given = values[name] ?? '';
      const value = valueOf(kind, given);
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}
