import { InstrumentActions } from '../features/instruments/staff/actions.ts';
import { CatalogueActions } from '../features/instruments/staff/catalogue-actions.ts';
import { CatalogueQueries } from '../features/instruments/staff/catalogue-queries.ts';
import { InstrumentStaffQueries } from '../features/instruments/staff/queries.ts';
import { registerInstrumentStaff } from '../features/instruments/staff/routes.ts';
import { SymbolActions } from '../features/instruments/staff/symbols/actions.ts';
import { registerSymbolStaff } from '../features/instruments/staff/symbols/routes.ts';
import { ConcurrencyLimit } from '../platform/concurrency-limit.ts';
import type { Proposals } from '../staff/proposals/proposals.ts';
import type { StaffCalls } from '../staff/staff-calls.ts';
import type { CoreDeps } from './deps.ts';

/** Changes of instruments that may queue behind the one in progress. */
const MOST_WAITING = 20;

/** Registers the calls of staff about instruments. */
export function openInstruments(
  calls: StaffCalls,
  { database, market, trading, announcedSwaps: announced }: CoreDeps,
  proposals: Proposals,
): void {
  const queries = new InstrumentStaffQueries(database.kysely);
  const queue = new ConcurrencyLimit(1, MOST_WAITING);
  const actions = new InstrumentActions({ queries, market, trading, proposals, announced, queue });
  const catalogueQueries = new CatalogueQueries(database.kysely);
  const catalogue = new CatalogueActions({ queries: catalogueQueries, market, trading, proposals, announced, queue });
  registerInstrumentStaff(calls, { queries, actions, catalogue, market, proposals, announced, trading });
  const symbols = new SymbolActions({ db: database.kysely, market, proposals });
  registerSymbolStaff(calls, { actions: symbols, market });
}
