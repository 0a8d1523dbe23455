import type { InputOfStaff, OutputOfStaff, mailTextCalls } from '@fairlot/contract';
import { HOUR_MS } from '@fairlot/domain';
import { type LanguageCode, parseLanguage } from '@fairlot/i18n';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import { exampleValues } from '../../../messages/example-values.ts';
import type { MailLook } from '../../../messages/mail-layout.ts';
import { type MailWording, builtIn, mailTextProblem } from '../../../messages/mail-text-rules.ts';
import type { MailTexts } from '../../../messages/mail-texts.ts';
import { type MailTemplate, isMailTemplate, renderMail } from '../../../messages/message.ts';
import type { Outbox } from '../../../messages/outbox.ts';
import type { Clock } from '../../../platform/clock.ts';
import { TokenBuckets } from '../../../security/token-buckets.ts';
import type { ProposalHandler } from '../../../staff/proposals/proposal-handler.ts';
import type { ProposalRow } from '../../../staff/proposals/proposal-store.ts';
import type { Proposals } from '../../../staff/proposals/proposals.ts';
import { namesOf, noteRecordChange } from '../../../staff/record-changes.ts';
import type { StaffSession } from '../../../staff/staff-session.ts';

/** Test mails of a member of staff. */
const TESTS_AN_HOUR = 10;

export interface MailTextDeps {
  readonly db: Kysely<Tables>;
  readonly texts: MailTexts;
  readonly outbox: Outbox;
  readonly look: () => MailLook;
  readonly proposals: Proposals;
  /** The mailbox of a member of staff, if there is one. */
  readonly mailboxOf: (staff: number) => Promise<string | null | undefined>;
  readonly clock: Clock;
}

/** A kind of mail in a language. */
export interface MailKind {
  readonly kind: MailTemplate;
  readonly language: LanguageCode;
}

type Draft = InputOfStaff<typeof mailTextCalls.changeMailText>;
type Rendered = OutputOfStaff<typeof mailTextCalls.previewMailText>;

/** Reads the kind and the language of an input; refuses those that do not exist. */
export function mailKindOf({ kind, language }: { readonly kind: string; readonly language: string }): Answer<MailKind> {
  if (!isMailTemplate(kind)) return refuse('bad_request', { field: 'kind' });
  const code = parseLanguage(language);
  return code === undefined ? refuse('bad_request', { field: 'language' }) : done({ kind, language: code });
}

/**
 * Changes texts of mails, previews and tests them. While there are real accounts, a change waits for a second
 * administrator, because a mail of the house can send its reader anywhere. The return to the built-in text does not.
 */
export class MailTextActions {
  readonly #deps: MailTextDeps;
  readonly #tests: TokenBuckets;

  constructor(deps: MailTextDeps) {
    this.#deps = deps;
    this.#tests = new TokenBuckets((TESTS_AN_HOUR * 1000) / HOUR_MS, TESTS_AN_HOUR, deps.clock);
    deps.proposals.register('mail_text', this.#handler());
  }

  /** The words in force. */
  wordsOf({ kind, language }: MailKind): MailWording {
    return this.#deps.texts.words(kind, language) ?? builtIn(kind, language);
  }

  /** Words on example figures. */
  render({ language }: MailKind, words: MailWording): Rendered {
    const look = this.#deps.look();
    const values = exampleValues(language, look.site, look.origin, new Date(this.#deps.clock()));
    const { subject, text, html } = renderMail(words, language, values, look);
    return { subject_line: subject, text, html };
  }

  /** Refuses words that break the rules of their kind. */
  checked(
    { kind }: MailKind,
    { subject_line: subject, text }: Pick<Draft, 'subject_line' | 'text'>,
  ): Answer<MailWording> {
    const problem = mailTextProblem(kind, { subject, text }, this.#deps.look().origin);
    return problem === undefined ? done({ subject, text }) : refuse(problem.reason, { name: problem.name });
  }

  /** Changes a text or proposes it. Returns the number of the proposal, or null when the change is done. */
  async change(of: MailKind, version: number, words: MailWording, by: StaffSession): Promise<Answer<number | null>> {
    const { proposals } = this.#deps;
    if (version !== this.versionOf(of)) return refuse('record_changed');
    const before = this.wordsOf(of);
    if (!(await proposals.areNeeded())) {
      const isDone = await this.#set(of, { version, words, before, by: by.name });
      return isDone ? done(null) : refuse('record_changed');
    }
    return proposals.propose({
      kind: 'mail_text',
      subject: null,
      before: wire(of, before),
      after: wire(of, words),
      baseVersion: version,
      author: by.staff,
    });
  }

  /** Returns to the built-in text. */
  async reset(of: MailKind, version: number, by: string): Promise<Answer<null>> {
    const { texts } = this.#deps;
    if (version !== this.versionOf(of)) return refuse('record_changed');
    if (texts.change(of.kind, of.language)?.words === undefined) return done(null);
    const isDone = await this.#set(of, { version, words: undefined, before: this.wordsOf(of), by });
    return isDone ? done(null) : refuse('record_changed');
  }

  /** The version of the last change; 0 before the first. */
  versionOf({ kind, language }: MailKind): number {
    return this.#deps.texts.change(kind, language)?.version ?? 0;
  }

  /** Sends words on example figures to the mailbox of a member of staff. */
  async test(of: MailKind, words: MailWording, staff: number): Promise<Answer<{ to: string; sent: boolean }>> {
    const { db, outbox, look, mailboxOf, clock } = this.#deps;
    const to = await mailboxOf(staff);
    if (to === null || to === undefined) return refuse('no_mailbox');
    if (outbox.isFull) return refuse('overloaded');
    if (!this.#tests.take(staff)) return refuse('too_many_requests');
    const { site, origin } = look();
    await db.transaction().execute((transaction) =>
      outbox.put(transaction, {
        channel: 'mail',
        to,
        template: of.kind,
        language: of.language,
        draft: { subject: `[TEST] ${words.subject}`, text: words.text },
        params: exampleValues(of.language, site, origin, new Date(clock())),
      }),
    );
    outbox.wake();
    return done({ to, sent: outbox.sends('mail') });
  }

  #set(
    of: MailKind,
    change: {
      readonly version: number;
      readonly words: MailWording | undefined;
      readonly before: MailWording;
      readonly by: string;
      readonly finish?: Parameters<ProposalHandler['apply']>[1];
    },
  ): Promise<boolean> {
    const { texts, clock } = this.#deps;
    const { version, words, before, by, finish } = change;
    return texts.set({
      ...of,
      version,
      words,
      by,
      at: new Date(clock()),
      also: async (db, record) => {
        await noteRecordChange(db, {
          kind: 'mail_text',
          record,
          name: nameOf(of),
          version: version + 1,
          by,
          before: wire(of, before),
          after: wire(of, words ?? builtIn(of.kind, of.language)),
        });
        await finish?.(db);
      },
    });
  }

  #handler(): ProposalHandler {
    return {
      isCurrent: (row) => {
        const of = mailKindOf(readDraft(row.after));
        return Promise.resolve(of.ok && this.versionOf(of.data) === row.base_version);
      },
      noticeMs: () => Promise.resolve(0),
      subjectNames: (subjects) =>
        Promise.resolve(subjects.map(({ after }) => `${String(after['kind'])} · ${String(after['language'])}`)),
      apply: (row, finish) => this.#apply(row, finish),
    };
  }

  async #apply(row: ProposalRow, finish: Parameters<ProposalHandler['apply']>[1]): Promise<Answer<null>> {
    const draft = readDraft(row.after);
    const of = mailKindOf(draft);
    if (!of.ok) return of;
    const words = this.checked(of.data, draft);
    if (!words.ok) return words;
    const isDone = await this.#set(of.data, {
      version: row.base_version,
      words: words.data,
      before: this.wordsOf(of.data),
      by: namesOf(row),
      finish,
    });
    return isDone ? done(null) : refuse('record_changed');
  }
}

function nameOf({ kind, language }: MailKind): string {
  return `${kind} · ${language}`;
}

/** A text in the wire's words. */
function wire(of: MailKind, { subject, text }: MailWording) {
  return { ...of, subject_line: subject, text };
}

/** The contract checked the values before they were stored. */
function readDraft(values: string): Pick<Draft, 'kind' | 'language' | 'subject_line' | 'text'> {
  return JSON.parse(values) as Pick<Draft, 'kind' | 'language' | 'subject_line' | 'text'>;
}
