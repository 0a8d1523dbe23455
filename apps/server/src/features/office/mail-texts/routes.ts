import { type OutputOfStaff, mailTextCalls } from '@fairlot/contract';
import { LANGUAGE_CODES, type LanguageCode, parseLanguage, serverKeysUnder } from '@fairlot/i18n';
import { done } from '../../../http/answer.ts';
import { mailName } from '../../../messages/mail-name.ts';
import { builtIn, placeholdersOf } from '../../../messages/mail-text-rules.ts';
import type { MailTexts } from '../../../messages/mail-texts.ts';
import { isMailTemplate } from '../../../messages/message.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import { type MailKind, type MailTextActions, mailKindOf } from './actions.ts';

type Row = OutputOfStaff<typeof mailTextCalls.mailTexts>['list'][number];

/** Every kind of mail, in alphabetical order. */
const KINDS = serverKeysUnder('mail.')
  .map((key) => key.split('.')[1] ?? '')
  .filter((kind, index, all) => all.indexOf(kind) === index)
  .filter(isMailTemplate)
  .sort();

/** Registers the calls about texts of mails. */
export function registerMailTexts(
  calls: StaffCalls,
  { texts, actions }: { readonly texts: MailTexts; readonly actions: MailTextActions },
): void {
  const rowOf = (of: MailKind, reader: LanguageCode): Row => presentText(of, reader, texts, actions);

  calls.forList(mailTextCalls.mailTexts, ({ kind, language, changed }, { offset, limit }, context) => {
    const languages =
      language === undefined ? LANGUAGE_CODES : [parseLanguage(language)].filter((code) => code !== undefined);
    const found = KINDS.filter((each) => isNamed(each, kind, context.language)).flatMap((each) =>
      languages.map((code) => rowOf({ kind: each, language: code }, context.language)),
    );
    const rows = changed === undefined ? found : found.filter((row) => row.changed === (changed === '1'));
    return Promise.resolve(done({ list: rows.slice(offset, offset + limit), total: rows.length }));
  });

  calls.forStaff(mailTextCalls.mailText, (input, context) => {
    const of = mailKindOf(input);
    if (!of.ok) return of;
    const words = actions.wordsOf(of.data);
    const own = builtIn(of.data.kind, of.data.language);
    return done({
      ...rowOf(of.data, context.language),
      text: words.text,
      built_in: { subject_line: own.subject, text: own.text },
      placeholders: [...placeholdersOf(of.data.kind)],
      preview: actions.render(of.data, words),
    });
  });

  calls.forStaff(mailTextCalls.previewMailText, (input) => {
    const of = mailKindOf(input);
    if (!of.ok) return of;
    const words = actions.checked(of.data, input);
    return words.ok ? done(actions.render(of.data, words.data)) : words;
  });

  calls.forStaff(mailTextCalls.changeMailText, async (input, { staff }) => {
    const of = mailKindOf(input);
    if (!of.ok) return of;
    const words = actions.checked(of.data, input);
    if (!words.ok) return words;
    const changed = await actions.change(of.data, input.version, words.data, staff);
    return changed.ok ? done({ version: actions.versionOf(of.data), proposal: changed.data }) : changed;
  });

  calls.forStaff(mailTextCalls.resetMailText, async (input, { staff }) => {
    const of = mailKindOf(input);
    if (!of.ok) return of;
    const reset = await actions.reset(of.data, input.version, staff.name);
    return reset.ok ? done({ version: actions.versionOf(of.data) }) : reset;
  });

  calls.forStaff(mailTextCalls.testMailText, async (input, { staff }) => {
    const of = mailKindOf(input);
    if (!of.ok) return of;
    const words = actions.checked(of.data, input);
    return words.ok ? actions.test(of.data, words.data, staff.staff) : words;
  });
}

/** True for a kind itself, or for a part of its name in the reader's language. */
function isNamed(kind: string, wanted: string | undefined, reader: LanguageCode): boolean {
  const text = wanted?.trim().toLowerCase() ?? '';
  return text === '' || kind === text || mailName(kind, reader).toLowerCase().includes(text);
}

/** Converts a text to its wire format. */
function presentText(of: MailKind, reader: LanguageCode, texts: MailTexts, actions: MailTextActions): Row {
  const change = texts.change(of.kind, of.language);
  return {
    id: `${of.kind}:${of.language}`,
    ...of,
    name: mailName(of.kind, reader),
    subject_line: actions.wordsOf(of).subject,
    changed: change?.words !== undefined,
    version: change?.version ?? 0,
    changed_at: change?.at.toISOString() ?? null,
    changed_by: change?.by ?? null,
  };
}
