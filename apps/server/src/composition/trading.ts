import { registerAccount } from '../features/account/routes.ts';
import type { ClientGroups } from '../features/groups/groups.ts';
import { registerInstruments } from '../features/instruments/routes.ts';
import { OrderQueries } from '../features/orders/queries.ts';
import { RecentOrders } from '../features/orders/recent-orders.ts';
import { RefusalBudget } from '../features/orders/refusal-budget.ts';
import { registerOrders } from '../features/orders/routes.ts';
import { OrdersService } from '../features/orders/service.ts';
import { OrderStaffQueries } from '../features/orders/staff/queries.ts';
import { registerOrdersStaff } from '../features/orders/staff/routes.ts';
import { announcedLevels } from '../features/settings/proposal.ts';
import { registerSettings } from '../features/settings/routes.ts';
import { registerStatement } from '../features/statement/routes.ts';
import { registerStatistics } from '../features/statement/statistics-routes.ts';
import { registerTradeNotes } from '../features/trade-notes/routes.ts';
import { TradeNotes } from '../features/trade-notes/queries.ts';
import { registerWorkspace } from '../features/workspace/routes.ts';
import { Workspace } from '../features/workspace/queries.ts';
import type { Calls } from '../http/calls.ts';
import type { CoreDeps, FeatureDeps } from './deps.ts';

/** Builds the features of a trading client: account, instruments, orders, statement, settings and saved sections. */
export function openTrading(deps: FeatureDeps, groups: Pick<ClientGroups, 'nameOf'>): void {
  const { calls, staffCalls, clock, database, market, settings, proposals } = deps;
  openTradingCalls(calls, deps);
  registerTradeNotes(calls, new TradeNotes(database.kysely, clock));
  registerSettings(calls, { settings, market, announced: () => announcedLevels(proposals.scheduled) });
  registerWorkspace(calls, new Workspace(database.kysely, clock));
  const staffQueries = new OrderStaffQueries(database.reports.kysely, () => market.now());
  registerOrdersStaff(staffCalls, staffQueries, market, (group) => groups.nameOf(group));
}

/** Registers the calls with which a client trades, which any process with sockets can answer. */
export function openTradingCalls(
  calls: Calls,
  { clock, config, database, market, metrics, trading, terms, reads, shareBudget }: CoreDeps,
): void {
  registerAccount(calls, trading);
  registerInstruments(calls, { market, terms, clock, history: reads.history });
  registerStatement(calls, database.reports.kysely, market);
  registerStatistics(calls, database.reports.kysely, market);
  const recent = new RecentOrders();
  trading.onJournalled((rows) => recent.onCommitted(rows));
  trading.onRollback(() => recent.forget());
  const queries = new OrderQueries(database.kysely);
  const budget = new RefusalBudget(config.limits.refusalsPerDay, trading, clock, shareBudget);
  const refusals: Pick<RefusalBudget, 'take'> = {
    take: (account, closes) => {
      const taken = budget.take(account, closes);
      if (taken === undefined) metrics.limitHit('refusals_of_account');
      return taken;
    },
  };
  registerOrders(calls, new OrdersService({ trading, market, queries, recent, refusals }), market);
}
