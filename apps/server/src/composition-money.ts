import type { Database } from './db/database.ts';
import { registerMoney } from './features/funding/create.ts';
import type { FundingChecks } from './features/funding/ports.ts';
import type { Reconciliation } from './platform/reconciliation.ts';
import { registerLedger } from './features/ledger/routes.ts';
import type { Calls } from './platform/calls.ts';
import type { Log } from './platform/log.ts';
import type { UserNotices } from './platform/outbox/user-notices.ts';
import type { SiteSettings } from './platform/site-settings.ts';
import type { StaffCalls } from './platform/staff-calls.ts';
import type { WorkQueues } from './platform/work-queues.ts';
import type { TradingHost } from './trading/port.ts';

/** What deposits, withdrawals and the ledger stand on. */
export interface MoneyGround {
  readonly database: Database;
  readonly trading: TradingHost;
  readonly settings: SiteSettings;
  readonly notices: UserNotices;
  readonly log: Log;
}

interface MoneyDoors {
  readonly calls: Calls;
  readonly office: { readonly calls: StaffCalls; readonly queues: WorkQueues };
}

/** Opens deposits, withdrawals, bound methods and the ledger. The result is started once trading takes commands. */
export function openMoney(
  { calls, office }: MoneyDoors,
  { database, trading, settings, notices, log }: MoneyGround,
  checks: FundingChecks,
): Reconciliation {
  registerLedger(calls, database.kysely, trading);
  return registerMoney(calls, office.calls, {
    db: database.kysely,
    trading,
    settings,
    notices,
    log,
    queues: office.queues,
    checks,
  });
}
