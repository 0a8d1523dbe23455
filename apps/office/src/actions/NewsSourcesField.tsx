import { NEWS_SOURCES_MAX, NEWS_SOURCE_KINDS } from '@fairlot/contract';
import { Button, TextField } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { SelectField } from '../shared/forms/inputs.tsx';
import { useText } from '../shared/language/language.ts';
import { EMPTY_ROW, rowOf, rowText } from './news-rows.ts';
import type { NewsRow } from './news-rows.ts';

export interface NewsSourcesFieldProps {
  readonly label: string;
  readonly hint: ReactNode;
  readonly error: string | undefined;
  readonly rows: readonly string[];
  readonly onChange: (rows: readonly string[]) => void;
}

/** The sources of market news: a group of fields for each, and a button that adds one. */
export function NewsSourcesField({ label, hint, error, rows, onChange }: NewsSourcesFieldProps): ReactNode {
  const t = useText();
  const change = (at: number, row: NewsRow): void =>
    onChange(rows.map((each, index) => (index === at ? rowText(row) : each)));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-12 text-quiet">{label}</legend>
      <p className="text-12 text-quiet">{hint}</p>
      {rows.map((text, at) => (
        <Row
          // Only the position distinguishes new sources.
          key={`source-${String(at)}`}
          row={rowOf(text)}
          onChange={(row) => change(at, row)}
          onRemove={() => onChange(rows.filter((_, index) => index !== at))}
        />
      ))}
      {error === undefined ? null : (
        <p role="alert" className="text-12 text-critical">
          {error}
        </p>
      )}
      {rows.length < NEWS_SOURCES_MAX ? (
        <Button kind="secondary" onClick={() => onChange([...rows, rowText(EMPTY_ROW)])}>
          {t('settings.newsAdd')}
        </Button>
      ) : null}
    </fieldset>
  );
}

function Row({
  row,
  onChange,
  onRemove,
}: {
  readonly row: NewsRow;
  readonly onChange: (row: NewsRow) => void;
  readonly onRemove: () => void;
}): ReactNode {
  const t = useText();
  return (
    <fieldset aria-label={row.name} className="grid gap-2 rounded-control border border-line p-3 sm:grid-cols-2">
      <TextField
        label={t('field.name')}
        value={row.name}
        maxLength={40}
        onValue={(name) => onChange({ ...row, name })}
      />
      <SelectField
        label={t('field.kind')}
        value={row.kind}
        options={NEWS_SOURCE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(kind) => onChange({ ...row, kind: NEWS_SOURCE_KINDS.find((each) => each === kind) ?? row.kind })}
      />
      <div className="sm:col-span-2">
        <TextField
          label={t('settings.newsAddress')}
          value={row.url}
          dir="ltr"
          inputMode="url"
          maxLength={500}
          onValue={(url) => onChange({ ...row, url })}
        />
      </div>
      <div className="sm:col-span-2">
        <TextField
          label={t('settings.newsScope')}
          hint={t('settings.newsScopeHint')}
          value={row.scope}
          dir="ltr"
          onValue={(scope) => onChange({ ...row, scope })}
        />
      </div>
      <div className="sm:col-span-2">
        <Button kind="plain" onClick={onRemove}>
          {t('form.remove', { name: row.name === '' ? t(`kind.${row.kind}`) : row.name })}
        </Button>
      </div>
    </fieldset>
  );
}
