import { staffCalls } from '@fairlot/contract';
import type { StaffCallName } from '@fairlot/contract';
import type { Filter } from './list-types.ts';

const PERIOD: readonly Filter[] = [
  { kind: 'from', name: 'from', label: 'from' },
  { kind: 'to', name: 'to', label: 'to' },
];

/** The filters for the period of a list; none for a list whose records have no date. */
export function periodFilters(call: StaffCallName): readonly Filter[] {
  const { shape } = staffCalls[call].input._zod.def as { readonly shape?: object };
  return shape !== undefined && 'from' in shape && 'to' in shape ? PERIOD : [];
}

/** The moment at which a day of the device's time zone begins, `later` days after it; undefined for an unfinished date. */
export function startOfDay(day: string, later = 0): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** The values of filters as the call takes them: without empty ones, days as moments. The last day is part of a period. */
export function filterInput(
  filters: readonly Filter[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    filters.flatMap(({ kind, name }) => {
      const given = values[name] ?? '';
      const value = kind === 'from' ? startOfDay(given) : kind === 'to' ? startOfDay(given, 1) : given;
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}
