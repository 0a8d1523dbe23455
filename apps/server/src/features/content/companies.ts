import { type Kysely, type Selectable, sql } from 'kysely';
import type { ContentTables } from '../../db/tables/content.ts';
import type { Tables } from '../../db/tables/index.ts';

type Stored = Selectable<ContentTables['companies']>;
/** A company. Empty fields of the operator's own are filled from the settings. */
export type Company = Omit<Stored, 'id'> & { readonly id: number };

const MOST = 50;

/** Defaults for empty fields of the operator's own company. */
export interface OwnCompany {
  readonly name: () => string;
  readonly email: () => string;
}

/** The companies that a visitor may choose to trade with. */
export class Companies {
  readonly #db: Kysely<Tables>;
  readonly #own: OwnCompany;

  constructor(db: Kysely<Tables>, own: OwnCompany) {
    this.#db = db;
    this.#own = own;
  }

  /** Listed companies whose name contains a text. */
  async search(name: string): Promise<readonly Company[]> {
    const pattern = `%${name.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    const shownName = sql<string>`case when own and name = '' then ${this.#own.name()} else name end`;
    const rows = await this.#db
      .selectFrom('companies')
      .selectAll()
      .where('listed', '=', true)
      .where(shownName, 'ilike', pattern)
      .orderBy('own', 'desc')
      .orderBy(shownName)
      .orderBy('id')
      .limit(MOST)
      .execute();
    return rows.map((row) => this.#shown(row));
  }

  /**
   * The status of a company: 0 when it accepts customers or doesn't exist, so that an unknown id turns no visitor away.
   */
  async status(id: number | undefined): Promise<{ readonly status: number; readonly lossUrl: string }> {
    const row =
      id === undefined
        ? undefined
        : await this.#db
            .selectFrom('companies')
            .select(['status', 'loss_url'])
            .where('id', '=', BigInt(id))
            .executeTakeFirst();
    return row === undefined || row.status === 0
      ? { status: 0, lossUrl: '' }
      : { status: row.status, lossUrl: row.loss_url };
  }

  #shown(row: Stored): Company {
    if (!row.own) return numbered(row);
    return {
      ...numbered(row),
      name: row.name === '' ? this.#own.name() : row.name,
      email: row.email === '' ? this.#own.email() : row.email,
    };
  }
}

/** Converts a row to a company with a numeric id. */
export function numbered(row: Stored): Company {
  return { ...row, id: Number(row.id) };
}
