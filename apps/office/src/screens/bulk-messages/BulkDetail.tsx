import { formatCount } from '@fairlot/client';
import type { StaffInput, StaffOutput } from '@fairlot/client';
import { LANGUAGES } from '@fairlot/i18n';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Actions } from '../../lists/Actions.tsx';
import { REFRESH_MS, useRead } from '../../lists/list-calls.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import { State, When, Words } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { SelectField } from '../../shared/forms/inputs.tsx';
import { useListed } from '../../shared/language/listed.ts';
import { useText } from '../../shared/language/language.ts';
import { useSelf } from '../../shared/session/session.ts';
import { actionsOf } from './bulk-actions.ts';
import { CountNow } from './CountNow.tsx';

type Message = RowOf<'officeBulkMessages'>;
const SENDING_REFRESH_MS = 2_000;

/** A message with its progress, its selection, and its text as each language gets it. */
export function BulkDetail({ row }: { readonly row: Message }): ReactNode {
  const t = useText();
  const listed = useListed();
  const self = useSelf();
  const every = row.state === 'sending' ? SENDING_REFRESH_MS : REFRESH_MS;
  const { data } = useRead('officeBulkMessage', { id: row.id }, { every });
  const message = data ?? row;
  const ways = [...(row.byChat ? [t('menu.support')] : []), ...(row.byMail ? [t('kind.mail')] : [])];
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">{t('bulk.one', { id: row.id })}</h2>
      <Actions actions={actionsOf(t, self, message)} />
      {data?.state === 'waiting' ? <CountNow input={countInput(data)} /> : null}
      {message.state === 'waiting' || message.state === 'rejected' ? null : (
        <p data-testid="progress" className="text-14">
          {t('bulk.progress', {
            sent: formatCount(message.sent),
            all: formatCount(message.recipients),
            skipped: formatCount(message.skipped),
          })}
        </p>
      )}
      <Preview id={row.id} />
      <FigureList
        figures={[
          { label: t('field.state'), value: <State value={message.state} /> },
          { label: t('field.kind'), value: t(`bulk.${row.kind}`) },
          { label: t('field.way'), value: <bdi>{listed(ways)}</bdi> },
          { label: t('field.author'), value: <bdi>{row.author}</bdi> },
          { label: t('field.created_at'), value: <When at={row.createdAt} /> },
          { label: t('field.approver'), value: <bdi>{message.releaser ?? '–'}</bdi> },
          { label: t('bulk.releasedAt'), value: <When at={message.releasedAt} /> },
          { label: t('field.ended_at'), value: <When at={message.endedAt} /> },
        ]}
      />
      {data === undefined ? null : <SelectionList selection={data.selection} />}
    </div>
  );
}

/** The stored selection as the count takes it. */
function countInput({ selection, kind }: StaffOutput<'officeBulkMessage'>): StaffInput<'officeBulkCount'> {
  const { seenFrom, seenTo, ...same } = selection;
  return {
    ...same,
    ...(seenFrom !== undefined && { seen_from: seenFrom }),
    ...(seenTo !== undefined && { seen_to: seenTo }),
    kind,
  };
}

/** The mail in one language: the English text where that language has none. */
function Preview({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const [language, setLanguage] = useState('en');
  const { data } = useRead('officeBulkPreview', { id, language });
  return (
    <section aria-label={t('news.preview')} className="grid gap-3 rounded-surface border border-line p-3">
      <SelectField
        label={t('news.preview')}
        value={language}
        onChange={setLanguage}
        options={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
      />
      {data === undefined ? null : (
        <>
          <p dir="auto" className="text-16 font-semibold wrap-anywhere">
            {data.subject}
          </p>
          <p dir="auto" className="text-14 whitespace-pre-wrap wrap-anywhere">
            {data.text}
          </p>
        </>
      )}
    </section>
  );
}

interface SelectionListProps {
  readonly selection: {
    readonly accounts: 'real' | 'demo';
    readonly countries: string;
    readonly languages: string;
    readonly verified?: '0' | '1' | undefined;
    readonly positions?: '0' | '1' | undefined;
    readonly seenFrom?: string | undefined;
    readonly seenTo?: string | undefined;
    readonly uids: string;
  };
}

function SelectionList({ selection }: SelectionListProps): ReactNode {
  const t = useText();
  const either = (value: '0' | '1' | undefined): string =>
    value === undefined ? t('list.all') : t(value === '1' ? 'form.yes' : 'form.no');
  const all = (text: string): ReactNode => (text === '' ? t('list.all') : <Words>{text.replaceAll(',', ', ')}</Words>);
  const names = selection.languages.split(',').map((code) => LANGUAGES.find((each) => each.code === code)?.name ?? '');
  return (
    <FigureList
      figures={[
        { label: t('field.accounts'), value: t(`kind.${selection.accounts}`) },
        { label: t('field.area'), value: all(selection.countries) },
        { label: t('field.languages'), value: all(names.join(',')) },
        { label: t('bulk.verified'), value: either(selection.verified) },
        { label: t('field.open_positions'), value: either(selection.positions) },
        { label: t('bulk.seenFrom'), value: <When at={selection.seenFrom ?? null} /> },
        { label: t('bulk.seenBefore'), value: <When at={selection.seenTo ?? null} /> },
        { label: t('field.uid'), value: all(selection.uids) },
      ]}
    />
  );
}
