import { camelKey, formatCount, stopOutLevelOf } from '@fairlot/client';
import type { StaffOutput } from '@fairlot/client';
import { GUARDED_SETTINGS } from '@fairlot/contract';
import type { LanguageCode } from '@fairlot/i18n';
import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import type { Action } from '../../actions/action.ts';
import { StopOutEffect } from '../../actions/StopOutEffect.tsx';
import { changedOnly } from '../../actions/changed-only.ts';
import { valueOf, valuesOf } from '../../actions/fields.ts';
import type { Field } from '../../actions/fields.ts';
import { useRead } from '../../lists/list-calls.ts';
import { Figure } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { OnOff } from '../../shared/cells/OnOff.tsx';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { office } from '../../shared/services/office.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { ScreenHead } from '../../shared/layout/ScreenHead.tsx';
import { useSelf } from '../../shared/session/session.ts';
import { useLanguage, useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { wordsOf } from '../../actions/words-of.ts';
import { waitingText } from '../../actions/waiting-text.ts';
import { settingGroups } from './setting-groups.ts';
import type { SettingGroup } from './setting-groups.ts';

type Current = StaffOutput<'siteSettings'>;

/** Settings that the operator can change while the server runs. */
export function SettingsScreen(): ReactNode {
  const t = useText();
  const query = useRead('siteSettings', {});
  return (
    <div className="h-full overflow-y-auto outline-none" tabIndex={-1}>
      <ScreenHead title={t('menu.settings')} />
      <Loaded query={query}>
        {(current) => (
          <div className="gutter grid items-start gap-4 pb-8 lg:grid-cols-2">
            {settingGroups(t).map((group) => (
              <Group key={group.name} group={group} current={current} />
            ))}
          </div>
        )}
      </Loaded>
    </div>
  );
}

/** The edit of a group of settings. */
function editAction(t: Text, group: SettingGroup, current: Current): Action<'changeSiteSettings'> {
  const values: Readonly<Record<string, unknown>> = current.values;
  return {
    call: 'changeSiteSettings',
    title: t(`settings.${group.name}`),
    text: editText(t, group),
    fields: group.fields,
    initial: valuesOf(group.fields, values),
    confirmLabel: t('action.save'),
    input: (given) => ({ version: current.version, values: changedOnly(given, values) }),
    effect: showEffect,
    doneText: (output) => waitingText(t, t(`settings.${group.name}`), output),
    renewed: async () => editAction(t, group, await office.call('siteSettings', {})),
  };
}

function Group({ group, current }: { readonly group: SettingGroup; readonly current: Current }): ReactNode {
  const t = useText();
  const language = useLanguage();
  const { roles } = useSelf();
  const values: Readonly<Record<string, unknown>> = current.values;
  const overridden = group.fields.map(({ name }) => name).filter((name) => current.overridden.includes(name));
  const reset = (): void =>
    startAction<'changeSiteSettings'>({
      call: 'changeSiteSettings',
      title: t('settings.reset'),
      text: `${t('settings.resetText')} ${guardText(t, overridden)}`.trim(),
      confirmLabel: t('settings.reset'),
      critical: true,
      figures: group.fields
        .filter(({ name }) => overridden.includes(name))
        .map((field) => ({
          label: t(`field.${field.name as 'site_title'}`),
          value: shown(t, language, field, values[camelKey(field.name)]),
        })),
      input: () => ({ version: current.version, values: {}, reset: overridden }),
      doneText: (output) => waitingText(t, t('settings.reset'), output),
    });
  return (
    <section className="rounded-surface border border-line bg-surface p-4">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 className="flex-1 text-16 font-semibold">{t(`settings.${group.name}`)}</h2>
        {mayCall(roles, 'changeSiteSettings') ? (
          <>
            {overridden.length === 0 ? null : (
              <Button kind="plain" onClick={reset}>
                {t('settings.reset')}
              </Button>
            )}
            <Button kind="secondary" onClick={() => startAction(editAction(t, group, current))}>
              {t('action.edit')}
            </Button>
          </>
        ) : null}
      </div>
      <FigureList
        figures={group.fields.map((field) => ({
          label: t(`field.${field.name as 'site_title'}`),
          note: field.hint,
          value: shown(t, language, field, values[camelKey(field.name)]),
        }))}
      />
    </section>
  );
}

/** The preview of a change that sets a stop-out level. */
function showEffect({ values }: { readonly values: unknown }): ReactNode {
  const level = stopOutLevelOf(values);
  return level === undefined ? null : <StopOutEffect level={level} />;
}

/** When a change of the group takes effect. */
function editText(t: Text, { fields }: SettingGroup): string {
  const guard = guardText(
    t,
    fields.map(({ name }) => name),
  );
  const isWhole = fields.every(({ name }) => isGuarded(name));
  return isWhole ? guard : `${t('settings.editText')} ${guard}`.trim();
}

/** The settings among the given ones that need a second person, in a sentence; empty without any. */
function guardText(t: Text, names: readonly string[]): string {
  const guarded = names.filter(isGuarded).map((name) => t(`field.${name as 'site_title'}`));
  return guarded.length === 0 ? '' : t('proposals.settingsRule', { fields: guarded.join(' · ') });
}

function isGuarded(name: string): boolean {
  return GUARDED_SETTINGS.some((guarded) => guarded === name);
}

function shown(t: Text, language: LanguageCode, field: Field, value: unknown): ReactNode {
  if (typeof value === 'boolean') return <OnOff on={value} />;
  if (field.kind === 'decimal' || field.kind === 'whole') return <Figure>{formatCount(String(value))}</Figure>;
  if (field.kind === 'newsSources')
    return <bdi className="wrap-anywhere">{wordsOf(t, language, field, valueOf(field, value))}</bdi>;
  const text = wordsOf(t, language, field, Array.isArray(value) ? value.map(String) : String(value));
  return <bdi className="wrap-anywhere">{text}</bdi>;
}
