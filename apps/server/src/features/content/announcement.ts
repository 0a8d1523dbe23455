import { LANGUAGES, type LanguageCode, languageOf, translate } from '@fairlot/i18n';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { nearest } from './texts.ts';

/** The announcement in one language, as users see it. */
export interface AnnouncementText {
  readonly language: LanguageCode;
  readonly content: string;
  /** True when the operator wrote it in this language. */
  readonly own: boolean;
  /** Counts the changes of the text in this language. */
  readonly version: number;
}

/**
 * The announcement. The fixed text names the countries excluded from the service; the operator's text replaces it.
 * Languages that the operator did not write fall back to the operator's English text before the fixed one.
 */
export class Announcement {
  readonly #db: Kysely<Tables>;
  readonly #excludedCountries: () => readonly string[];

  constructor(db: Kysely<Tables>, excludedCountries: () => readonly string[]) {
    this.#db = db;
    this.#excludedCountries = excludedCountries;
  }

  async text(language: LanguageCode): Promise<string> {
    return this.#textIn(await this.#written(), language);
  }

  /** The texts of all languages, for the editor. */
  async all(): Promise<readonly AnnouncementText[]> {
    const rows = await this.#db.selectFrom('announcements').selectAll().execute();
    const written = rows.filter(({ content }) => content !== '');
    return LANGUAGES.map(({ code }) => {
      const row = rows.find((each) => each.language === code);
      return {
        language: code,
        content: this.#textIn(written, code),
        own: row !== undefined && row.content !== '',
        version: row?.version ?? 0,
      };
    });
  }

  #written(): Promise<readonly { readonly language: string; readonly content: string }[]> {
    return this.#db
      .selectFrom('announcements')
      .select(['language', 'content'])
      .where('content', '<>', '')
      .orderBy('language')
      .execute();
  }

  #textIn(written: readonly { readonly language: string; readonly content: string }[], language: LanguageCode): string {
    return nearest(written, language)?.content ?? fixedText(language, this.#excludedCountries());
  }
}

/** The fixed announcement, with country names in the language. */
export function fixedText(language: LanguageCode, countries: readonly string[]): string {
  if (countries.length === 0) return translate(language, 'announcement.everyone');
  const { tag } = languageOf(language);
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  const list = new Intl.ListFormat(tag, { type: 'conjunction' }).format(
    countries.map((code) => names.of(code) ?? code),
  );
  return translate(language, 'announcement.text', { countries: list });
}
