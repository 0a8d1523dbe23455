import type { InputOfStaff, OutputOfStaff, contentStaffCalls } from '@fairlot/contract';
import type { Kysely, Selectable } from 'kysely';
import type { ContentTables } from '../../db/tables/content.ts';
import type { Tables } from '../../db/tables/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { sanitise } from './sanitise.ts';
import { nearest } from './texts.ts';

type Draft = InputOfStaff<typeof contentStaffCalls.newsSave>;
type StaffNews = OutputOfStaff<typeof contentStaffCalls.staffNews>;
type StaffNewsRow = OutputOfStaff<typeof contentStaffCalls.staffNewsList>['list'][number];
type Stored = Selectable<ContentTables['news']>;
type StoredText = Selectable<ContentTables['news_texts']>;
type Head = Pick<StoredText, 'language' | 'title'>;

/** Where news are written, shown and taken back. Every change names the version that it is a change of. */
export class NewsDesk {
  private readonly db: Kysely<Tables>;
  private readonly clock: Clock;

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.db = db;
    this.clock = clock;
  }

  async page(
    state: 'draft' | 'published' | undefined,
    offset: number,
    limit: number,
  ): Promise<{ readonly list: StaffNewsRow[]; readonly total: number }> {
    const found =
      state === undefined ? this.db.selectFrom('news') : this.db.selectFrom('news').where('state', '=', state);
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
        : await this.db
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

  async read(id: number): Promise<StaffNews | undefined> {
    const row = await this.db.selectFrom('news').selectAll().where('id', '=', BigInt(id)).executeTakeFirst();
    if (row === undefined) return undefined;
    const texts = await this.db
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

  /** Makes a draft or changes an item; what is published stays so. Gives its number, or `stale` when it was changed meanwhile or is gone. */
  async save(draft: Draft, by: string): Promise<number | 'stale'> {
    const now = new Date(this.clock());
    const fields = { category_id: BigInt(draft.category_id), logo: draft.logo, changed_at: now, changed_by: by };
    return this.db.transaction().execute(async (transaction) => {
      const row =
        draft.id === undefined
          ? await transaction
              .insertInto('news')
              .values({ ...fields, created_at: now })
              .returning('id')
              .executeTakeFirst()
          : await transaction
              .updateTable('news')
              .set({ ...fields, version: (draft.version ?? 0) + 1 })
              .where('id', '=', BigInt(draft.id))
              .where('version', '=', draft.version ?? 0)
              .returning('id')
              .executeTakeFirst();
      if (row === undefined) return 'stale';
      await transaction.deleteFrom('news_texts').where('news_id', '=', row.id).execute();
      await transaction
        .insertInto('news_texts')
        .values(
          draft.texts.map(({ language, title, desc, content }) => ({
            news_id: row.id,
            language,
            title,
            summary: desc,
            content: sanitise(content),
          })),
        )
        .execute();
      return Number(row.id);
    });
  }

  /** Publishes or takes back. False when it was changed meanwhile or is gone. */
  async show(id: number, version: number, state: 'draft' | 'published', by: string): Promise<boolean> {
    const now = new Date(this.clock());
    const { numUpdatedRows } = await this.db
      .updateTable('news')
      .set((row) => ({
        state,
        changed_at: now,
        changed_by: by,
        version: version + 1,
        published_at: state === 'published' ? row.fn.coalesce('published_at', row.val(now)) : row.ref('published_at'),
      }))
      .where('id', '=', BigInt(id))
      .where('version', '=', version)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
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
