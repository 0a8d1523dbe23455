import { isRealMarket } from '../config-feed.ts';
import { DepositQueries } from '../features/funding/deposits/queries.ts';
import { DepositService } from '../features/funding/deposits/service.ts';
import { MethodQueries } from '../features/funding/methods/queries.ts';
import { MethodService } from '../features/funding/methods/service.ts';
import type { FundingChecks, OwnerCheck, TellOwner } from '../features/funding/ports.ts';
import { registerFunding } from '../features/funding/routes.ts';
import { DepositActions } from '../features/funding/staff/deposit-actions.ts';
import { StaffDepositQueries } from '../features/funding/staff/deposit-queries.ts';
import { registerFundingStaff } from '../features/funding/staff/routes.ts';
import { TermsActions } from '../features/funding/staff/terms-actions.ts';
import { registerTermsStaff } from '../features/funding/staff/terms-routes.ts';
import { WithdrawalActions } from '../features/funding/staff/withdrawal-actions.ts';
import { WithdrawalClaims } from '../features/funding/staff/withdrawal-claims.ts';
import { StaffWithdrawalQueries } from '../features/funding/staff/withdrawal-queries.ts';
import { TermsQueries } from '../features/funding/terms/queries.ts';
import { HoldQueries } from '../features/funding/withdrawals/hold-queries.ts';
import { WithdrawalQueries } from '../features/funding/withdrawals/queries.ts';
import { WithdrawalService } from '../features/funding/withdrawals/service.ts';
import { Settlement } from '../features/funding/withdrawals/settlement.ts';
import { Waiting } from '../features/funding/withdrawals/waiting.ts';
import { registerLedger } from '../features/ledger/routes.ts';
import { Reconciliation } from '../platform/reconciliation.ts';
import type { FeatureDeps } from './deps.ts';
import { takesMoney } from './play-money.ts';

/** The parts of other features that money needs. */
export interface MoneyPorts {
  readonly checks: FundingChecks;
  readonly owner: OwnerCheck;
  readonly tellOwner: TellOwner;
}

/**
 * Builds deposits, withdrawals, bound methods and the ledger, for users and staff. Returns the reconciliation of
 * decisions that a crash left unfinished; start it after trading takes commands.
 */
export function openMoney(deps: FeatureDeps, { checks, owner, tellOwner }: MoneyPorts): Reconciliation {
  const { calls, trading, settings, notices, stuck, clock } = deps;
  const db = deps.database.kysely;
  const terms = new TermsQueries(db);
  const deposits = new DepositQueries(db, notices);
  const withdrawals = new WithdrawalQueries(db, notices);
  const methods = new MethodQueries(db, notices);
  const holds = new HoldQueries(db, notices);
  const settlement = new Settlement({ queries: withdrawals, holds, trading, stuck, tellOwner });
  const waiting = new Waiting(settings, owner, clock);
  tellOfPlayMoney(deps);
  registerLedger(calls, deps.database.reports.kysely, trading);
  registerFunding(calls, {
    terms,
    trading,
    settings,
    waiting,
    deposits: {
      queries: deposits,
      service: new DepositService({ queries: deposits, terms, settings, takesMoney: takesMoney(deps) }),
    },
    withdrawals: {
      queries: withdrawals,
      service: new WithdrawalService({
        queries: withdrawals,
        methods,
        terms,
        settings,
        settlement,
        checks,
        owner,
        waiting,
      }),
    },
    methods: { queries: methods, service: new MethodService({ queries: methods, terms, owner, clock, tellOwner }) },
  });
  return openStaffMoney(deps, { terms, deposits, withdrawals, methods, settlement });
}

/** Tells the operator whose registrations and deposits are refused. */
function tellOfPlayMoney({ config: { simulatedMoney, feed }, log }: FeatureDeps): void {
  if (isRealMarket(feed) || simulatedMoney === 'play-money') return;
  const refused = simulatedMoney === 'local' ? 'from other than private networks, or through a proxy, are' : 'are';
  log.warn(
    `prices are not those of a real market: registrations and deposits ${refused} refused. FAIRLOT_SIMULATED_MONEY=play-money accepts them as play money`,
  );
}

/** Parts that the calls of users and of staff share. */
interface MoneyParts {
  readonly terms: TermsQueries;
  readonly deposits: DepositQueries;
  readonly withdrawals: WithdrawalQueries;
  readonly methods: MethodQueries;
  readonly settlement: Settlement;
}

/** Builds the decisions of staff about money, and returns their reconciliation. */
function openStaffMoney(
  deps: FeatureDeps,
  { terms, deposits, withdrawals, methods, settlement }: MoneyParts,
): Reconciliation {
  const { staffCalls, queues, proposals, people, limit, trading, settings, stuck, clock, log } = deps;
  const db = deps.database.kysely;
  const staffDeposits = new StaffDepositQueries(db);
  const staffWithdrawals = new StaffWithdrawalQueries(db);
  const depositActions = new DepositActions({
    queries: deposits,
    staffQueries: staffDeposits,
    settings,
    trading,
    people,
    limit,
    stuck,
  });
  const needsIdentity = (): boolean => settings.get('withdrawal_needs_verification');
  const claims = new WithdrawalClaims({ staffQueries: staffWithdrawals, people, limit, clock, needsIdentity });
  const withdrawalActions = new WithdrawalActions({
    queries: withdrawals,
    staffQueries: staffWithdrawals,
    settlement,
    claims,
    people,
    limit,
    stuck,
    needsIdentity,
  });
  registerFundingStaff(staffCalls, {
    deposits: { actions: depositActions, queries: staffDeposits },
    withdrawals: { actions: withdrawalActions, claims, queries: withdrawals },
    history: { db, trading, deposits: staffDeposits, withdrawals, methods },
    needsIdentity,
  });
  registerTermsStaff(staffCalls, { terms, actions: new TermsActions(db, proposals) });
  queues.add('deposits', () => staffDeposits.age());
  queues.add('withdrawals', () => staffWithdrawals.age());
  return new Reconciliation([() => depositActions.reconcile(), () => withdrawalActions.reconcile()], log);
}
