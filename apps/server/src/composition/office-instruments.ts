import { InstrumentActions } from '../features/instruments/staff/actions.ts';
import { CalendarActions } from '../features/instruments/staff/calendars/actions.ts';
import { registerCalendarStaff } from '../features/instruments/staff/calendars/routes.ts';
import { CatalogueActions } from '../features/instruments/staff/catalogue-actions.ts';
import { CatalogueQueries } from '../features/instruments/staff/catalogue-queries.ts';
import { FileActions } from '../features/instruments/staff/files/actions.ts';
import { FileApplier } from '../features/instruments/staff/files/applier.ts';
import { registerCatalogueFiles } from '../features/instruments/staff/files/routes.ts';
import { InstrumentStaffQueries } from '../features/instruments/staff/queries.ts';
import { registerInstrumentStaff } from '../features/instruments/staff/routes.ts';
import { SymbolActions } from '../features/instruments/staff/symbols/actions.ts';
import { registerSymbolStaff } from '../features/instruments/staff/symbols/routes.ts';
import type { CategoryChanges } from '../features/groups/category-changes.ts';
import type { ClientGroups } from '../features/groups/groups.ts';
import type { Proposals } from '../staff/proposals/proposals.ts';
import type { StaffCalls } from '../staff/staff-calls.ts';
import type { StoredTerms } from '../trading/stored-terms.ts';
import type { CoreDeps } from './deps.ts';

/** Registers the calls of staff about instruments. */
export function openInstruments(
  calls: StaffCalls,
  { database, market, trading, announcedSwaps: announced }: CoreDeps,
  proposals: Proposals,
  {
    groups,
    categories,
    stored,
  }: { readonly groups: ClientGroups; readonly categories: CategoryChanges; readonly stored: StoredTerms },
): void {
  const queries = new InstrumentStaffQueries(database.kysely);
  const actions = new InstrumentActions({
    queries,
    market,
    trading,
    proposals,
    announced,
    groups,
    categories,
    stored,
  });
  const catalogueQueries = new CatalogueQueries(database.kysely);
  const catalogue = new CatalogueActions({ queries: catalogueQueries, market, trading, proposals, groups, stored });
  registerInstrumentStaff(calls, { queries, actions, catalogue, market, proposals, announced, categories, trading });
  const symbols = new SymbolActions({ db: database.kysely, market, proposals, stored });
  registerSymbolStaff(calls, { actions: symbols, market });
  const calendars = new CalendarActions({ db: database.kysely, market, proposals, stored });
  registerCalendarStaff(calls, { actions: calendars, market });
  const applier = new FileApplier({ market, instruments: actions, catalogue, symbols, calendars });
  const files = new FileActions({ db: database.kysely, market, proposals, applier, categories });
  registerCatalogueFiles(calls, { actions: files, market });
}
