import type { OutputOfStaff, settingsCalls } from '@fairlot/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';

type SettingChange = OutputOfStaff<typeof settingsCalls.settingChanges>['list'][number];

/** The history of the site's settings. */
export class SettingsStaffQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Changes of one setting or of all, newest first. */
  async changes(
    { key, ...period }: { readonly key?: string | undefined } & DateRange,
    { offset, limit }: ListSlice,
  ): Promise<{ readonly list: SettingChange[]; readonly total: number }> {
    const all = this.#db.selectFrom('site_setting_changes').where(isWithin('site_setting_changes.at', period));
    const found = key === undefined ? all : all.where('key', '=', key);
    const rows = await found.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return {
      list: rows.map((row) => ({
        id: Number(row.id),
        at: row.at.toISOString(),
        staff_id: row.staff_id === null ? null : Number(row.staff_id),
        staff_name: row.staff_name,
        key: row.key,
        before: row.before,
        after: row.after,
      })),
      total: Number(total),
    };
  }
}
