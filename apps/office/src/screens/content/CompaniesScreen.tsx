import { camelKey } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Actions } from '../../lists/Actions.tsx';
import type { RowAction } from '../../lists/list-types.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { Words } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { OnOff } from '../../shared/cells/OnOff.tsx';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { companyActions, companyStatus, saveCompany } from './company-actions.ts';
import type { Company } from './company-actions.ts';

const TEXTS = ['name', 'url', 'subject', 'email', 'registered_address', 'location', 'logo', 'loss_url'] as const;

/** Companies that users can choose to trade with. */
export function CompaniesScreen(): ReactNode {
  const t = useText();
  const allowed = mayCall(useSelf().roles, 'companySave');
  const actions = (row: Company): readonly RowAction[] => (allowed ? companyActions(t, row) : []);
  return (
    <ListScreen
      title={t('menu.companies')}
      call="staffCompanies"
      idOf={(row) => row.id}
      empty={t('companies.empty')}
      actions={actions}
      tools={allowed ? <Button onClick={() => saveCompany(t, undefined)}>{t('companies.add')}</Button> : null}
      columns={[
        { head: 'name', render: (row) => <Words>{nameOf(t, row)}</Words> },
        { head: 'url', render: (row) => <Words>{row.url}</Words> },
        { head: 'company_status', render: (row) => companyStatus(t, row.status) },
        { head: 'listed', render: (row) => <OnOff on={row.listed} /> },
      ]}
      renderDetail={(row) => <Detail row={row} actions={actions(row)} />}
    />
  );
}

/** The name of a company. The operator's own company has none until the operator sets it. */
function nameOf(t: Text, row: Company): string {
  return row.own && row.name === '' ? t('companies.own') : row.name;
}

function Detail({ row, actions }: { readonly row: Company; readonly actions: readonly RowAction[] }): ReactNode {
  const t = useText();
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">
        <bdi>{nameOf(t, row)}</bdi>
      </h2>
      <Actions actions={actions} />
      <FigureList
        figures={[
          ...TEXTS.map((name) => ({
            label: t(`field.${name === 'subject' ? 'main_company' : name}`),
            value: <Words>{row[camelKey(name)]}</Words>,
          })),
          { label: t('field.company_status'), value: companyStatus(t, row.status) },
          { label: t('field.listed'), value: <OnOff on={row.listed} /> },
        ]}
      />
    </div>
  );
}
