import { PAGE_SIZE } from '@fairlot/contract';
import type { LanguageCode } from '@fairlot/i18n';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { nearest } from './texts.ts';

/** A published item in one language. */
export interface NewsItem {
  readonly id: number;
  readonly logo: string;
  readonly publishedAt: Date;
  readonly language: string;
  readonly title: string;
  readonly summary: string;
}

/** Reads published news. */
export class News {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** A page of a category, newest first, and the number of items in the category. */
  async page(
    category: number,
    page: number,
    language: LanguageCode,
  ): Promise<{ readonly list: readonly NewsItem[]; readonly total: number }> {
    const shown = this.#db
      .selectFrom('news')
      .where('state', '=', 'published')
      .where('category_id', '=', BigInt(category));
    const rows = await shown
      .select(['id', 'logo', 'published_at'])
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .offset((page - 1) * PAGE_SIZE)
      .limit(PAGE_SIZE)
      .execute();
    const { total } = await shown.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    const texts =
      rows.length === 0
        ? []
        : await this.#db
            .selectFrom('news_texts')
            .select(['news_id', 'language', 'title', 'summary'])
            .where(
              'news_id',
              'in',
              rows.map(({ id }) => id),
            )
            .orderBy('language')
            .execute();
    const list = rows.flatMap((row) => {
      const text = nearest(
        texts.filter((each) => each.news_id === row.id),
        language,
      );
      return text === undefined || row.published_at === null ? [] : [itemOf(row.id, row.logo, row.published_at, text)];
    });
    return { list, total: Number(total) };
  }

  /** A published item with its text; undefined for drafts and unknown ids. */
  async item(id: number, language: LanguageCode): Promise<(NewsItem & { readonly content: string }) | undefined> {
    const row = await this.#db
      .selectFrom('news')
      .select(['id', 'logo', 'published_at'])
      .where('id', '=', BigInt(id))
      .where('state', '=', 'published')
      .executeTakeFirst();
    if (row === undefined || row.published_at === null) return undefined;
    const texts = await this.#db
      .selectFrom('news_texts')
      .selectAll()
      .where('news_id', '=', row.id)
      .orderBy('language')
      .execute();
    const text = nearest(texts, language);
    return text === undefined
      ? undefined
      : { ...itemOf(row.id, row.logo, row.published_at, text), content: text.content };
  }
}

function itemOf(
  id: bigint,
  logo: string,
  publishedAt: Date,
  text: { readonly language: string; readonly title: string; readonly summary: string },
): NewsItem {
  return { id: Number(id), logo, publishedAt, language: text.language, title: text.title, summary: text.summary };
}
