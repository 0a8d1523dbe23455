import type { InputOfStaff, contentStaffCalls } from '@fairlot/contract';
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { ContentTables } from '../../db/tables/content.ts';
import type { Tables } from '../../db/tables/index.ts';

type Stored = Selectable<ContentTables['companies']>;
/** A company; the operator's own with the names and addresses that stand in for what is not filled in. */
export type Company = Omit<Stored, 'id'> & { readonly id: number };
type CompanyInput = InputOfStaff<typeof contentStaffCalls.companySave>;

const MOST = 50;

/** What stands in for the operator's own company where it is not filled in. */
export interface OwnCompany {
  readonly name: () => string;
  readonly email: () => string;
}

/** The companies that one may trade with. */
export class Companies {
  private readonly db: Kysely<Tables>;
  private readonly own: OwnCompany;

  constructor(db: Kysely<Tables>, own: OwnCompany) {
    this.db = db;
    this.own = own;
  }

  /** Listed companies whose name contains a text. */
  async search(name: string): Promise<readonly Company[]> {
    const pattern = `%${name.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    const shownName = sql<string>`case when own and name = '' then ${this.own.name()} else name end`;
    const rows = await this.db
      .selectFrom('companies')
      .selectAll()
      .where('listed', '=', true)
      .where(shownName, 'ilike', pattern)
      .orderBy('own', 'desc')
      .orderBy(shownName)
      .orderBy('id')
      .limit(MOST)
      .execute();
    return rows.map((row) => this.shown(row));
  }

  /** Whether a company takes customers; one that does not exist turns nobody away. */
  async status(id: number | undefined): Promise<{ readonly status: number; readonly lossUrl: string }> {
    const row =
      id === undefined
        ? undefined
        : await this.db
            .selectFrom('companies')
            .select(['status', 'loss_url'])
            .where('id', '=', BigInt(id))
            .executeTakeFirst();
    return row === undefined || row.status === 0
      ? { status: 0, lossUrl: '' }
      : { status: row.status, lossUrl: row.loss_url };
  }

  /** All of them as they are stored. */
  async page(offset: number, limit: number): Promise<{ readonly list: readonly Company[]; readonly total: number }> {
    const rows = await this.db.selectFrom('companies').selectAll().orderBy('id').offset(offset).limit(limit).execute();
    const { total } = await this.db
      .selectFrom('companies')
      .select(({ fn }) => fn.countAll<bigint>().as('total'))
      .executeTakeFirstOrThrow();
    return { list: rows.map(numbered), total: Number(total) };
  }

  /** Adds or changes one. `stale`: it was changed meanwhile, or is gone. */
  async save({ id, version, ...fields }: CompanyInput): Promise<Company | 'stale'> {
    const row =
      id === undefined
        ? await this.db.insertInto('companies').values(fields).returningAll().executeTakeFirst()
        : await this.db
            .updateTable('companies')
            .set({ ...fields, version: (version ?? 0) + 1 })
            .where('id', '=', BigInt(id))
            .where('version', '=', version ?? 0)
            .returningAll()
            .executeTakeFirst();
    return row === undefined ? 'stale' : numbered(row);
  }

  /** Whether a company is the operator's own. */
  async isOwn(id: number): Promise<boolean> {
    return (
      (await this.db.selectFrom('companies').select('own').where('id', '=', BigInt(id)).executeTakeFirst())?.own ??
      false
    );
  }

  /** False when it was changed meanwhile, is gone, or is the operator's own. */
  async remove(id: number, version: number): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom('companies')
      .where('id', '=', BigInt(id))
      .where('version', '=', version)
      .where('own', '=', false)
      .executeTakeFirst();
    return numDeletedRows === 1n;
  }

  private shown(row: Stored): Company {
    if (!row.own) return numbered(row);
    return {
      ...numbered(row),
      name: row.name === '' ? this.own.name() : row.name,
      email: row.email === '' ? this.own.email() : row.email,
    };
  }
}

function numbered(row: Stored): Company {
  return { ...row, id: Number(row.id) };
}
