import type { StaffOutput } from '@fairlot/client';
import type { ReactNode } from 'react';
import { JsonChange } from '../../shared/cells/JsonChange.tsx';
import { useText } from '../../shared/language/language.ts';
import { wordOf } from '../../shared/language/text.ts';

type Row = StaffOutput<'officeCatalogueFile'>['rows'][number];

/** The rows of a file that change something, or can't. */
export function FileRows({ rows }: { readonly rows: readonly Row[] }): ReactNode {
  if (rows.length === 0) return null;
  return (
    <ul className="divide-y divide-line rounded-control border border-line bg-surface text-14">
      {rows.map((row) => (
        <FileRow key={`${row.kind} ${row.line}`} row={row} />
      ))}
    </ul>
  );
}

function FileRow({ row }: { readonly row: Row }): ReactNode {
  const t = useText();
  const values = (side: 'from' | 'to'): string =>
    JSON.stringify(Object.fromEntries(row.changes.map((change) => [change.field, change[side] ?? ''])));
  return (
    <li className="px-3 py-2" data-testid="catalogue-row">
      <p className="flex flex-wrap items-center gap-x-2">
        <bdi className="font-medium">{row.name}</bdi>
        <span className="text-12 text-quiet">{t('catalogue.line', { line: row.line })}</span>
      </p>
      {row.state === 'refused' ? (
        <p className="text-critical">
          {wordOf(t, 'field', row.field ?? '')}: {row.reason === 'bad_request' ? t('form.bad') : row.message}
        </p>
      ) : (
        <JsonChange before={values('from')} after={values('to')} />
      )}
    </li>
  );
}
