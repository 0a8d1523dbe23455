import { LANGUAGES, languageOf, translate } from '@fairlot/i18n';
import type { LanguageCode } from '@fairlot/i18n';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { nearest } from './texts.ts';

/** The announcement of one language, as it reads. */
export interface AnnouncementText {
  readonly language: LanguageCode;
  readonly content: string;
  /** Whether the operator wrote it in this language. */
  readonly own: boolean;
  /** Counts the changes of this language. */
  readonly version: number;
}

/**
 * The announcement: the fixed one names the countries to whose people the service is not offered; what the operator wrote
 * replaces it. Who reads a language that the operator did not write gets the operator's English text before the fixed one.
 */
export class Announcement {
  private readonly db: Kysely<Tables>;
  private readonly excludedCountries: () => readonly string[];

  constructor(db: Kysely<Tables>, excludedCountries: () => readonly string[]) {
    this.db = db;
    this.excludedCountries = excludedCountries;
  }

  async text(language: LanguageCode): Promise<string> {
    return this.reads(await this.written(), language);
  }

  /** Every language at once, for the editor. */
  async all(): Promise<readonly AnnouncementText[]> {
    const rows = await this.db.selectFrom('announcements').selectAll().execute();
    const written = rows.filter(({ content }) => content !== '');
    return LANGUAGES.map(({ code }) => {
      const row = rows.find((each) => each.language === code);
      return {
        language: code,
        content: this.reads(written, code),
        own: row !== undefined && row.content !== '',
        version: row?.version ?? 0,
      };
    });
  }

  /** Writes one language; an empty text brings the fixed one back. False when somebody else changed it meanwhile. */
  async write(language: LanguageCode, content: string, version: number): Promise<boolean> {
    const changed =
      version === 0
        ? await this.db
            .insertInto('announcements')
            .values({ language, content, version: 1 })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst()
        : await this.db
            .updateTable('announcements')
            .set({ content, version: version + 1 })
            .where('language', '=', language)
            .where('version', '=', version)
            .executeTakeFirst();
    return ('numInsertedOrUpdatedRows' in changed ? changed.numInsertedOrUpdatedRows : changed.numUpdatedRows) === 1n;
  }

  private written(): Promise<readonly { readonly language: string; readonly content: string }[]> {
    return this.db
      .selectFrom('announcements')
      .select(['language', 'content'])
      .where('content', '<>', '')
      .orderBy('language')
      .execute();
  }

  private reads(
    written: readonly { readonly language: string; readonly content: string }[],
    language: LanguageCode,
  ): string {
    return nearest(written, language)?.content ?? fixedText(language, this.excludedCountries());
  }
}

/** The fixed announcement, with the countries by their names in the language. */
export function fixedText(language: LanguageCode, countries: readonly string[]): string {
  if (countries.length === 0) return translate(language, 'announcement.everyone');
  const { tag } = languageOf(language);
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  const list = new Intl.ListFormat(tag, { type: 'conjunction' }).format(
    countries.map((code) => names.of(code) ?? code),
  );
  return translate(language, 'announcement.text', { countries: list });
}
