import { RewardPayment } from '../features/rewards/payment.ts';
import { InvitedPeople } from '../features/rewards/people-queries.ts';
import { RewardQueries } from '../features/rewards/queries.ts';
import { registerInvitations } from '../features/rewards/routes.ts';
import { RewardSettlement } from '../features/rewards/settlement.ts';
import { RewardActions } from '../features/rewards/staff/actions.ts';
import { RewardStaffQueries } from '../features/rewards/staff/queries.ts';
import { registerRewardStaff } from '../features/rewards/staff/routes.ts';
import { Reconciliation } from '../platform/reconciliation.ts';
import type { FeatureDeps } from './deps.ts';

/**
 * Builds who invited whom, and the rewards. Returns the job that decides the rewards of each day and pays them; start it
 * after trading takes commands.
 */
export function openRewards(deps: FeatureDeps): Reconciliation {
  const { calls, staffCalls, queues, market, settings, trading, people, limit, stuck, clock, log } = deps;
  const db = deps.database.kysely;
  const queries = new RewardQueries(db);
  const staffQueries = new RewardStaffQueries(db);
  const invited = new InvitedPeople(db);
  const payment = new RewardPayment({ queries, trading, stuck });
  const settlement = new RewardSettlement({ db, queries, settings, marketNow: () => market.now(), clock });
  registerInvitations(calls, invited, settings);
  queues.add('rewards', () => staffQueries.waiting());
  registerRewardStaff(staffCalls, {
    queries: staffQueries,
    people: invited,
    actions: new RewardActions({ queries, payment, people, limit }),
  });
  return new Reconciliation([() => settlement.run(), () => payment.resume()], log);
}
