import type { SiteSettingValues } from '@fairlot/contract';
import { announcedChanges, linesOf } from '../features/groups/announced.ts';
import { CategoryChanges } from '../features/groups/category-changes.ts';
import { ClientGroups, type Levels } from '../features/groups/groups.ts';
import { MoveQueries } from '../features/groups/move-queries.ts';
import { GroupNotices } from '../features/groups/notices.ts';
import { GroupQueries } from '../features/groups/queries.ts';
import { GroupActions } from '../features/groups/staff/actions.ts';
import { MoveActions } from '../features/groups/staff/move-actions.ts';
import { registerGroupStaff } from '../features/groups/staff/routes.ts';
import { UsualSpreads } from '../features/groups/usual-spreads.ts';
import type { UserNotices } from '../messages/user-notices.ts';
import type { ConcurrencyLimit } from '../platform/concurrency-limit.ts';
import { ProposalStore } from '../staff/proposals/proposal-store.ts';
import type { Proposals } from '../staff/proposals/proposals.ts';
import type { StaffCalls } from '../staff/staff-calls.ts';
import type { StoredTerms } from '../trading/stored-terms.ts';
import type { CoreDeps } from './deps.ts';
import type { Part } from './lifecycle.ts';
import { rulesOf } from './rules.ts';
import { TermsAlignment } from './terms-alignment.ts';

/** Groups of accounts, and what completes their changes. */
export interface Groups {
  readonly groups: ClientGroups;
  /** The terms of groups that change with the category of an instrument. */
  readonly categories: CategoryChanges;
  /** Keeps the shards equal to what is stored. */
  readonly stored: StoredTerms;
  readonly part: Part;
  /** Completes moves that a crash interrupted. */
  readonly resume: () => Promise<void>;
}

/** Builds the groups of accounts and registers their calls. `queue`: one change of settings, groups and instruments at a time. */
export function openGroups(
  calls: StaffCalls,
  deps: CoreDeps & { readonly notices: UserNotices },
  proposals: Proposals,
  queue: ConcurrencyLimit,
): Groups {
  const { database, market, trading, settings, announcedSwaps: announced, log, signals } = deps;
  const changed = (): void => signals.tell('groups');
  const { kysely: db, pool } = database;
  const [queries, moveQueries, store] = [new GroupQueries(db), new MoveQueries(db), new ProposalStore(db)];
  const groups = new ClientGroups({ queries, pool, market, trading, queue, log, changed });
  const stored = new TermsAlignment({ pool, settings, market, trading, announced, groups, rulesOf, queue, log });
  const spreads = new UsualSpreads(market);
  const levels = () => levelsOfSite(settings.values());
  const actions = new GroupActions({ queries, groups, spreads, market, trading, proposals, stored, levels });
  const now = (): number => market.now();
  const moves = new MoveActions({ queries: moveQueries, groups, trading, proposals, stored, now });
  registerGroupStaff(calls, {
    queries,
    moveQueries,
    groups,
    spreads,
    actions,
    moves,
    market,
    areTwoNeeded: () => proposals.areNeeded(),
    open: (kind) => store.openOf(kind),
  });
  const told = openNotices(deps, groups, proposals);
  return {
    groups,
    categories: new CategoryChanges({ groups, queries, market }),
    stored,
    part: {
      start: async () => {
        spreads.start();
        await groups.start();
        warnOfLevels(deps, groups);
        stored.start();
        told.start();
      },
      stop: async () => {
        await told.stop();
        await spreads.stop();
        await stored.stop();
        await groups.stop();
      },
    },
    resume: () => moves.resume(),
  };
}

/** The margin levels of accounts whose group has none of its own. */
export function levelsOfSite({ warning_ratio: warning, stop_out_ratio: stopOut }: SiteSettingValues): Levels {
  return { warning, stopOut };
}

/** Defaults of the environment are not compared with the levels of groups before they are in force. */
function warnOfLevels({ settings, log }: Pick<CoreDeps, 'settings' | 'log'>, groups: ClientGroups): void {
  const group = groups.levelsProblem(levelsOfSite(settings.values()));
  if (group !== undefined)
    log.warn(
      { group },
      'accounts of this group are stopped out before they are warned; change its levels or the site’s',
    );
}

/** Mails about changes that wait for their date. */
function openNotices(
  { database, notices, market, settings, clock, log }: CoreDeps & { readonly notices: UserNotices },
  groups: ClientGroups,
  proposals: Proposals,
): GroupNotices {
  return new GroupNotices({
    db: database.kysely,
    notices,
    clock,
    log,
    announced: () => announcedChanges(proposals.scheduled, groups, market.instruments()),
    linesOf: (change, held, language) =>
      linesOf(
        change,
        market.instruments().filter(({ id }) => held.includes(id)),
        language,
        settings.get('stop_out_ratio'),
      ),
  });
}
