import { type FeeMode, PRICE_SCALE, asLots, asRate, priceScaleOf } from '@fairlot/domain';
import type { Pool } from 'pg';
import type { Category, InstrumentNames, ListedInstrument, Listing, SourceSymbols } from './port.ts';
import { REFERENCE_SYMBOLS } from './reference/symbols.ts';

/** Instruments that the operator adds are numbered from here. Lower numbers are the reference data's. */
export const FIRST_OWN_ID = 1000;

/** Inserts missing symbols of listed instruments. Existing ones stay unchanged, because they belong to the operator. */
async function seedSymbols(pool: Pool, codes: ReadonlyMap<string, SourceSymbols>): Promise<void> {
  const rows = [...codes].flatMap(([code, symbols]) =>
    Object.entries(symbols).map(([source, symbol]) => ({ code, source, symbol })),
  );
  await pool.query(
    `insert into instrument_symbols (instrument, source, symbol)
     select i.id, s.source, s.symbol from unnest($1::text[], $2::text[], $3::text[]) as s (code, source, symbol)
     join instruments i on i.code = s.code and i.delisted_at is null and i.id < ${FIRST_OWN_ID} on conflict do nothing`,
    [rows.map(({ code }) => code), rows.map(({ source }) => source), rows.map(({ symbol }) => symbol)],
  );
}

/** Columns that the reference data sets. */
const SEEDED = `id, code, display_code, base_currency, quote_currency, category_id, logo, calendar, price_precision,
  lot_step, min_lots, max_lots, units_per_lot, margin_mode, leverages, fee_mode, fee_rate, swap_mode, swap_long, swap_short,
  swap_triple_weekday, conversion_instrument, conversion_inverse, stale_after_ms, jump_per_mille, hold_ms, price_scale`;

/** Inserts missing rows. Existing rows stay unchanged, because they belong to the operator. */
export async function seedListing(pool: Pool, reference: Listing): Promise<void> {
  const { categories, instruments } = reference;
  await pool.query(
    'insert into categories (id, slug) select * from unnest($1::int[], $2::text[]) on conflict do nothing',
    [categories.map(({ id }) => id), categories.map(({ slug }) => slug)],
  );
  // One statement, because a start waits for each: foreign keys to conversion legs are checked at its end.
  await pool.query(
    `insert into instruments (${SEEDED}) select ${SEEDED} from jsonb_populate_recordset(null::instruments, $1::jsonb)
     on conflict do nothing`,
    [
      JSON.stringify(instruments.map(toRow), (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
    ],
  );
  await seedSymbols(pool, REFERENCE_SYMBOLS);
}

interface InstrumentRow {
  readonly id: number;
  readonly code: string;
  readonly display_code: string;
  readonly base_currency: string;
  readonly quote_currency: string;
  readonly category_id: number;
  readonly logo: string;
  readonly calendar: string;
  readonly price_precision: number;
  readonly lot_step: bigint;
  readonly min_lots: bigint;
  readonly max_lots: bigint;
  readonly units_per_lot: bigint;
  readonly margin_mode: 'fixed' | 'leveraged';
  readonly leverages: readonly number[];
  readonly fee_mode: FeeMode;
  readonly fee_rate: bigint;
  readonly swap_mode: 'points' | 'annualPercent';
  readonly swap_long: bigint;
  readonly swap_short: bigint;
  readonly swap_triple_weekday: number;
  readonly conversion_instrument: number | null;
  readonly conversion_inverse: boolean;
  readonly stale_after_ms: number;
  readonly price_scale: number | null;
  readonly jump_per_mille: number;
  readonly hold_ms: number;
  readonly symbols: SourceSymbols | null;
  readonly names: InstrumentNames;
  readonly delisted_at: Date | null;
}

function toRow(instrument: ListedInstrument) {
  return {
    id: instrument.id,
    code: instrument.code,
    display_code: instrument.displayCode,
    base_currency: instrument.baseCurrency,
    quote_currency: instrument.quoteCurrency,
    category_id: instrument.categoryId,
    logo: instrument.logo,
    calendar: instrument.calendar,
    price_precision: instrument.pricePrecision,
    lot_step: instrument.lotStep,
    min_lots: instrument.minLots,
    max_lots: instrument.maxLots,
    units_per_lot: instrument.unitsPerLot,
    margin_mode: instrument.marginMode,
    leverages: instrument.leverages,
    fee_mode: instrument.feeMode,
    fee_rate: instrument.feeRate,
    swap_mode: instrument.swap.mode,
    swap_long: instrument.swap.long,
    swap_short: instrument.swap.short,
    swap_triple_weekday: instrument.swap.tripleWeekday,
    conversion_instrument: instrument.conversion?.instrument ?? null,
    conversion_inverse: instrument.conversion?.inverse ?? false,
    stale_after_ms: instrument.staleAfterMs,
    jump_per_mille: instrument.spike.jumpPerMille,
    hold_ms: instrument.spike.holdMs,
    price_scale: instrument.priceScale ?? null,
  };
}

/** Reads the listed instruments. Needs a pool that returns int8 as bigint. */
export async function readListing(pool: Pool): Promise<Listing> {
  const categories = await pool.query<Category>('select id, slug from categories order by id');
  const instruments = await pool.query<InstrumentRow>(
    `select i.*, (select jsonb_object_agg(s.source, s.symbol) from instrument_symbols s
       where s.instrument = i.id and s.symbol <> '') as symbols
     from instruments i order by i.id`,
  );
  const all = instruments.rows.map(toInstrument);
  const listed = all.filter(({ isDelisted }) => isDelisted === undefined);
  requireUsualLegs(listed);
  const former = all.filter(({ isDelisted }) => isDelisted !== undefined);
  return { categories: categories.rows, instruments: listed, former };
}

/** Conversions are computed from prices of scale 8. */
function requireUsualLegs(instruments: readonly ListedInstrument[]): void {
  const legs = new Set(instruments.map(({ conversion }) => conversion?.instrument));
  const unusual = instruments.find((instrument) => legs.has(instrument.id) && priceScaleOf(instrument) !== PRICE_SCALE);
  if (unusual !== undefined)
    throw new Error(
      `the price scale of ${unusual.code} must be ${PRICE_SCALE}, because other instruments convert by it`,
    );
}

function toInstrument(row: InstrumentRow): ListedInstrument {
  return {
    id: row.id,
    code: row.code,
    displayCode: row.display_code,
    baseCurrency: row.base_currency,
    quoteCurrency: row.quote_currency,
    categoryId: row.category_id,
    logo: row.logo,
    calendar: row.calendar,
    pricePrecision: row.price_precision,
    ...(row.price_scale !== null && { priceScale: row.price_scale }),
    lotStep: asLots(row.lot_step),
    minLots: asLots(row.min_lots),
    maxLots: asLots(row.max_lots),
    unitsPerLot: row.units_per_lot,
    marginMode: row.margin_mode,
    leverages: row.leverages,
    feeMode: row.fee_mode,
    feeRate: asRate(row.fee_rate),
    swap: {
      mode: row.swap_mode,
      long: asRate(row.swap_long),
      short: asRate(row.swap_short),
      tripleWeekday: row.swap_triple_weekday,
    },
    conversion:
      row.conversion_instrument === null
        ? null
        : { instrument: row.conversion_instrument, inverse: row.conversion_inverse },
    staleAfterMs: row.stale_after_ms,
    spike: { jumpPerMille: row.jump_per_mille, holdMs: row.hold_ms },
    ...(row.symbols !== null && { symbols: row.symbols }),
    ...(Object.keys(row.names).length > 0 && { names: row.names }),
    ...(row.delisted_at !== null && { isDelisted: true }),
  };
}
