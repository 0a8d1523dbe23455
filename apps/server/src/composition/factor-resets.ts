import { FactorResetJob } from '../features/auth/factor-reset-job.ts';
import { FactorResetActions } from '../features/auth/staff/factor-reset-actions.ts';
import { FactorResetStaffQueries } from '../features/auth/staff/factor-reset-queries.ts';
import { registerFactorResets } from '../features/auth/staff/factor-reset-routes.ts';
import type { DeedsWithoutStaff } from '../staff/audit/deeds-without-staff.ts';
import { ProposalStore } from '../staff/proposals/proposal-store.ts';
import type { Auth } from './auth.ts';
import type { FeatureDeps } from './deps.ts';
import type { Part } from './lifecycle.ts';

interface FactorResetDeps {
  readonly auth: Auth;
  /** Tells a user's devices of the request. */
  readonly tell: (user: number) => void;
  readonly record: DeedsWithoutStaff['factorReset'];
}

/** Builds the decisions of staff on requests to remove lost authenticators. Returns the job that carries them out. */
export function openFactorResets(deps: FeatureDeps, { auth, tell, record }: FactorResetDeps): Part {
  const { database, staffCalls, queues, people, notices, settings, countries, clock, log } = deps;
  const { outbox, sessions } = auth;
  const db = database.kysely;
  const queries = new FactorResetStaffQueries(db);
  const proposals = new ProposalStore(db);
  const waitHours = (): number => settings.get('factor_reset_wait_hours');
  const actions = new FactorResetActions({
    db,
    queries,
    people,
    proposals,
    notices,
    outbox,
    clock,
    waitHours,
    tell,
  });
  registerFactorResets(staffCalls, { queries, actions, countries });
  queues.add('factor_resets', () => queries.queue());
  return new FactorResetJob({ db, sessions, notices, outbox, clock, log, tell, record });
}
