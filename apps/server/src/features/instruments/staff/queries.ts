import { type Kysely, type Transaction, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { Category, ListedInstrument } from '../../../market/port.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';
import type { ListSlice } from '../../../staff/list-export.ts';

/** The numbers of open positions and pending orders of an instrument. */
export interface Alive {
  readonly open: number;
  readonly pending: number;
}

export interface Holders {
  readonly positions: number;
  readonly accounts: number;
}

/** Queries of instruments for staff. */
export class InstrumentStaffQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async alive(): Promise<ReadonlyMap<number, Alive>> {
    const { rows } = await sql<{ instrument: number; open: number; pending: number }>`
      select instrument, count(*) filter (where status = 'open')::integer as open, count(*) filter (where status = 'pending')::integer as pending
      from orders where ended_at is null group by instrument`.execute(this.#db);
    return new Map(rows.map(({ instrument, open, pending }) => [instrument, { open, pending }]));
  }

  /** Open positions of an instrument and the accounts that hold them, by kind of account. */
  async holders(instrument: number): Promise<Readonly<Record<'real' | 'demo', Holders>>> {
    const { rows } = await sql<Holders & { kind: 'real' | 'demo' }>`
      select a.kind, count(*)::integer as positions, count(distinct o.account)::integer as accounts
      from orders o join accounts a on a.id = o.account and a.shard = o.shard
      where o.ended_at is null and o.status = 'open' and o.instrument = ${instrument} group by a.kind`.execute(
      this.#db,
    );
    const of = (kind: 'real' | 'demo'): Holders => {
      const { positions = 0, accounts = 0 } = rows.find((row) => row.kind === kind) ?? {};
      return { positions, accounts };
    };
    return { real: of('real'), demo: of('demo') };
  }

  /** Stores changed terms and their author in one transaction, which is rolled back when `accept` throws. */
  async change(
    next: ListedInstrument,
    texts: { readonly before: string; readonly after: string; readonly by: string },
    accept: () => Promise<void>,
  ): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await store(db, next);
      await db
        .insertInto('instrument_changes')
        .values({ staff_name: texts.by, instrument_id: next.id, before: texts.before, after: texts.after })
        .execute();
      await accept();
    });
  }

  /** Adds a change to the history of an instrument. */
  async noteChange(instrument: number, before: object, after: object, by: string): Promise<void> {
    await this.#db
      .insertInto('instrument_changes')
      .values({
        staff_name: by,
        instrument_id: instrument,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      })
      .execute();
  }

  async changes(instrument: number | undefined, period: DateRange, { offset, limit }: ListSlice) {
    const all = this.#db.selectFrom('instrument_changes').where(isWithin('instrument_changes.at', period));
    const found = instrument === undefined ? all : all.where('instrument_id', '=', instrument);
    const rows = await found.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  /** Returns false when the category has instruments or doesn't exist. */
  async removeCategory(id: number): Promise<boolean> {
    const { numAffectedRows } =
      await sql`delete from categories where id = ${id} and not exists (select 1 from instruments where category_id = ${id})`.execute(
        this.#db,
      );
    return numAffectedRows === 1n;
  }

  /** Returns undefined when the slug is taken. */
  async addCategory(slug: string): Promise<Category | undefined> {
    const { rows } =
      await sql<Category>`insert into categories (id, slug) select coalesce(max(id), 0) + 1, ${slug} from categories on conflict (slug) do nothing returning id, slug`.execute(
        this.#db,
      );
    return rows[0];
  }
}

async function store(db: Transaction<Tables>, row: ListedInstrument): Promise<void> {
  await sql`update instruments set display_code = ${row.displayCode}, category_id = ${row.categoryId}, logo = ${row.logo}, calendar = ${row.calendar},
    lot_step = ${row.lotStep}, min_lots = ${row.minLots}, max_lots = ${row.maxLots}, leverages = ${[...row.leverages]}, fee_mode = ${row.feeMode},
    fee_rate = ${row.feeRate}, swap_mode = ${row.swap.mode}, swap_long = ${row.swap.long}, swap_short = ${row.swap.short}, swap_triple_weekday = ${row.swap.tripleWeekday},
    stale_after_ms = ${row.staleAfterMs}, jump_per_mille = ${row.spike.jumpPerMille}, hold_ms = ${row.spike.holdMs}, names = ${JSON.stringify(row.names ?? {})}
    where id = ${row.id}`.execute(db);
}
