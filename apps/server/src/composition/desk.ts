import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables/index.ts';
import { DeskActions } from '../features/office/desk/actions.ts';
import { CorrectionActions } from '../features/office/desk/correction-actions.ts';
import { DeskQueries } from '../features/office/desk/queries.ts';
import { registerDesk } from '../features/office/desk/routes.ts';
import type { UserNotices } from '../messages/user-notices.ts';
import type { OnePersonLimit } from '../staff/one-person-limit.ts';
import type { Proposals } from '../staff/proposals/proposals.ts';
import type { StaffCalls } from '../staff/staff-calls.ts';
import { readCorrections } from '../trading/read-corrections.ts';
import type { CoreDeps } from './deps.ts';

interface DeskDeps extends Pick<CoreDeps, 'trading' | 'market' | 'clock' | 'log'> {
  readonly kysely: Kysely<Tables>;
  readonly limit: OnePersonLimit;
  readonly proposals: Proposals;
  readonly notices: UserNotices;
}

/** Builds the dealing desk: closes, cancels and corrections by staff. */
export function openDesk(
  calls: StaffCalls,
  { kysely, notices, trading, market, limit, proposals, clock, log }: DeskDeps,
): DeskActions {
  const queries = new DeskQueries(kysely, notices);
  const actions = new DeskActions({ queries, trading, market, limit, proposals, clock, log });
  const corrections = new CorrectionActions({
    queries,
    actions,
    trading,
    market,
    limit,
    proposals,
    corrections: (order) => readCorrections(kysely, order),
  });
  registerDesk(calls, { queries, actions, corrections, market });
  return actions;
}
