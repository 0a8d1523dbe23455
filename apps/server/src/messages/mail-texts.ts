import { type LanguageCode, parseLanguage } from '@fairlot/i18n';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { MailTables } from '../db/tables/mail.ts';
import type { Tables } from '../db/tables/index.ts';
import { type MailWording, mailTextProblem } from './mail-text-rules.ts';
import { type MailTemplate, isMailTemplate } from './message.ts';

type Row = Selectable<MailTables['mail_texts']>;

/** The house's text of a kind of mail in a language, as it was changed last. */
export interface ChangedText {
  /** undefined after the return to the built-in text. */
  readonly words: MailWording | undefined;
  readonly version: number;
  readonly at: Date;
  readonly by: string;
}

/** A change of a text, and what else its transaction writes. */
export interface TextChange {
  readonly kind: MailTemplate;
  readonly language: LanguageCode;
  /** The version that its author has read; 0 for the first. */
  readonly version: number;
  /** undefined for the built-in text. */
  readonly words: MailWording | undefined;
  readonly by: string;
  readonly at: Date;
  readonly also: (db: Transaction<Tables>, record: number) => Promise<void>;
}

/** Texts of mails that the house has changed. Only this process changes them, so they are read from memory. */
export class MailTexts {
  readonly #db: Kysely<Tables>;
  readonly #changed = new Map<string, ChangedText>();

  private constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /**
   * Reads the stored texts. A text that breaks the rules of this version, for instance without a placeholder that the
   * built-in text has got, is not used; `unfit` is told of it.
   */
  static async open(
    db: Kysely<Tables>,
    unfit: (text: { readonly kind: string; readonly language: string; readonly problem: string }) => void,
  ): Promise<MailTexts> {
    const texts = new MailTexts(db);
    for (const row of await db.selectFrom('mail_texts').selectAll().execute()) {
      const { kind } = row;
      const language = parseLanguage(row.language);
      if (language === undefined || !isMailTemplate(kind)) continue;
      const words = wordsOf(row);
      // The origin may have changed since; its addresses are then text and no links.
      const problem = words === undefined ? undefined : mailTextProblem(kind, words, '');
      const isUnfit = problem !== undefined && problem.reason !== 'mail_link_foreign';
      if (isUnfit) unfit({ kind, language, problem: `${problem.reason} ${problem.name}` });
      texts.#keep(kind, language, { ...textOf(row), words: isUnfit ? undefined : words });
    }
    return texts;
  }

  /** The house's words; undefined where the built-in ones are in force. */
  words(kind: MailTemplate, language: LanguageCode): MailWording | undefined {
    return this.#changed.get(keyOf(kind, language))?.words;
  }

  /** The last change, also a return to the built-in text. */
  change(kind: MailTemplate, language: LanguageCode): ChangedText | undefined {
    return this.#changed.get(keyOf(kind, language));
  }

  /** Changes a text; false when another change came after the version that its author has read. */
  async set({ kind, language, version, words, by, at, also }: TextChange): Promise<boolean> {
    const values = {
      version: version + 1,
      subject: words?.subject ?? null,
      text: words?.text ?? null,
      staff_name: by,
      at,
    };
    const row = await this.#db.transaction().execute(async (db) => {
      const changed =
        version === 0
          ? await db
              .insertInto('mail_texts')
              .values({ kind, language, ...values })
              .onConflict((conflict) => conflict.doNothing())
              .returningAll()
              .executeTakeFirst()
          : await db
              .updateTable('mail_texts')
              .set(values)
              .where('kind', '=', kind)
              .where('language', '=', language)
              .where('version', '=', version)
              .returningAll()
              .executeTakeFirst();
      if (changed !== undefined) await also(db, Number(changed.id));
      return changed;
    });
    if (row === undefined) return false;
    this.#keep(kind, language, textOf(row));
    return true;
  }

  #keep(kind: MailTemplate, language: LanguageCode, text: ChangedText): void {
    const key = keyOf(kind, language);
    // Two changes may end in another order than their transactions.
    if ((this.#changed.get(key)?.version ?? 0) < text.version) this.#changed.set(key, text);
  }
}

function keyOf(kind: string, language: string): string {
  return `${kind}:${language}`;
}

function wordsOf({ subject, text }: Row): MailWording | undefined {
  return subject === null || text === null ? undefined : { subject, text };
}

function textOf(row: Row): ChangedText {
  return { words: wordsOf(row), version: row.version, at: row.at, by: row.staff_name };
}
