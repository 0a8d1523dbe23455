import type { OutputOfStaff, contentStaffCalls } from '@fairlot/contract';
import type { Kysely, Selectable } from 'kysely';
import type { ContentTables } from '../../../db/tables/content.ts';
import type { Tables } from '../../../db/tables/index.ts';
import { type Company, numbered } from '../companies.ts';
import { nearest } from '../texts.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';

type StaffNews = OutputOfStaff<typeof contentStaffCalls.staffNews>;
type StaffNewsRow = OutputOfStaff<typeof contentStaffCalls.staffNewsList>['list'][number];
type Stored = Selectable<ContentTables['news']>;
type StoredText = Selectable<ContentTables['news_texts']>;
type Head = Pick<StoredText, 'language' | 'title'>;

/** Queries of content for staff: drafts, versions, and companies as stored. */
export class ContentStaffQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async newsPage(
    { state, ...period }: { readonly state?: 'draft' | 'published' | undefined } & DateRange,
    offset: number,
    limit: number,
  ): Promise<{ readonly list: StaffNewsRow[]; readonly total: number }> {
    const all = this.#db.selectFrom('news').where(isWithin('news.changed_at', period));
    const found = state === undefined ? all : all.where('state', '=', state);
    const rows = await found
      .selectAll()
      .orderBy('changed_at', 'desc')
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    const heads =
      rows.length === 0
        ? []
        : await this.#db
            .selectFrom('news_texts')
            .select(['news_id', 'language', 'title'])
            .where(
              'news_id',
              'in',
              rows.map(({ id }) => id),
            )
            .orderBy('language')
            .execute();
    return {
      list: rows.map((row) =>
        rowOf(
          row,
          heads.filter((head) => head.news_id === row.id),
        ),
      ),
      total: Number(total),
    };
  }

  async newsItem(id: number): Promise<StaffNews | undefined> {
    const row = await this.#db.selectFrom('news').selectAll().where('id', '=', BigInt(id)).executeTakeFirst();
    if (row === undefined) return undefined;
    const texts = await this.#db
      .selectFrom('news_texts')
      .selectAll()
      .where('news_id', '=', row.id)
      .orderBy('language')
      .execute();
    return {
      ...rowOf(row, texts),
      logo: row.logo,
      version: row.version,
      texts: texts.map(({ language, title, summary, content }) => ({ language, title, desc: summary, content })),
    };
  }

  /** All companies as stored, without defaults. */
  async companyPage(
    offset: number,
    limit: number,
  ): Promise<{ readonly list: readonly Company[]; readonly total: number }> {
    const rows = await this.#db.selectFrom('companies').selectAll().orderBy('id').offset(offset).limit(limit).execute();
    const { total } = await this.#db
      .selectFrom('companies')
      .select(({ fn }) => fn.countAll<bigint>().as('total'))
      .executeTakeFirstOrThrow();
    return { list: rows.map(numbered), total: Number(total) };
  }

  /** True when a company is the operator's own. */
  async isOwnCompany(id: number): Promise<boolean> {
    return (
      (await this.#db.selectFrom('companies').select('own').where('id', '=', BigInt(id)).executeTakeFirst())?.own ??
      false
    );
  }
}

function rowOf(row: Stored, heads: readonly Head[]): StaffNewsRow {
  return {
    id: Number(row.id),
    title: nearest(heads, 'en')?.title ?? '',
    languages: heads.map(({ language }) => language),
    state: row.state,
    category_id: Number(row.category_id),
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    published_at: row.published_at?.toISOString() ?? null,
    changed_by: row.changed_by,
  };
}
