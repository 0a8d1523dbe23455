import type { StaffInput } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import { valuesOf } from '../../actions/fields.ts';
import type { Field } from '../../actions/fields.ts';
import { Actions } from '../../lists/Actions.tsx';
import type { RowOf } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { Figure, Words } from '../../shared/cells.tsx';
import { FigureList } from '../../shared/FigureList.tsx';
import { OnOff } from '../../shared/OnOff.tsx';
import { mayCall } from '../../shared/rights.ts';
import { useSelf } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';

type Company = RowOf<'staffCompanies'>;
const TEXTS = ['name', 'url', 'subject', 'email', 'registered_address', 'location', 'logo', 'loss_url'] as const;

/** Companies that one may trade with. */
export function CompaniesScreen(): ReactNode {
  const t = useText();
  const { roles } = useSelf();
  const fields: readonly Field[] = [
    { kind: 'text', name: 'name' },
    { kind: 'text', name: 'url', hint: t('companies.https') },
    { kind: 'text', name: 'subject', label: 'main_company' },
    { kind: 'text', name: 'email' },
    { kind: 'text', name: 'registered_address' },
    { kind: 'text', name: 'location' },
    { kind: 'text', name: 'logo' },
    { kind: 'whole', name: 'status', label: 'company_status', hint: t('companies.statusHint') },
    { kind: 'text', name: 'loss_url', hint: t('companies.https') },
    { kind: 'switch', name: 'listed' },
  ];
  const save = (row: Company | undefined): void =>
    startAction<'companySave'>({
      call: 'companySave',
      title: row === undefined ? t('companies.add') : t('companies.edit'),
      fields,
      initial: valuesOf(fields, row ?? { status: 0, listed: true }),
      confirmLabel: t('action.save'),
      input: (given) =>
        ({ ...given, ...(row === undefined ? {} : { id: row.id, version: row.version }) }) as StaffInput<'companySave'>,
    });
  const actions = (row: Company): readonly RowAction[] =>
    mayCall(roles, 'companySave')
      ? [
          { key: 'e', label: t('action.edit'), kind: 'primary', run: () => save(row) },
          ...(row.own
            ? []
            : [
                {
                  key: 'd',
                  label: t('companies.remove'),
                  kind: 'critical' as const,
                  run: () =>
                    startAction<'companyRemove'>({
                      call: 'companyRemove',
                      title: t('companies.remove'),
                      figures: [{ label: t('field.name'), value: row.name }],
                      critical: true,
                      confirmLabel: t('companies.remove'),
                      input: () => ({ id: row.id, version: row.version }),
                    }),
                },
              ]),
        ]
      : [];
  return (
    <ListScreen
      title={t('menu.companies')}
      call="staffCompanies"
      idOf={(row) => row.id}
      empty={t('companies.empty')}
      actions={actions}
      tools={
        mayCall(roles, 'companySave') ? <Button onClick={() => save(undefined)}>{t('companies.add')}</Button> : null
      }
      columns={[
        { head: 'name', render: (row) => <Words>{row.own && row.name === '' ? t('companies.own') : row.name}</Words> },
        { head: 'url', render: (row) => <Words>{row.url}</Words> },
        { head: 'company_status', figure: true, render: (row) => <Figure>{row.status}</Figure> },
        { head: 'listed', render: (row) => <OnOff on={row.listed} /> },
      ]}
      renderDetail={(row) => (
        <div className="grid gap-4">
          <h2 className="me-12 text-16 font-semibold">
            <bdi>{row.own && row.name === '' ? t('companies.own') : row.name}</bdi>
          </h2>
          <Actions actions={actions(row)} />
          <FigureList
            figures={[
              ...TEXTS.map((name) => ({
                label: t(`field.${name === 'subject' ? 'main_company' : name}`),
                value: <Words>{row[name]}</Words>,
              })),
              { label: t('field.company_status'), value: <Figure>{row.status}</Figure> },
              { label: t('field.listed'), value: <OnOff on={row.listed} /> },
            ]}
          />
        </div>
      )}
    />
  );
}
