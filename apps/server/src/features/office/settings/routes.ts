import { settingsCalls, siteSettings } from '@fairlot/contract';
import type { InputOfStaff, OutputOfStaff, SiteSettingKey, SiteSettingValues } from '@fairlot/contract';
import type { TradingRules } from '@fairlot/engine';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { Answer } from '../../../platform/answer.ts';
import { done, refuse } from '../../../platform/answer.ts';
import type { SiteSettings } from '../../../platform/site-settings.ts';
import type { StaffCalls } from '../../../platform/staff-calls.ts';
import { Turns } from '../../../platform/turns.ts';
import type { TradingHost } from '../../../trading/port.ts';

type Current = OutputOfStaff<typeof settingsCalls.siteSettings>;
/** Changes that may wait for their turn. */
const MOST_WAITING = 20;

type ChangeInput = InputOfStaff<typeof settingsCalls.changeSiteSettings>;

export interface SettingsDeps {
  readonly kysely: Kysely<Tables>;
  readonly settings: SiteSettings;
  readonly trading: TradingHost;
  readonly rulesOf: (values: SiteSettingValues) => TradingRules;
}

/** Reading and changing the site's settings. */
export function registerSiteSettings(calls: StaffCalls, { kysely, settings, trading, rulesOf }: SettingsDeps): void {
  calls.forStaff(settingsCalls.siteSettings, () => done(currentOf(settings)));

  const change = async (
    input: ChangeInput,
    by: { readonly id: number; readonly name: string },
  ): Promise<Answer<Current>> => {
    const values = Object.fromEntries(
      Object.entries(input.values).filter(([, value]) => value !== undefined),
    ) as Partial<SiteSettingValues>;
    const reset = input.reset.filter(isSetting);
    if (reset.length !== input.reset.length) return refuse('bad_request', { field: 'reset' });
    const preview = settings.preview(input.version, values, reset);
    if (!preview.ok || preview.next === undefined) return refused(preview);
    const told = await tellEngine(trading, rulesOf(preview.next));
    if (!told.ok) return told;
    const changed = await settings.change(input.version, values, reset, by);
    return changed.ok ? done(currentOf(settings)) : refused(changed);
  };
  // One change at a time: the engine is told before the settings are stored, and both must be of the same change.
  const turns = new Turns(1, MOST_WAITING);
  calls.forStaff(settingsCalls.changeSiteSettings, (input, { staff }) =>
    turns.run(() => change(input, { id: staff.staff, name: staff.name })),
  );
  registerHistory(calls, kysely);
}

function registerHistory(calls: StaffCalls, kysely: Kysely<Tables>): void {
  calls.forList(settingsCalls.settingChanges, async ({ key }, { offset, limit }) => {
    const found =
      key === undefined
        ? kysely.selectFrom('site_setting_changes')
        : kysely.selectFrom('site_setting_changes').where('key', '=', key);
    const rows = await found.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return done({
      list: rows.map((row) => ({
        id: Number(row.id),
        at: row.at.toISOString(),
        staff_id: row.staff_id === null ? null : Number(row.staff_id),
        staff_name: row.staff_name,
        key: row.key,
        before: row.before,
        after: row.after,
      })),
      total: Number(total),
    });
  });
}

function currentOf(settings: SiteSettings): Current {
  return { version: settings.version, values: settings.values(), overridden: [...settings.overridden()] };
}

function isSetting(key: string): key is SiteSettingKey {
  return key in siteSettings.shape;
}

function refused(change: ReturnType<SiteSettings['preview']>): Answer<never> {
  if (change.ok || change.problem === 'stale') return refuse('record_changed');
  return refuse('bad_request', { field: `values.${change.field}` });
}

/** Rules that the engine has already are not told again. If the process ends before they are stored, the next start tells it the stored ones. */
async function tellEngine(trading: TradingHost, rules: TradingRules): Promise<Answer<object>> {
  const known = trading.rules;
  const same =
    known !== undefined &&
    known.feeMode === rules.feeMode &&
    known.stopOutPercent === rules.stopOutPercent &&
    known.demoFunds === rules.demoFunds &&
    known.maxOrdersPerAccount === rules.maxOrdersPerAccount;
  if (same) return done({});
  const outcome = await trading.submit({ type: 'setRules', rules });
  return outcome.ok ? done({}) : refuse(outcome.reason, outcome.detail);
}
