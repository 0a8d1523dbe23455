import { BULK_SUBJECT_MAX, BULK_TEXT_MAX } from '@fairlot/contract';
import { LANGUAGES } from '@fairlot/i18n';
import { Button, TextField } from '@fairlot/ui';
import { useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { startAction } from '../../actions/action.ts';
import { LeaveQuestion } from '../../shared/drafts/LeaveQuestion.tsx';
import { CheckGroup, LongField, SelectField } from '../../shared/forms/inputs.tsx';
import { useText } from '../../shared/language/language.ts';
import { languageName } from '../../shared/language/language-name.ts';
import { CountNow } from './CountNow.tsx';
import { EVERYBODY, badSelection, selectionInput } from './selection.ts';
import type { Selection } from './selection.ts';
import { SelectionFields } from './SelectionFields.tsx';

type Kind = 'service' | 'marketing';
type Texts = Readonly<Record<string, { readonly subject: string; readonly text: string }>>;
const NO_TEXT = { subject: '', text: '' };

/** Writes a message to a selection of clients, which a second person releases. */
export function BulkForm(): ReactNode {
  const t = useText();
  const go = useNavigate();
  const [selection, setSelection] = useState(EVERYBODY);
  const [kind, setKind] = useState<Kind>('service');
  const [ways, setWays] = useState<readonly string[]>(['chat']);
  const [texts, setTexts] = useState<Texts>({});
  const bad = badSelection(selection);
  const written = Object.entries(texts).filter(([, { subject, text }]) => subject.trim() !== '' || text.trim() !== '');
  const isWhole =
    bad.size === 0 &&
    ways.length > 0 &&
    written.some(([language]) => language === 'en') &&
    written.every(([, { subject, text }]) => subject.trim().length > 2 && text.trim().length > 2);
  const discard = (): void => setTexts({});
  const ask = (): void =>
    startAction<'officeProposeBulk'>({
      call: 'officeProposeBulk',
      title: t('bulk.propose'),
      text: t('bulk.proposeText'),
      confirmLabel: t('bulk.propose'),
      figures: [
        { label: t('field.kind'), value: t(`bulk.${kind}`) },
        { label: t('field.languages'), value: written.map(([language]) => languageName(language)).join(', ') },
        { label: t('field.subject_line'), value: texts['en']?.subject ?? '' },
      ],
      input: () => ({
        selection: selectionInput(selection),
        kind,
        by_chat: ways.includes('chat'),
        by_mail: ways.includes('mail'),
        texts: written.map(([language, text]) => ({ language, ...text })),
      }),
      onDone: ({ id }) => {
        discard();
        void go(`/bulkMessages?id=${id}`);
      },
    });
  return (
    <div className="gutter grid max-w-3xl gap-4 pt-2 pb-6">
      <SelectionFields
        selection={selection}
        bad={bad}
        onChange={(changed) => setSelection({ ...selection, ...changed })}
      />
      <Count selection={selection} kind={kind} />
      <KindFields kind={kind} ways={ways} onKind={setKind} onWays={setWays} />
      <TextFields texts={texts} onChange={setTexts} />
      <div>
        <Button disabled={!isWhole} onClick={ask}>
          {t('bulk.propose')}
        </Button>
      </div>
      <LeaveQuestion dirty={written.length > 0} onDiscard={discard} />
    </div>
  );
}

interface KindFieldsProps {
  readonly kind: Kind;
  readonly ways: readonly string[];
  readonly onKind: (kind: Kind) => void;
  readonly onWays: (ways: readonly string[]) => void;
}

/** The kind of message, and the ways that it takes. */
function KindFields({ kind, ways, onKind, onWays }: KindFieldsProps): ReactNode {
  const t = useText();
  return (
    <>
      <SelectField
        label={t('field.kind')}
        value={kind}
        hint={t(kind === 'service' ? 'bulk.serviceText' : 'bulk.marketingText')}
        onChange={(value) => onKind(value === 'marketing' ? 'marketing' : 'service')}
        options={(['service', 'marketing'] as const).map((value) => ({ value, label: t(`bulk.${value}`) }))}
      />
      <CheckGroup
        label={t('field.way')}
        chosen={ways}
        options={[
          { value: 'chat', label: t('menu.support') },
          { value: 'mail', label: t('kind.mail') },
        ]}
        onChange={onWays}
      />
    </>
  );
}

interface CountProps {
  readonly selection: Selection;
  readonly kind: Kind;
}

/** The number of clients of the selection. While somebody types, that of the last whole one stays in view. */
function Count({ selection, kind }: CountProps): ReactNode {
  const settled = useDeferredValue(selection);
  return <CountNow input={{ ...selectionInput(settled), kind }} enabled={badSelection(settled).size === 0} />;
}

interface TextFieldsProps {
  readonly texts: Texts;
  readonly onChange: (texts: Texts) => void;
}

/** Subject and text in one language at a time, with the preview as clients see it. */
function TextFields({ texts, onChange }: TextFieldsProps): ReactNode {
  const t = useText();
  const [language, setLanguage] = useState('en');
  const current = texts[language] ?? NO_TEXT;
  const change = (changed: Partial<typeof NO_TEXT>): void =>
    onChange({ ...texts, [language]: { ...current, ...changed } });
  return (
    <>
      <SelectField
        label={t('field.language')}
        value={language}
        hint={t('bulk.english')}
        onChange={setLanguage}
        options={LANGUAGES.map(({ code, name }) => ({
          value: code,
          label: (texts[code]?.text ?? '') === '' ? name : `${name} ✓`,
        }))}
      />
      <TextField
        label={t('field.subject_line')}
        value={current.subject}
        maxLength={BULK_SUBJECT_MAX}
        dir="auto"
        autoComplete="off"
        onValue={(subject) => change({ subject })}
      />
      <LongField
        label={t('field.text')}
        value={current.text}
        rows={8}
        onChange={(text) => change({ text: text.slice(0, BULK_TEXT_MAX) })}
      />
    </>
  );
}
