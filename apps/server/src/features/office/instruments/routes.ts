import { officeInstrumentCalls } from '@fairlot/contract';
import type { OutputOfStaff } from '@fairlot/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { CALENDARS } from '../../../market/calendars/index.ts';
import type { ListedInstrument, MarketDesk } from '../../../market/port.ts';
import type { Answer } from '../../../platform/answer.ts';
import { done, refuse } from '../../../platform/answer.ts';
import { categoryName } from '../../../platform/messages.ts';
import type { StaffCalls } from '../../../platform/staff-calls.ts';
import { Turns } from '../../../platform/turns.ts';
import { termsOf } from '../../../trading/define-terms.ts';
import type { HostOutcome, TradingHost } from '../../../trading/port.ts';
import { OfficeInstrumentQueries } from './queries.ts';
import type { Alive } from './queries.ts';
import { officeTerms, withTerms } from './terms.ts';

type Wire = OutputOfStaff<typeof officeInstrumentCalls.officeChangeInstrument>;

/** Changes that may wait for their turn. */
const MOST_WAITING = 20;

export interface OfficeInstrumentDeps {
  readonly kysely: Kysely<Tables>;
  readonly market: MarketDesk;
  readonly trading: TradingHost;
}

/** Carries a refusal of the trading core out of the transaction that it undoes. */
class RefusedTerms extends Error {
  readonly outcome: Extract<HostOutcome, { ok: false }>;

  constructor(outcome: Extract<HostOutcome, { ok: false }>) {
    super(outcome.reason);
    this.outcome = outcome;
  }
}

/** Instruments and categories: what is listed on which terms, and changes of them, which take effect at once. */
export function registerOfficeInstruments(calls: StaffCalls, { kysely, market, trading }: OfficeInstrumentDeps): void {
  const queries = new OfficeInstrumentQueries(kysely);
  const turns = new Turns(1, MOST_WAITING);

  const replace = (instrument: ListedInstrument): void =>
    market.relist({
      categories: market.categories(),
      instruments: market.instruments().map((each) => (each.id === instrument.id ? instrument : each)),
    });

  /** Database, trading core and market take the new terms together. */
  const change = async (now: ListedInstrument, next: ListedInstrument, by: string): Promise<Answer<Wire>> => {
    const texts = { before: JSON.stringify(officeTerms(now)), after: JSON.stringify(officeTerms(next)), by };
    let told = false;
    try {
      await queries.change(next, texts, async () => {
        const outcome = await trading.submit({ type: 'defineInstrument', instrument: termsOf(next) });
        if (!outcome.ok) throw new RefusedTerms(outcome);
        told = true;
      });
    } catch (error) {
      if (error instanceof RefusedTerms) return refuse(error.outcome.reason, error.outcome.detail);
      // Not stored after all: the core goes back to what is.
      if (told) await trading.submit({ type: 'defineInstrument', instrument: termsOf(now) });
      throw error;
    }
    replace(next);
    return done(present(next, market, (await queries.alive()).get(next.id)));
  };

  calls.forStaff(officeInstrumentCalls.officeChangeInstrument, ({ id, terms }, { staff }) =>
    turns.run(async () => {
      const now = market.instrument(id);
      if (now === undefined) return refuse('unknown_instrument');
      const next = withTerms(now, terms, {
        categories: market.categories().map((category) => category.id),
        calendars: [...CALENDARS.keys()],
      });
      if ('field' in next) return refuse('bad_request', { field: `terms.${next.field}` });
      return change(now, next, staff.name);
    }),
  );

  calls.forStaff(officeInstrumentCalls.officeAddCategory, ({ slug }) =>
    turns.run(async () => {
      const category = await queries.addCategory(slug);
      if (category === undefined) return refuse('record_changed');
      market.relist({ categories: [...market.categories(), category], instruments: market.instruments() });
      return done(category);
    }),
  );

  calls.forStaff(officeInstrumentCalls.officeRemoveCategory, ({ id }) =>
    turns.run(async () => {
      if (!(await queries.removeCategory(id))) return refuse('record_changed');
      market.relist({
        categories: market.categories().filter((category) => category.id !== id),
        instruments: market.instruments(),
      });
      return done({});
    }),
  );

  registerReading(calls, queries, market);
}

function registerReading(calls: StaffCalls, queries: OfficeInstrumentQueries, market: MarketDesk): void {
  calls.forList(officeInstrumentCalls.officeInstruments, async ({ q, category_id: category }, { offset, limit }) => {
    const wanted = q?.trim().toLowerCase() ?? '';
    const found = market
      .instruments()
      .filter(
        (each) =>
          (category === undefined || each.categoryId === category) &&
          (each.code.toLowerCase().includes(wanted) || each.displayCode.toLowerCase().includes(wanted)),
      );
    const alive = await queries.alive();
    return done({
      list: found.slice(offset, offset + limit).map((each) => present(each, market, alive.get(each.id))),
      total: found.length,
    });
  });

  calls.forList(officeInstrumentCalls.officeInstrumentChanges, async ({ instrument_id: instrument }, slice) => {
    const { rows, total } = await queries.changes(instrument, slice);
    return done({
      list: rows.map((row) => ({
        id: Number(row.id),
        at: row.at.toISOString(),
        staff_name: row.staff_name,
        instrument_id: row.instrument_id,
        code: market.instrument(row.instrument_id)?.code ?? '',
        before: row.before,
        after: row.after,
      })),
      total,
    });
  });

  calls.forStaff(officeInstrumentCalls.officeCategories, (_, { language }) =>
    done({
      categories: market
        .categories()
        .map(({ id, slug }) => ({
          id,
          slug,
          name: categoryName(slug, language),
          instruments: market.instruments().filter(({ categoryId }) => categoryId === id).length,
        })),
      calendars: [...CALENDARS.keys()].sort(),
    }),
  );
}

function present(instrument: ListedInstrument, market: MarketDesk, alive: Alive | undefined): Wire {
  return {
    id: instrument.id,
    code: instrument.code,
    base_currency: instrument.baseCurrency,
    quote_currency: instrument.quoteCurrency,
    price_precision: instrument.pricePrecision,
    units_per_lot: String(instrument.unitsPerLot),
    margin_mode: instrument.marginMode,
    conversion:
      instrument.conversion === null
        ? null
        : { id: instrument.conversion.instrument, inverse: instrument.conversion.inverse },
    market_status: market.isOpen(instrument.id) ? 1 : 0,
    next_session: market.nextSessionChange(instrument.id) ?? null,
    open_positions: alive?.open ?? 0,
    pending_orders: alive?.pending ?? 0,
    ...officeTerms(instrument),
  };
}
