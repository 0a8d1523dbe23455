import { isDeepStrictEqual } from 'node:util';
import {
  GUARDED_SETTINGS,
  type InputOfStaff,
  type SiteSettingKey,
  type SiteSettingValues,
  type settingsCalls,
  siteSettings,
} from '@fairlot/contract';
import type { TradingRules } from '@fairlot/engine';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import { isSameJson } from '../../../platform/same-json.ts';
import type { SiteSettings } from '../../../platform/site-settings.ts';
import { namesOf } from '../../../staff/record-changes.ts';
import type { ProposalHandler } from '../../../staff/proposals/proposal-handler.ts';
import type { ProposalDraft } from '../../../staff/proposals/proposal-store.ts';
import { NOTICE_MS, type Proposals } from '../../../staff/proposals/proposals.ts';
import type { TradingHost } from '../../../trading/port.ts';
import type { StoredTerms } from '../../../trading/stored-terms.ts';
import { type SettingsProposal, readSettingsProposal } from '../proposal.ts';

type ChangeInput = InputOfStaff<typeof settingsCalls.changeSiteSettings>;
type Author = { readonly id: number; readonly name: string };

const LEVELS = ['warning_ratio', 'stop_out_ratio'] as const;

export interface SettingsActionsDeps {
  readonly settings: SiteSettings;
  readonly trading: Pick<TradingHost, 'submit'>;
  readonly rulesOf: (values: SiteSettingValues) => TradingRules;
  readonly proposals: Proposals;
  /** True while a real account has an open position. */
  readonly hasRealPositions: () => Promise<boolean>;
  /** The name of a group that would be warned too late, because one of its levels is its own and the other the site's. */
  readonly levelsProblem: (next: SiteSettingValues) => string | undefined;
  /** One queue for settings and groups: the levels of a group follow from its own and the site's. */
  readonly stored: StoredTerms;
}

/**
 * Changes the site's settings, one at a time, so that engine and database apply the same changes in the same order.
 * While there are real accounts, a change of guarded settings waits for a second person.
 */
export class SettingsActions {
  readonly #deps: SettingsActionsDeps;

  constructor(deps: SettingsActionsDeps) {
    this.#deps = deps;
    deps.proposals.register('settings', this.#handler());
  }

  /** Applies a change or proposes it. Returns the number of the proposal, or null when the change is done. */
  async change(input: ChangeInput, by: Author): Promise<Answer<number | null>> {
    const changed = await this.#deps.stored.run(() => this.#change(input, by));
    // Outside of the queue, which a proposal waits for while it is applied.
    if (!changed.ok) return changed;
    return changed.data === null ? done(null) : this.#deps.proposals.propose(changed.data);
  }

  /** Milliseconds between approval and effect of a stop-out level. */
  async noticeMs(stopOutRatio: number): Promise<number> {
    const { settings, hasRealPositions } = this.#deps;
    return stopOutRatio > settings.get('stop_out_ratio') && (await hasRealPositions()) ? NOTICE_MS : 0;
  }

  /** Applies a change, or returns its proposal. */
  async #change(input: ChangeInput, by: Author): Promise<Answer<ProposalDraft | null>> {
    const { settings, proposals } = this.#deps;
    const values = Object.fromEntries(
      Object.entries(input.values).filter(([, value]) => value !== undefined),
    ) as Partial<SiteSettingValues>;
    const reset = input.reset.filter(isSetting);
    if (reset.length !== input.reset.length) return refuse('bad_request', { field: 'reset' });
    const preview = this.#preview(input.version, values, reset);
    if (!preview.ok) return preview;
    const keys = settings.changedKeys(values, reset);
    const isGuarded = keys.some((key) => GUARDED_SETTINGS.includes(key));
    if (!isGuarded || !(await proposals.areNeeded())) return this.#apply(values, reset, by);
    const next = preview.data;
    return done({
      kind: 'settings',
      subject: null,
      before: Object.fromEntries(keys.map((key) => [key, settings.get(key)])),
      after: Object.fromEntries(keys.map((key) => [key, next[key]])),
      baseVersion: settings.versionOf(keys),
      author: by.id,
    });
  }

  /** The settings after a change. Refuses levels at which a group would be stopped out before it is warned. */
  #preview(
    version: number,
    values: Partial<SiteSettingValues>,
    reset: readonly SiteSettingKey[],
  ): Answer<SiteSettingValues> {
    const { settings, levelsProblem } = this.#deps;
    const preview = settings.preview(version, values, reset);
    if (!preview.ok || preview.next === undefined) return refused(preview);
    const { next } = preview;
    // Defaults of the environment may contradict a group: other settings can still be changed.
    const group = LEVELS.some((key) => next[key] !== settings.get(key)) ? levelsProblem(next) : undefined;
    return group === undefined ? done(next) : refuse('margin_call_too_low', { group });
  }

  /**
   * Applies the rules in the engine first, then stores the settings. What fails between the two, or after them, is
   * brought back to the stored rules; by the next start if the process ends.
   */
  #apply(values: Partial<SiteSettingValues>, reset: readonly SiteSettingKey[], by: Author): Promise<Answer<null>> {
    const { settings, stored } = this.#deps;
    return stored.during(async () => {
      const { version } = settings;
      // A group may have changed since the proposal.
      const preview = this.#preview(version, values, reset);
      if (!preview.ok) return preview;
      const told = await this.#tell(preview.data);
      if (!told.ok) return told;
      const changed = await settings.change(version, values, reset, by);
      if (changed.ok) return done(null);
      await stored.restore();
      return refused(changed);
    });
  }

  /** Tells all shards the rules of settings, unless they are those in force. */
  async #tell(next: SiteSettingValues): Promise<Answer<object>> {
    const { settings, trading, rulesOf, stored } = this.#deps;
    const rules = rulesOf(next);
    if (isDeepStrictEqual(rules, rulesOf(settings.values()))) return done({});
    const outcome = await trading.submit({ type: 'setRules', rules });
    if (outcome.ok) return done({});
    // A shard may have accepted them before another one refused.
    await stored.restore();
    return refuse(outcome.reason, outcome.detail);
  }

  #handler(): ProposalHandler {
    const { settings } = this.#deps;
    const isCurrent = ({ after, baseVersion }: SettingsProposal): boolean =>
      settings.versionOf(Object.keys(after) as SiteSettingKey[]) === baseVersion;
    return {
      isCurrent: (row) => Promise.resolve(isCurrent(readSettingsProposal(row))),
      noticeMs: async (row) => {
        const { stop_out_ratio: level } = readSettingsProposal(row).after;
        return level === undefined ? 0 : this.noticeMs(level);
      },
      apply: (row) =>
        this.#deps.stored.run(async () => {
          const proposal = readSettingsProposal(row);
          if (isApplied(settings, proposal)) return done(null);
          if (!isCurrent(proposal)) return refuse('record_changed');
          const { values, reset } = settings.split(proposal.after);
          return this.#apply(values, reset, { id: Number(row.author_id), name: namesOf(row) });
        }),
    };
  }
}

/** True when a crash happened after the change and before its outcome was stored. */
function isApplied(settings: SiteSettings, { after }: SettingsProposal): boolean {
  return (Object.keys(after) as SiteSettingKey[]).every((key) => isSameJson(settings.get(key), after[key]));
}

function isSetting(key: string): key is SiteSettingKey {
  return key in siteSettings.shape;
}

function refused(change: ReturnType<SiteSettings['preview']>): Answer<never> {
  if (change.ok || change.problem === 'stale') return refuse('record_changed');
  return refuse('bad_request', { field: `values.${change.field}` });
}
