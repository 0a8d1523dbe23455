import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Calls } from '../../platform/calls.ts';
import type { Log } from '../../platform/log.ts';
import type { UserNotices } from '../../platform/outbox/user-notices.ts';
import type { SiteSettings } from '../../platform/site-settings.ts';
import type { StaffCalls } from '../../platform/staff-calls.ts';
import type { WorkQueues } from '../../platform/work-queues.ts';
import type { TradingHost } from '../../trading/port.ts';
import { DepositQueries } from './deposits/queries.ts';
import { DepositService } from './deposits/service.ts';
import { MethodQueries } from './methods/queries.ts';
import { MethodService } from './methods/service.ts';
import type { FundingChecks } from './ports.ts';
import { Reconciliation } from '../../platform/reconciliation.ts';
import { registerFunding } from './routes.ts';
import { registerFundingDesk } from './staff-routes.ts';
import { TermsQueries } from './terms/queries.ts';
import { registerTermsDesk } from './terms/staff-routes.ts';
import { WithdrawalDecisions } from './withdrawals/decisions.ts';
import { WithdrawalQueries } from './withdrawals/queries.ts';
import { WithdrawalService } from './withdrawals/service.ts';
import { Settlement } from './withdrawals/settlement.ts';

export interface FundingDeps {
  readonly db: Kysely<Tables>;
  readonly trading: TradingHost;
  readonly settings: SiteSettings;
  readonly checks: FundingChecks;
  readonly queues: WorkQueues;
  readonly notices: UserNotices;
  readonly log: Log;
}

/** Puts both sides of deposits and withdrawals on the server. The result settles what a crash left half done, once and then now and again. */
export function registerMoney(calls: Calls, staff: StaffCalls, deps: FundingDeps): Reconciliation {
  const { db, trading, settings, checks, queues, notices, log } = deps;
  const terms = new TermsQueries(db);
  const deposits = { queries: new DepositQueries(db, notices) };
  const withdrawals = { queries: new WithdrawalQueries(db, notices) };
  const methods = { queries: new MethodQueries(db) };
  const settlement = new Settlement(withdrawals.queries, trading);
  const service = new DepositService({ queries: deposits.queries, terms, settings, trading });
  const decisions = new WithdrawalDecisions(withdrawals.queries, settlement);
  registerFunding(calls, {
    terms,
    trading,
    settings,
    deposits: { ...deposits, service },
    withdrawals: {
      ...withdrawals,
      service: new WithdrawalService({
        queries: withdrawals.queries,
        methods: methods.queries,
        terms,
        settings,
        settlement,
        checks,
      }),
    },
    methods: { ...methods, service: new MethodService(methods.queries, terms) },
  });
  registerFundingDesk(staff, {
    deposits: { ...deposits, service },
    withdrawals: { ...withdrawals, decisions },
    history: { db, trading, deposits: deposits.queries, withdrawals: withdrawals.queries, methods: methods.queries },
  });
  registerTermsDesk(staff, terms);
  queues.add('deposits', () => deposits.queries.age());
  queues.add('withdrawals', () => withdrawals.queries.age());
  return new Reconciliation([() => service.reconcile(), () => decisions.reconcile()], log);
}
