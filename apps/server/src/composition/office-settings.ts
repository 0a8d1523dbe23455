import type { ClientGroups } from '../features/groups/groups.ts';
import { SettingsActions } from '../features/settings/staff/actions.ts';
import { SettingsStaffQueries } from '../features/settings/staff/queries.ts';
import { registerSettingsStaff } from '../features/settings/staff/routes.ts';
import { hasRealPositions } from '../features/settings/staff/stop-out-preview.ts';
import type { Proposals } from '../staff/proposals/proposals.ts';
import type { StaffCalls } from '../staff/staff-calls.ts';
import type { StoredTerms } from '../trading/stored-terms.ts';
import type { CoreDeps } from './deps.ts';
import { levelsOfSite } from './groups.ts';
import { rulesOf } from './rules.ts';

/** Registers the calls of staff about the site's settings. */
export function openSettings(
  calls: StaffCalls,
  { database, settings, trading, market }: CoreDeps,
  proposals: Proposals,
  {
    groups,
    stored,
  }: {
    readonly groups: Pick<ClientGroups, 'levelsProblem'>;
    readonly stored: StoredTerms;
  },
): void {
  const { kysely } = database;
  const actions = new SettingsActions({
    settings,
    trading,
    rulesOf,
    proposals,
    hasRealPositions: () => hasRealPositions(kysely),
    levelsProblem: (next) => groups.levelsProblem(levelsOfSite(next)),
    stored,
  });
  registerSettingsStaff(calls, {
    settings,
    queries: new SettingsStaffQueries(kysely),
    actions,
    proposals,
    preview: { db: kysely, trading, market },
  });
}
