import { BULK_MOST_UIDS } from '@fairlot/contract';
import { LANGUAGES } from '@fairlot/i18n';
import { DayField, TextField } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { CheckGroup, LongField, SelectField } from '../../shared/forms/inputs.tsx';
import { useText } from '../../shared/language/language.ts';
import type { Selection } from './selection.ts';

export interface SelectionFieldsProps {
  readonly selection: Selection;
  readonly bad: ReadonlySet<string>;
  readonly onChange: (changed: Partial<Selection>) => void;
}

/** The conditions that all recipients of a message meet. */
export function SelectionFields({ selection, bad, onChange }: SelectionFieldsProps): ReactNode {
  const t = useText();
  const either = [
    { value: '', label: t('list.all') },
    { value: '1', label: t('form.yes') },
    { value: '0', label: t('form.no') },
  ];
  const error = (field: string): { readonly error?: string } => (bad.has(field) ? { error: t('bulk.wrong') } : {});
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={t('field.accounts')}
          value={selection.accounts}
          onChange={(accounts) => onChange({ accounts })}
          options={(['real', 'demo'] as const).map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <TextField
          label={t('field.area')}
          value={selection.countries}
          dir="ltr"
          autoComplete="off"
          hint={t('bulk.countriesHint')}
          onValue={(countries) => onChange({ countries })}
          {...error('countries')}
        />
        <SelectField
          label={t('bulk.verified')}
          value={selection.verified}
          onChange={(verified) => onChange({ verified })}
          options={either}
        />
        <SelectField
          label={t('field.open_positions')}
          value={selection.positions}
          onChange={(positions) => onChange({ positions })}
          options={either}
        />
        <DayField
          label={t('bulk.seenFrom')}
          value={selection.seenFrom}
          onValue={(seenFrom) => onChange({ seenFrom })}
        />
        <DayField label={t('bulk.seenTo')} value={selection.seenTo} onValue={(seenTo) => onChange({ seenTo })} />
      </div>
      <LongField
        label={t('field.uid')}
        value={selection.uids}
        rows={2}
        hint={t('bulk.uidsHint', { most: BULK_MOST_UIDS })}
        onChange={(uids) => onChange({ uids })}
        {...error('uids')}
      />
      <CheckGroup
        label={t('field.languages')}
        chosen={selection.languages}
        options={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(languages) => onChange({ languages })}
      />
    </>
  );
}
