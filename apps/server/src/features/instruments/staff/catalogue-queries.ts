import { type Kysely, type Transaction, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { FIRST_OWN_ID } from '../../../market/listing.ts';
import type { ListedInstrument } from '../../../market/port.ts';

/** Queries by which instruments come and go. */
export class CatalogueQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** A number that no instrument has had, not even a delisted one. */
  async nextId(): Promise<number> {
    const { rows } = await sql<{
      id: number;
    }>`select greatest(coalesce(max(id), 0) + 1, ${FIRST_OWN_ID})::integer as id from instruments`.execute(this.#db);
    return rows[0]?.id ?? FIRST_OWN_ID;
  }

  /** Adds an instrument and the first line of its history. */
  async add(
    instrument: ListedInstrument,
    { after, by }: { readonly after: string; readonly by: string },
  ): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await insertRow(db, instrument);
      await db
        .insertInto('instrument_changes')
        .values({ staff_name: by, instrument_id: instrument.id, before: '{}', after })
        .execute();
    });
  }

  /** True when an account of any shard has a position or an order in an instrument. */
  async isOpen(id: number): Promise<boolean> {
    const { rows } = await sql`select 1 from orders where instrument = ${id} and ended_at is null limit 1`.execute(
      this.#db,
    );
    return rows.length > 0;
  }

  /** Marks an instrument as delisted and adds that to its history. */
  async delist(id: number, reason: string, by: string): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await sql`update instruments set delisted_at = now() where id = ${id}`.execute(db);
      await db
        .insertInto('instrument_changes')
        .values({ staff_name: by, instrument_id: id, before: '{}', after: JSON.stringify({ delisted: true, reason }) })
        .execute();
    });
  }
}

async function insertRow(db: Transaction<Tables>, row: ListedInstrument): Promise<void> {
  await sql`insert into instruments (id, code, display_code, base_currency, quote_currency, category_id, logo, calendar, price_precision,
    price_scale, lot_step, min_lots, max_lots, units_per_lot, margin_mode, leverages, fee_mode, fee_rate, swap_mode, swap_long, swap_short,
    swap_triple_weekday, conversion_instrument, conversion_inverse, stale_after_ms, jump_per_mille, hold_ms, names)
    values (${row.id}, ${row.code}, ${row.displayCode}, ${row.baseCurrency}, ${row.quoteCurrency}, ${row.categoryId}, ${row.logo}, ${row.calendar},
    ${row.pricePrecision}, ${row.priceScale ?? null}, ${row.lotStep}, ${row.minLots}, ${row.maxLots}, ${row.unitsPerLot}, ${row.marginMode},
    ${[...row.leverages]}, ${row.feeMode}, ${row.feeRate}, ${row.swap.mode}, ${row.swap.long}, ${row.swap.short}, ${row.swap.tripleWeekday},
    ${row.conversion?.instrument ?? null}, ${row.conversion?.inverse ?? false}, ${row.staleAfterMs}, ${row.spike.jumpPerMille},
    ${row.spike.holdMs}, ${JSON.stringify(row.names ?? {})})`.execute(db);
}
