import { formatCount } from '@fairlot/client';
import type { StaffOutput } from '@fairlot/client';
import { Button, ErrorState, Skeleton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import { changedOnly } from '../../actions/changed-only.ts';
import { valuesOf } from '../../actions/fields.ts';
import type { Field } from '../../actions/fields.ts';
import { useRead } from '../../lists/list-calls.ts';
import { Figure } from '../../shared/cells.tsx';
import { FigureList } from '../../shared/FigureList.tsx';
import { OnOff } from '../../shared/OnOff.tsx';
import { problemText } from '../../shared/problem.ts';
import { mayCall } from '../../shared/rights.ts';
import { ScreenHead } from '../../shared/ScreenHead.tsx';
import { useSelf } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';
import { settingGroups } from './setting-groups.ts';
import type { SettingGroup } from './setting-groups.ts';

type Current = StaffOutput<'siteSettings'>;

/** What the operator may set while the server runs. */
export function SettingsScreen(): ReactNode {
  const t = useText();
  const { data, error, refetch } = useRead('siteSettings', {});
  return (
    <div className="h-full overflow-y-auto outline-none" tabIndex={-1}>
      <ScreenHead title={t('menu.settings')} />
      {data === undefined && error === null ? (
        <div className="p-4">
          <Skeleton shape="h-80 w-full" />
        </div>
      ) : null}
      {data === undefined && error !== null ? (
        <ErrorState
          title={t('error.title')}
          text={problemText(t, error)}
          retryLabel={t('error.retry')}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data === undefined ? null : (
        <div className="gutter grid items-start gap-4 pb-8 lg:grid-cols-2">
          {settingGroups(t).map((group) => (
            <Group key={group.name} group={group} current={data} />
          ))}
        </div>
      )}
    </div>
  );
}

function Group({ group, current }: { readonly group: SettingGroup; readonly current: Current }): ReactNode {
  const t = useText();
  const { roles } = useSelf();
  const values: Readonly<Record<string, unknown>> = current.values;
  const edit = (): void =>
    startAction<'changeSiteSettings'>({
      call: 'changeSiteSettings',
      title: t(`settings.${group.name}`),
      text: t('settings.editText'),
      fields: group.fields,
      initial: valuesOf(group.fields, values),
      confirmLabel: t('action.save'),
      input: (given) => ({ version: current.version, values: changedOnly(given, values) }),
    });
  const overridden = group.fields.map(({ name }) => name).filter((name) => current.overridden.includes(name));
  const reset = (): void =>
    startAction<'changeSiteSettings'>({
      call: 'changeSiteSettings',
      title: t('settings.reset'),
      text: t('settings.resetText'),
      confirmLabel: t('settings.reset'),
      critical: true,
      figures: group.fields
        .filter(({ name }) => overridden.includes(name))
        .map((field) => ({ label: t(`field.${field.name as 'site_title'}`), value: shown(field, values[field.name]) })),
      input: () => ({ version: current.version, values: {}, reset: overridden }),
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
            <Button kind="secondary" onClick={edit}>
              {t('action.edit')}
            </Button>
          </>
        ) : null}
      </div>
      <FigureList
        figures={group.fields.map((field) => ({
          label: t(`field.${field.name as 'site_title'}`),
          value:
            field.kind === 'choice'
              ? field.options.find(({ value }) => value === String(values[field.name]))?.label
              : shown(field, values[field.name]),
        }))}
      />
    </section>
  );
}

function shown(field: Field, value: unknown): ReactNode {
  if (typeof value === 'boolean') return <OnOff on={value} />;
  if (field.kind === 'decimal' || field.kind === 'whole') return <Figure>{formatCount(String(value))}</Figure>;
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return text === '' ? '–' : <bdi className="wrap-anywhere">{text}</bdi>;
}
