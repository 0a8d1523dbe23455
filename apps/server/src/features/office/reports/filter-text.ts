import type { ReportFilter } from './report.ts';

/** The filter of a schedule as it is stored. */
export function filterText({ accounts, user, instrument, by }: ReportFilter): string {
  return JSON.stringify({ accounts, user: user ?? null, instrument: instrument ?? null, by });
}

/** Reads a stored filter. */
export function readFilter(text: string): Omit<ReportFilter, 'kind'> {
  const { accounts, user, instrument, by } = JSON.parse(text) as {
    readonly accounts: ReportFilter['accounts'];
    readonly user: number | null;
    readonly instrument: number | null;
    readonly by: ReportFilter['by'];
  };
  return { accounts, user: user ?? undefined, instrument: instrument ?? undefined, by };
}
