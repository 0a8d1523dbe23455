import {
  type InputOfStaff,
  type SiteSettingKey,
  type SiteSettingValues,
  type settingsCalls,
  siteSettings,
} from '@fairlot/contract';
import type { TradingRules } from '@fairlot/engine';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import { ConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import type { SiteSettings } from '../../../platform/site-settings.ts';
import type { TradingHost } from '../../../trading/port.ts';

type ChangeInput = InputOfStaff<typeof settingsCalls.changeSiteSettings>;

/** Changes that may queue behind the one in progress. */
const MAX_WAITING = 20;

export interface SettingsActionsDeps {
  readonly settings: SiteSettings;
  readonly trading: TradingHost;
  readonly rulesOf: (values: SiteSettingValues) => TradingRules;
}

/** Changes the site's settings, one at a time, so that engine and database apply the same changes in the same order. */
export class SettingsActions {
  readonly #deps: SettingsActionsDeps;
  readonly #oneAtATime = new ConcurrencyLimit(1, MAX_WAITING);

  constructor(deps: SettingsActionsDeps) {
    this.#deps = deps;
  }

  /** Applies the rules in the engine first, then stores the settings. */
  change(input: ChangeInput, by: { readonly id: number; readonly name: string }): Promise<Answer<object>> {
    return this.#oneAtATime.run(() => this.#change(input, by));
  }

  async #change(input: ChangeInput, by: { readonly id: number; readonly name: string }): Promise<Answer<object>> {
    const { settings, trading, rulesOf } = this.#deps;
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
    return changed.ok ? done({}) : refused(changed);
  }
}

function isSetting(key: string): key is SiteSettingKey {
  return key in siteSettings.shape;
}

function refused(change: ReturnType<SiteSettings['preview']>): Answer<never> {
  if (change.ok || change.problem === 'stale') return refuse('record_changed');
  return refuse('bad_request', { field: `values.${change.field}` });
}

/**
 * Skips rules that the engine already has. If the process ends before the settings are stored, the next start sets the
 * stored rules again.
 */
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
  if (outcome.ok) return done({});
  // A shard may have accepted them before another one refused.
  if (known !== undefined) await trading.submit({ type: 'setRules', rules: known });
  return refuse(outcome.reason, outcome.detail);
}
