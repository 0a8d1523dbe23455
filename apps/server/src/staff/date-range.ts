import { type RawBuilder, sql } from 'kysely';

/** The period of a list: from the first moment on, and before the second. */
export interface DateRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The UTC days of a list, such as 2026-03-29; both are part of it. */
export interface DayRange {
  readonly first_day?: string | undefined;
  readonly last_day?: string | undefined;
}

/** SQL condition: the timestamp of a row is in the period. */
export function isWithin(column: string, { from, to }: DateRange): RawBuilder<boolean> {
  const at = sql.ref(column);
  const after = from === undefined ? sql`true` : sql`${at} >= ${new Date(from)}`;
  return sql<boolean>`(${after} and ${to === undefined ? sql`true` : sql`${at} < ${new Date(to)}`})`;
}
