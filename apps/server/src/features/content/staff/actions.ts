import type { InputOfStaff, contentStaffCalls } from '@fairlot/contract';
import type { LanguageCode } from '@fairlot/i18n';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Company, numbered } from '../companies.ts';
import { sanitise } from '../sanitise.ts';

type NewsDraft = InputOfStaff<typeof contentStaffCalls.newsSave>;
type CompanyInput = InputOfStaff<typeof contentStaffCalls.companySave>;

/** Changes of content by staff. Each change names the version it is based on (optimistic locking). */
export class ContentActions {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Creates a draft or changes an item; a published item stays published. Returns its id, or `stale` when it was
   * changed or deleted meanwhile.
   */
  async saveNews(draft: NewsDraft, by: string): Promise<number | 'stale'> {
    const now = new Date(this.#clock());
    const fields = { category_id: BigInt(draft.category_id), logo: draft.logo, changed_at: now, changed_by: by };
    return this.#db.transaction().execute(async (transaction) => {
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

  /** Publishes or unpublishes an item. Returns false when it was changed or deleted meanwhile. */
  async showNews(id: number, version: number, state: 'draft' | 'published', by: string): Promise<boolean> {
    const now = new Date(this.#clock());
    const { numUpdatedRows } = await this.#db
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

  /** Adds or changes a company. Returns `stale` when it was changed or deleted meanwhile. */
  async saveCompany({ id, version, ...fields }: CompanyInput): Promise<Company | 'stale'> {
    const row =
      id === undefined
        ? await this.#db.insertInto('companies').values(fields).returningAll().executeTakeFirst()
        : await this.#db
            .updateTable('companies')
            .set({ ...fields, version: (version ?? 0) + 1 })
            .where('id', '=', BigInt(id))
            .where('version', '=', version ?? 0)
            .returningAll()
            .executeTakeFirst();
    return row === undefined ? 'stale' : numbered(row);
  }

  /** Returns false when the company was changed or deleted meanwhile, or is the operator's own. */
  async removeCompany(id: number, version: number): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('companies')
      .where('id', '=', BigInt(id))
      .where('version', '=', version)
      .where('own', '=', false)
      .executeTakeFirst();
    return numDeletedRows === 1n;
  }

  /**
   * Stores the announcement of one language; an empty text restores the fixed one. Returns false when it was changed
   * meanwhile.
   */
  async writeAnnouncement(language: LanguageCode, content: string, version: number): Promise<boolean> {
    const changed =
      version === 0
        ? await this.#db
            .insertInto('announcements')
            .values({ language, content, version: 1 })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst()
        : await this.#db
            .updateTable('announcements')
            .set({ content, version: version + 1 })
            .where('language', '=', language)
            .where('version', '=', version)
            .executeTakeFirst();
    return ('numInsertedOrUpdatedRows' in changed ? changed.numInsertedOrUpdatedRows : changed.numUpdatedRows) === 1n;
  }
}
