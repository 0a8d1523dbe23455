import { type OutputOfStaff, settingsCalls } from '@fairlot/contract';
import { HOUR_MS } from '@fairlot/domain';
import { done } from '../../../http/answer.ts';
import type { SiteSettings } from '../../../platform/site-settings.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import type { Proposals } from '../../../staff/proposals/proposals.ts';
import type { SettingsActions } from './actions.ts';
import type { SettingsStaffQueries } from './queries.ts';
import { type StopOutPreviewDeps, previewStopOut } from './stop-out-preview.ts';

export interface SettingsStaffDeps {
  readonly settings: SiteSettings;
  readonly queries: SettingsStaffQueries;
  readonly actions: SettingsActions;
  readonly proposals: Proposals;
  readonly preview: StopOutPreviewDeps;
}

/** Staff calls about the site's settings. */
export function registerSettingsStaff(
  calls: StaffCalls,
  { settings, queries, actions, proposals, preview }: SettingsStaffDeps,
): void {
  calls.forStaff(settingsCalls.siteSettings, () => done(currentOf(settings)));

  calls.forStaff(settingsCalls.changeSiteSettings, async (input, { staff }) => {
    const changed = await actions.change(input, { id: staff.staff, name: staff.name });
    return changed.ok ? done({ ...currentOf(settings), proposal: changed.data }) : changed;
  });

  calls.forStaff(settingsCalls.previewStopOut, async ({ stop_out_ratio: level }) => {
    const needed = await proposals.areNeeded();
    return done({
      ...(await previewStopOut(preview, level)),
      needs_approval: needed,
      notice_hours: needed ? (await actions.noticeMs(level)) / HOUR_MS : 0,
    });
  });

  calls.forList(settingsCalls.settingChanges, async (filters, slice) => done(await queries.changes(filters, slice)));
}

function currentOf(settings: SiteSettings): OutputOfStaff<typeof settingsCalls.siteSettings> {
  return { version: settings.version, values: settings.values(), overridden: [...settings.overridden()] };
}
