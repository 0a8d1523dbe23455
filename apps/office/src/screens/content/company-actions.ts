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
  const fields = companyFields(t);
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

function companyFields(t: Text): readonly Field[] {
  return [
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
}
