import { SETTING_CHANGE_KINDS } from '@fairlot/contract';
import type { ReactNode } from 'react';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { RecordChange } from '../../lists/RecordChange.tsx';
import { When } from '../../shared/cells/cells.tsx';
import { useText } from '../../shared/language/language.ts';
import { wordOf } from '../../shared/language/text.ts';

type ChangeKind = (typeof SETTING_CHANGE_KINDS)[number];

/** The history of settings, terms and roles. */
export function ChangesScreen(): ReactNode {
  const t = useText();
  const kinds: Readonly<Record<ChangeKind, string>> = {
    setting: t('menu.settings'),
    instrument: t('menu.instruments'),
    network: t('terms.networks'),
    receiving_account: t('terms.accounts'),
    draw_currency: t('terms.currencies'),
    collect_coin: t('terms.coins'),
    staff_roles: t('field.roles'),
    mail_text: t('menu.mailTexts'),
    exposure_limit: t('menu.exposure'),
    calendar: t('menu.calendars'),
  };
  return (
    <ListScreen
      title={t('menu.changes')}
      call="settingChanges"
      idOf={(row) => `${row.kind} ${row.id}`}
      empty={t('settings.noChanges')}
      filters={[
        {
          kind: 'choice',
          name: 'kind',
          label: 'kind',
          options: SETTING_CHANGE_KINDS.map((value) => ({ value, label: kinds[value] })),
        },
        { kind: 'text', name: 'key', label: 'key' },
      ]}
      columns={[
        { head: 'at', render: (row) => <When at={row.at} /> },
        { head: 'staff_name', render: (row) => <bdi>{row.staffName}</bdi> },
        {
          head: 'key',
          render: (row) =>
            row.kind === 'setting' ? (
              <>
                {wordOf(t, 'field', row.key)}
                <span className="block text-12 text-quiet">
                  <code className="figure">{row.key}</code>
                </span>
              </>
            ) : (
              <>
                <bdi>{row.key}</bdi>
                <span className="block text-12 text-quiet">{kinds[row.kind as ChangeKind] ?? row.kind}</span>
              </>
            ),
        },
        { head: 'change', render: (row) => <RecordChange before={row.before} after={row.after} /> },
      ]}
    />
  );
}
