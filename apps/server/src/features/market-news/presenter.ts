import type { OutputOfStaff, dashboardCalls } from '@fairlot/contract';
import type { NewsSourceStatus } from './news-board.ts';

/** A source of market news as the office's health shows it. */
export function presentNewsSource({
  name,
  kind,
  items,
  readAt,
  failure,
}: NewsSourceStatus): OutputOfStaff<typeof dashboardCalls.officeHealth>['news_sources'][number] {
  return {
    name,
    kind,
    items,
    read_at: readAt === undefined ? null : new Date(readAt).toISOString(),
    reason: failure?.reason ?? null,
    detail: failure?.detail ?? '',
    since: failure === undefined ? null : new Date(failure.since).toISOString(),
  };
}
