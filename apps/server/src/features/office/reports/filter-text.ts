import type { ReportFilter } from './report.ts';

/** The filter of a schedule as it is stored. */
export function filterText({ accounts, user, group, instrument, by }: ReportFilter): string {
  return JSON.stringify({ accounts, user: user ?? null, group: group ?? null, instrument: instrument ?? null, by });
}

/** Reads a stored filter. */
export function readFilter(text: string): Omit<ReportFilter, 'kind'> {
  const { accounts, user, group, instrument, by } = JSON.parse(text) as {
    readonly accounts: ReportFilter['accounts'];
    readonly user: number | null;
    /** Absent from schedules that are older than groups. */
    readonly group?: number | null;
    readonly instrument: number | null;
    readonly by: ReportFilter['by'];
  };
  return { accounts, user: user ?? undefined, group: group ?? undefined, instrument: instrument ?? undefined, by };
}
