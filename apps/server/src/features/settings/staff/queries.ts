import type { OutputOfStaff, settingsCalls } from '@fairlot/contract';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';

type SettingChange = OutputOfStaff<typeof settingsCalls.settingChanges>['list'][number];

/** The history of settings, terms and roles. */
export class SettingsStaffQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Changes of settings, instruments, payment terms and roles, newest first. */
  async changes(
    { kind, key, ...period }: { readonly kind?: string | undefined; readonly key?: string | undefined } & DateRange,
    { offset, limit }: ListSlice,
  ): Promise<{ readonly list: SettingChange[]; readonly total: number }> {
    const found = sql<ChangeRow>`(
      select 'setting' as kind, id, at, staff_name, key, before, after from site_setting_changes
      union all select 'instrument', c.id, c.at, c.staff_name, coalesce(i.code, c.instrument_id::text), c.before, c.after
        from instrument_changes c left join instruments i on i.id = c.instrument_id
      union all select kind, id, at, staff_name, record_name, before, after from record_changes
    ) changes where (${kind ?? null}::text is null or kind = ${kind ?? null})
      and (${key ?? null}::text is null or key = ${key ?? null}) and ${isWithin('at', period)}`;
    const { rows } = await sql<ChangeRow>`select * from ${found} order by at desc, kind, id desc
      offset ${offset} limit ${limit}`.execute(this.#db);
    const counted = await sql<{ total: bigint }>`select count(*) as total from ${found}`.execute(this.#db);
    return {
      list: rows.map(({ id, at, ...row }) => ({ ...row, id: Number(id), at: at.toISOString() })),
      total: Number(counted.rows[0]?.total ?? 0),
    };
  }
}

interface ChangeRow {
  readonly kind: string;
  readonly id: bigint;
  readonly at: Date;
  readonly staff_name: string;
  readonly key: string;
  readonly before: string | null;
  readonly after: string | null;
}
