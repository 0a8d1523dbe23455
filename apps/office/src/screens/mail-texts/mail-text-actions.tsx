import type { StaffOutput } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { startAction } from '../../actions/action.ts';
import type { Action, Figure } from '../../actions/action.ts';
import { waitingText } from '../../actions/waiting-text.ts';
import type { RowAction } from '../../lists/list-types.ts';
import { languageName, languageTag } from '../../shared/language/language-name.ts';
import type { Text } from '../../shared/language/text.ts';
import { office } from '../../shared/services/office.ts';
import { DraftPreview } from './MailPreview.tsx';
import type { MailDraft } from './MailPreview.tsx';

type MailText = StaffOutput<'mailText'>;
/** The fields of the form. */
type MailWords = Omit<MailDraft, 'kind' | 'language'>;

/** The actions on a text: change it, and return to the built-in one. */
export function mailTextActions(t: Text, mail: MailText): readonly RowAction[] {
  const edit: RowAction = {
    label: t('action.edit'),
    key: 'e',
    kind: 'primary',
    run: () => startAction(editAction(t, mail)),
  };
  return mail.changed ? [edit, resetAction(t, mail)] : [edit];
}

function editAction(t: Text, mail: MailText): Action<'changeMailText'> {
  const { kind, language, version } = mail;
  return {
    call: 'changeMailText',
    title: t('mailTexts.one'),
    text: t('mailTexts.rule'),
    figures: figuresOf(t, mail),
    fields: [
      { kind: 'text', name: 'subject_line', wide: true, lang: languageTag(language) },
      { kind: 'long', name: 'text', rows: 12, lang: languageTag(language), hint: hintOf(t, mail) },
    ],
    initial: { subject_line: mail.subjectLine, text: mail.text },
    confirmLabel: t('action.save'),
    input: (given) => ({ kind, language, version, ...(given as MailWords) }),
    effect: ({ version: _version, ...draft }) => <DraftPreview draft={draft} />,
    doneText: (output) => waitingText(t, t('mailTexts.one'), output),
    renewed: async () => editAction(t, await office.call('mailText', { kind, language })),
  };
}

function resetAction(t: Text, { kind, language, version, ...mail }: MailText): RowAction {
  return {
    label: t('mailTexts.reset'),
    key: 'r',
    kind: 'critical',
    run: () =>
      startAction<'resetMailText'>({
        call: 'resetMailText',
        title: t('mailTexts.reset'),
        text: t('mailTexts.resetText'),
        figures: figuresOf(t, { ...mail, kind, language, version }),
        confirmLabel: t('mailTexts.reset'),
        critical: true,
        input: () => ({ kind, language, version }),
      }),
  };
}

function figuresOf(t: Text, { kind, language }: MailText): readonly Figure[] {
  return [
    { label: t('field.kind'), value: <code>{kind}</code> },
    { label: t('field.language'), value: <bdi>{languageName(language)}</bdi> },
  ];
}

/** How the text is written, and which placeholders it has. */
function hintOf(t: Text, { placeholders }: MailText): string {
  const names = (required: boolean): string =>
    placeholders
      .filter((each) => each.required === required)
      .map(({ name }) => isolate(`{{${name}}}`))
      .join(' ');
  return [
    t('mailTexts.plainText'),
    ...(placeholders.some(({ required }) => required) ? [t('mailTexts.required', { names: names(true) })] : []),
    t('mailTexts.optional', { names: names(false) }),
  ].join(' · ');
}
