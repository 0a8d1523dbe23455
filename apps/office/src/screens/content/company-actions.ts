import type { StaffInput } from '@fairlot/client';
import { startAction } from '../../actions/action.ts';
import type { Action } from '../../actions/action.ts';
import { valuesOf } from '../../actions/fields.ts';
import type { Field } from '../../actions/fields.ts';
import { rowAgain } from '../../lists/list-calls.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import type { Text } from '../../shared/language/text.ts';

export type Company = RowOf<'staffCompanies'>;

/** The actions on a company. The operator's own company cannot be removed. */
export function companyActions(t: Text, row: Company): readonly RowAction[] {
  const edit: RowAction = { key: 'e', label: t('action.edit'), kind: 'primary', run: () => saveCompany(t, row) };
  const remove: RowAction = {
    key: 'd',
    label: t('companies.remove'),
    kind: 'critical',
    run: () =>
      startAction<'companyRemove'>({
        call: 'companyRemove',
        title: t('companies.remove'),
        figures: [{ label: t('field.name'), value: row.name }],
        critical: true,
        confirmLabel: t('companies.remove'),
        input: () => ({ id: row.id, version: row.version }),
      }),
  };
  return row.own ? [edit] : [edit, remove];
}

/** Edits a company; adds one if `row` is undefined. */
export function saveCompany(t: Text, row: Company | undefined): void {
  startAction(companyAction(t, row));
}

function companyAction(t: Text, row: Company | undefined): Action<'companySave'> {
  const fields = companyFields(t, row);
  return {
    call: 'companySave',
    title: row === undefined ? t('companies.add') : t('companies.edit'),
    fields,
    initial: valuesOf(fields, row ?? { status: 0, listed: true }),
    confirmLabel: t('action.save'),
    input: (given) =>
      ({ ...given, ...(row === undefined ? {} : { id: row.id, version: row.version }) }) as StaffInput<'companySave'>,
    renewed: async () => {
      const now = row === undefined ? undefined : await rowAgain('staffCompanies', ({ id }) => id === row.id);
      return now === undefined ? undefined : companyAction(t, now);
    },
  };
}

/** The words of a company's status: 0 takes customers, any other number redirects visitors. */
export function companyStatus(t: Text, status: number): string {
  return t(status === 0 ? 'companies.takes' : 'companies.redirects');
}

function companyFields(t: Text, row: Company | undefined): readonly Field[] {
  const others = row === undefined || row.status === 0 ? 1 : row.status;
  const statuses = [0, others].map((status) => ({ value: String(status), label: companyStatus(t, status) }));
  return [
    { kind: 'text', name: 'name' },
    { kind: 'text', name: 'url', wide: true, hint: t('companies.https') },
    { kind: 'text', name: 'subject', label: 'main_company' },
    { kind: 'text', name: 'email' },
    { kind: 'text', name: 'registered_address', wide: true },
    { kind: 'text', name: 'location', wide: true },
    { kind: 'text', name: 'logo', wide: true },
    { kind: 'choice', name: 'status', label: 'company_status', options: statuses, numeric: true },
    { kind: 'text', name: 'loss_url', wide: true, hint: t('companies.https') },
    { kind: 'switch', name: 'listed' },
  ];
}
