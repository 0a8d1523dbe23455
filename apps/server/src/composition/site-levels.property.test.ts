import type { SiteSettingValues } from '@fairlot/contract';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { ClientGroups, type ClientGroupsDeps } from '../features/groups/groups.ts';
import type { GroupRecord, GroupValues } from '../features/groups/record.ts';
import { GroupActions, type GroupActionsDeps } from '../features/groups/staff/actions.ts';
import { SettingsActions, type SettingsActionsDeps } from '../features/settings/staff/actions.ts';
import { done } from '../http/answer.ts';
import { ConcurrencyLimit } from '../platform/concurrency-limit.ts';
import { SETTING_DEFAULTS, SiteSettings } from '../platform/site-settings.ts';
import type { ProposalHandler } from '../staff/proposals/proposal-handler.ts';
import type { ProposalDraft, ProposalRow } from '../staff/proposals/proposal-store.ts';
import type { StoredTerms } from '../trading/stored-terms.ts';
import { levelsOfSite } from './groups.ts';
import { rulesOf } from './rules.ts';

const BY = { id: 1, name: 'Ada' };
const IDS = [3, 4] as const;

/** The tables of the settings, which store nothing but the number of the last change. */
class StoredSettings {
  #version = 0;

  query(text: string, values: readonly unknown[] = []): Promise<{ readonly rows: readonly object[] }> {
    if (text.startsWith('insert into site_setting_changes')) this.#version = Number(values[0]);
    return Promise.resolve({ rows: text.startsWith('select coalesce') ? [{ version: this.#version }] : [] });
  }

  connect(): Promise<object> {
    return Promise.resolve({ query: this.query.bind(this), release: () => undefined });
  }
}

const definitionOf = (id: number, marginCall: number | null, stopOut: number | null) => ({
  name: `Group ${id}`,
  note: '',
  stop_out_percent: stopOut,
  margin_call_percent: marginCall,
  rules: [],
});

const submit = async () => {
  await new Promise(setImmediate);
  return { ok: true };
};

/** The actions on settings and groups as the server composes them, without a database; trading takes a turn to answer. */
async function house(areTwoNeeded = false) {
  const settings = await SiteSettings.open(new StoredSettings() as unknown as Pool, SETTING_DEFAULTS);
  const drafts: ProposalDraft[] = [];
  const handlers = new Map<string, ProposalHandler>();
  const proposals = {
    register: (kind: string, handler: ProposalHandler) => handlers.set(kind, handler),
    areNeeded: () => Promise.resolve(areTwoNeeded),
    propose: (draft: ProposalDraft) => Promise.resolve(done(drafts.push(draft))),
  };
  const queries = {
    change: async (
      before: GroupRecord,
      values: GroupValues,
      _author: object,
      accept: (...of: object[]) => Promise<void>,
    ) => {
      const record = { ...before, ...values, version: before.version + 1 };
      await accept({}, record);
      return record;
    },
  };
  const listing = { instruments: [], categories: [] };
  const market = { listing, instruments: () => listing.instruments };
  const queue = new ConcurrencyLimit(1, 20);
  const stored: StoredTerms = {
    run: (work) => queue.run(work),
    during: (change) => change(),
    restore: () => Promise.resolve(),
  };
  const common = { queries, market, trading: { submit }, proposals, queue, stored };
  const groups = new ClientGroups(common as unknown as ClientGroupsDeps);
  for (const id of IDS) groups.keep({ id, version: 1, definition: definitionOf(id, null, null), spreads: {} });
  const levels = () => levelsOfSite(settings.values());
  const groupActions = new GroupActions({ ...common, groups, levels } as unknown as GroupActionsDeps);
  const settingsActions = new SettingsActions({
    ...common,
    settings,
    rulesOf,
    levelsProblem: (next: SiteSettingValues) => groups.levelsProblem(levelsOfSite(next)),
    hasRealPositions: () => Promise.resolve(false),
  } as unknown as SettingsActionsDeps);
  return {
    drafts,
    settings,
    groups,
    levels,
    site: (values: Partial<SiteSettingValues>, reset: readonly string[] = []) =>
      settingsActions.change({ version: settings.version, values, reset: [...reset] }, BY),
    group: (id: number, marginCall: number | null, stopOut: number | null) => {
      const version = groups.of(id)?.version ?? 0;
      return groupActions.change({ id, version }, definitionOf(id, marginCall, stopOut), 'agreed', BY);
    },
    /** Applies the oldest proposal of settings. */
    apply: () => {
      const draft = drafts.shift();
      const { before, after, baseVersion } = draft ?? { before: {}, after: {}, baseVersion: 0 };
      const texts = { before: JSON.stringify(before), after: JSON.stringify(after) };
      const row = { ...texts, base_version: baseVersion, author_id: 1n, author: 'Ada', approver: 'Bea' };
      return handlers.get('settings')?.apply(row as unknown as ProposalRow, () => Promise.resolve());
    },
  };
}

const REFUSED = { ok: false, reason: 'margin_call_too_low', detail: { group: 'Group 3' } };

describe('a change of the site’s levels', () => {
  it('is refused when a group of its own margin call would be stopped out before it', async () => {
    const { group, site, settings } = await house();
    expect(await group(3, 65, null)).toMatchObject({ ok: true });
    expect(await site({ stop_out_ratio: 70 })).toMatchObject(REFUSED);
    expect(settings.get('stop_out_ratio')).toBe(50);
    expect(await site({ stop_out_ratio: 64 })).toMatchObject({ ok: true });
  });

  it('is refused when a group of its own stop-out would be warned after it, also by a reset', async () => {
    const { group, site } = await house();
    expect(await site({ warning_ratio: 120 })).toMatchObject({ ok: true });
    expect(await group(3, null, 60)).toMatchObject({ ok: true });
    expect(await site({ warning_ratio: 55 })).toMatchObject(REFUSED);
    expect(await site({ warning_ratio: 61 })).toMatchObject({ ok: true });
    expect(await site({ warning_ratio: 120, stop_out_ratio: 80 })).toMatchObject({ ok: true });
    expect(await group(3, null, 90)).toMatchObject({ ok: true });
    expect(await group(4, 81, null)).toMatchObject({ ok: true });
    expect(await site({ warning_ratio: 85, stop_out_ratio: 40 })).toMatchObject(REFUSED);
    expect(await site({}, ['warning_ratio', 'stop_out_ratio'])).toMatchObject({ ok: true });
  });

  it('is refused when it is proposed, and when a group has changed until it is applied', async () => {
    const { group, site, apply, drafts, settings, groups } = await house(true);
    expect(await site({ stop_out_ratio: 70 })).toMatchObject({ ok: true, data: 1 });
    groups.keep({ id: 3, version: 2, definition: definitionOf(3, 65, null), spreads: {} });
    expect(await site({ stop_out_ratio: 66 })).toMatchObject(REFUSED);
    expect(drafts).toHaveLength(1);
    expect(await apply()).toMatchObject(REFUSED);
    expect(settings.get('stop_out_ratio')).toBe(50);
    expect(await group(3, null, null)).toMatchObject({ ok: true });
  });

  it('does not hold up other settings while a group has levels that contradict each other', async () => {
    const { groups, site } = await house();
    groups.keep({ id: 3, version: 1, definition: definitionOf(3, 40, null), spreads: {} });
    expect(await site({ site_title: 'Harbour', warning_ratio: 100 })).toMatchObject({ ok: true });
    expect(await site({ warning_ratio: 110 })).toMatchObject(REFUSED);
  });
});

const level = fc.constantFrom(45, 50, 55, 60, 65, 70, 100);
const own = fc.option(level, { freq: 3 });
const deed = fc.oneof(
  fc.record({ kind: fc.constant('site'), warning: own, stopOut: own, reset: fc.boolean() }),
  fc.record({ kind: fc.constant('group'), id: fc.constantFrom(...IDS), marginCall: own, stopOut: own }),
);

it('after all accepted changes, also at the same time, every group is warned before it is stopped out', async () => {
  const deeds = fc.array(fc.array(deed, { minLength: 1, maxLength: 3 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(deeds, async (rounds) => {
      const { site, group, groups, levels } = await house();
      for (const round of rounds) {
        await Promise.all(
          round.map((each) => {
            if ('id' in each) return group(each.id, each.marginCall, each.stopOut);
            const given = { warning_ratio: each.warning, stop_out_ratio: each.stopOut };
            const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
            return site(values, each.reset ? Object.keys(given).filter((key) => !(key in values)) : []);
          }),
        );
        for (const { warning, stopOut } of [levels(), ...IDS.map((id) => groups.levelsOf(id, levels()))])
          expect(warning).toBeGreaterThan(stopOut);
      }
    }),
    { numRuns: 300 },
  );
});
