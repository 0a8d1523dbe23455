import { type OutputOfStaff, settingsCalls } from '@fairlot/contract';
import { done } from '../../../http/answer.ts';
import type { SiteSettings } from '../../../platform/site-settings.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import type { SettingsActions } from './actions.ts';
import type { SettingsStaffQueries } from './queries.ts';

export interface SettingsStaffDeps {
  readonly settings: SiteSettings;
  readonly queries: SettingsStaffQueries;
  readonly actions: SettingsActions;
}

/** Staff calls about the site's settings. */
export function registerSettingsStaff(calls: StaffCalls, { settings, queries, actions }: SettingsStaffDeps): void {
  calls.forStaff(settingsCalls.siteSettings, () => done(currentOf(settings)));

  calls.forStaff(settingsCalls.changeSiteSettings, async (input, { staff }) => {
    const changed = await actions.change(input, { id: staff.staff, name: staff.name });
    return changed.ok ? done(currentOf(settings)) : changed;
  });

  calls.forList(settingsCalls.settingChanges, async ({ key }, slice) => done(await queries.changes(key, slice)));
}

function currentOf(settings: SiteSettings): OutputOfStaff<typeof settingsCalls.siteSettings> {
  return { version: settings.version, values: settings.values(), overridden: [...settings.overridden()] };
}
