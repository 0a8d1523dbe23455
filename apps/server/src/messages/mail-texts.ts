import { type LanguageCode, parseLanguage } from '@fairlot/i18n';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { MailTables } from '../db/tables/mail.ts';
import type { Tables } from '../db/tables/index.ts';
import { mailTextProblem } from './mail-text-rules.ts';
import { type MailTemplate, type MailWording, isMailTemplate } from './message.ts';

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

/** Receivers of what happens to the texts. */
export interface MailTextsTold {
  /**
   * A stored text breaks the rules of this version, for instance without a placeholder that the built-in text has got. It
   * is not used.
   */
  unfit(text: { readonly kind: string; readonly language: string; readonly problem: string }): void;
  /** A change may be stored and not be in memory: read the texts again. */
  behind(): void;
  /** A text is another one than before. */
  changed(): void;
}

/** Texts of mails that the house has changed, read from memory: one process changes them and tells the others. */
export class MailTexts {
  readonly #db: Kysely<Tables>;
  readonly #tell: MailTextsTold;
  readonly #changed = new Map<string, ChangedText>();

  private constructor(db: Kysely<Tables>, tell: MailTextsTold) {
    this.#db = db;
    this.#tell = tell;
  }

  /** Reads the stored texts. */
  static async open(db: Kysely<Tables>, tell: MailTextsTold): Promise<MailTexts> {
    const texts = new MailTexts(db, tell);
    await texts.read();
    return texts;
  }

  /** Reads the stored texts again. Returns true when one is another than before. */
  async read(): Promise<boolean> {
    const rows = await this.#db.selectFrom('mail_texts').selectAll().execute();
    let isAnother = false;
    for (const row of rows) {
      const { kind } = row;
      const language = parseLanguage(row.language);
      if (language === undefined || !isMailTemplate(kind)) continue;
      const words = wordsOf(row);
      // The origin may have changed since; its addresses are then text and no links.
      const problem = words === undefined ? undefined : mailTextProblem(kind, words, '');
      const isUnfit = problem !== undefined && problem.reason !== 'mail_link_foreign';
      const isNew = this.#keep(kind, language, { ...textOf(row), words: isUnfit ? undefined : words });
      isAnother ||= isNew;
      if (isNew && isUnfit) this.#tell.unfit({ kind, language, problem: `${problem.reason} ${problem.name}` });
    }
    return isAnother;
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
  async set(change: TextChange): Promise<boolean> {
    const row = await this.#store(change).catch((error: unknown) => {
      this.#tell.behind();
      throw error;
    });
    if (row === undefined) {
      // The version that came before may have lost the answer of its commit.
      this.#tell.behind();
      return false;
    }
    this.#keep(change.kind, change.language, textOf(row));
    this.#tell.changed();
    return true;
  }

  #store({ kind, language, version, words, by, at, also }: TextChange): Promise<Row | undefined> {
    const values = {
      version: version + 1,
      subject: words?.subject ?? null,
      text: words?.text ?? null,
      staff_name: by,
      at,
    };
    return this.#db.transaction().execute(async (db) => {
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
  }

  /** Two changes may end in another order than their transactions: false for one that is not the last. */
  #keep(kind: MailTemplate, language: LanguageCode, text: ChangedText): boolean {
    const key = keyOf(kind, language);
    const isNew = (this.#changed.get(key)?.version ?? 0) < text.version;
    if (isNew) this.#changed.set(key, text);
    return isNew;
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
