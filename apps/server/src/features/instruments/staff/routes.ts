import { catalogueCalls, officeInstrumentCalls } from '@fairlot/contract';
import { done, refuse } from '../../../http/answer.ts';
import { categoryName } from '../../../market/category-name.ts';
import type { ListedInstrument, MarketAdmin } from '../../../market/port.ts';
import type { Proposals } from '../../../staff/proposals/proposals.ts';
import { rolloverAfterNotice } from '../../../staff/proposals/rollover-notice.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import type { AnnouncedSwaps } from '../../../trading/announced-swaps.ts';
import type { TradingHost } from '../../../trading/port.ts';
import type { InstrumentActions } from './actions.ts';
import type { CatalogueActions } from './catalogue-actions.ts';
import type { CategoryTerms } from './instrument-groups.ts';
import { lotCosts } from './lot-cost.ts';
import { presentInstrument } from './presenter.ts';
import type { InstrumentStaffQueries } from './queries.ts';

export interface InstrumentStaffDeps {
  readonly queries: InstrumentStaffQueries;
  readonly actions: InstrumentActions;
  readonly catalogue: CatalogueActions;
  readonly market: MarketAdmin;
  readonly proposals: Pick<Proposals, 'areNeeded'>;
  readonly announced: AnnouncedSwaps;
  readonly categories: Pick<CategoryTerms, 'effects'>;
  readonly trading: Pick<TradingHost, 'restricted'>;
}

/** Staff calls about instruments and categories. */
export function registerInstrumentStaff(calls: StaffCalls, deps: InstrumentStaffDeps): void {
  const { actions, market } = deps;
  const present = presenterOf(deps);

  calls.forStaff(officeInstrumentCalls.officeChangeInstrument, async ({ id, terms, seen = {} }, { staff }) => {
    const changed = await actions.changeTerms(id, { terms, seen }, { id: staff.staff, name: staff.name });
    if (!changed.ok) return changed;
    const { instrument, proposals } = changed.data;
    return done({ ...(await present(instrument)), proposals: [...proposals] });
  });

  calls.forStaff(officeInstrumentCalls.officeSetDealing, async ({ id, mode, seen, reason }, { staff }) => {
    const set = await actions.setDealing(id, { mode, seen }, { reason, staff: staff.staff, name: staff.name });
    const instrument = market.instrument(id);
    return set.ok && instrument !== undefined
      ? done(await present(instrument))
      : set.ok
        ? refuse('unknown_instrument')
        : set;
  });

  calls.forStaff(officeInstrumentCalls.officeAddCategory, ({ slug }) => actions.addCategory(slug));

  calls.forStaff(officeInstrumentCalls.officeRemoveCategory, ({ id }) => actions.removeCategory(id));

  registerCatalogue(calls, deps);
  registerReading(calls, deps);
  registerEffects(calls, deps);
}

/** Calls by which instruments come and go. */
function registerCatalogue(calls: StaffCalls, deps: InstrumentStaffDeps): void {
  const present = presenterOf(deps);
  calls.forStaff(catalogueCalls.officeAddInstrument, async (definition, { staff }) => {
    const added = await deps.catalogue.add(definition, { id: staff.staff, name: staff.name });
    if (!added.ok) return added;
    const { instrument, proposal } = added.data;
    return done({ instrument: instrument === null ? null : await present(instrument), proposal });
  });

  calls.forStaff(catalogueCalls.officeDelistInstrument, ({ id, reason }, { staff }) =>
    deps.catalogue.delist(id, reason, { id: staff.staff, name: staff.name }),
  );
}

/** Presents an instrument as it is now. */
function presenterOf({ queries, market, announced, trading }: InstrumentStaffDeps) {
  return async (instrument: ListedInstrument) =>
    presentInstrument(
      instrument,
      market,
      (await queries.alive()).get(instrument.id),
      announced.of(instrument.id),
      trading.restricted?.get(instrument.id),
    );
}

function registerReading(calls: StaffCalls, { queries, market, announced, trading }: InstrumentStaffDeps): void {
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
      list: found
        .slice(offset, offset + limit)
        .map((each) =>
          presentInstrument(each, market, alive.get(each.id), announced.of(each.id), trading.restricted?.get(each.id)),
        ),
      total: found.length,
    });
  });

  calls.forList(
    officeInstrumentCalls.officeInstrumentChanges,
    async ({ instrument_id: instrument, ...period }, slice) => {
      const { rows, total } = await queries.changes(instrument, period, slice);
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
    },
  );

  calls.forStaff(officeInstrumentCalls.officeCategories, (_, { language }) =>
    done({
      categories: market.categories().map(({ id, slug }) => ({
        id,
        slug,
        name: categoryName(slug, language),
        instruments: market.instruments().filter(({ categoryId }) => categoryId === id).length,
      })),
      calendars: market.calendars.all().map(({ calendar }) => calendar.name),
    }),
  );
}

/** Calls that tell the effect of a change of terms. */
function registerEffects(calls: StaffCalls, { queries, market, proposals, categories }: InstrumentStaffDeps): void {
  calls.forStaff(officeInstrumentCalls.officeTermsCost, ({ id, ...terms }) => {
    const instrument = market.instrument(id);
    return instrument === undefined ? refuse('unknown_instrument') : done(lotCosts(instrument, terms, market));
  });

  calls.forStaff(officeInstrumentCalls.officeTermsEffect, async ({ id, category_id: category }) => {
    const instrument = market.instrument(id);
    if (instrument === undefined) return refuse('unknown_instrument');
    const effects = category === undefined ? [] : categories.effects(instrument, category);
    const needed = await proposals.areNeeded();
    return done({
      ...(await queries.holders(id)),
      needs_approval: needed,
      swap_at: needed ? rolloverAfterNotice(market.now()) : null,
      groups: effects.map(({ id: group, name, concernsPositions }) => ({
        id: group,
        name,
        concerns_positions: concernsPositions,
      })),
    });
  });
}
