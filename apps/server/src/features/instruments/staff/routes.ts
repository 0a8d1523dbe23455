import { officeInstrumentCalls } from '@fairlot/contract';
import { done, refuse } from '../../../http/answer.ts';
import { CALENDARS } from '../../../market/calendars/index.ts';
import type { MarketAdmin } from '../../../market/port.ts';
import type { Proposals } from '../../../staff/proposals/proposals.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import type { AnnouncedSwaps } from '../../../trading/announced-swaps.ts';
import { categoryName } from '../category-name.ts';
import type { InstrumentActions } from './actions.ts';
import { lotCosts } from './lot-cost.ts';
import { presentInstrument } from './presenter.ts';
import type { InstrumentStaffQueries } from './queries.ts';
import { rolloverAfterNotice } from './terms-change.ts';

export interface InstrumentStaffDeps {
  readonly queries: InstrumentStaffQueries;
  readonly actions: InstrumentActions;
  readonly market: MarketAdmin;
  readonly proposals: Pick<Proposals, 'areNeeded'>;
  readonly announced: AnnouncedSwaps;
}

/** Staff calls about instruments and categories. */
export function registerInstrumentStaff(calls: StaffCalls, deps: InstrumentStaffDeps): void {
  const { queries, actions, market, announced } = deps;

  calls.forStaff(officeInstrumentCalls.officeChangeInstrument, async ({ id, terms, seen = {} }, { staff }) => {
    const changed = await actions.changeTerms(id, { terms, seen }, { id: staff.staff, name: staff.name });
    if (!changed.ok) return changed;
    const { instrument, proposals } = changed.data;
    const presented = presentInstrument(instrument, market, (await queries.alive()).get(id), announced.of(id));
    return done({ ...presented, proposals: [...proposals] });
  });

  calls.forStaff(officeInstrumentCalls.officeAddCategory, ({ slug }) => actions.addCategory(slug));

  calls.forStaff(officeInstrumentCalls.officeRemoveCategory, ({ id }) => actions.removeCategory(id));

  registerReading(calls, deps);
}

function registerReading(calls: StaffCalls, { queries, market, proposals, announced }: InstrumentStaffDeps): void {
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
        .map((each) => presentInstrument(each, market, alive.get(each.id), announced.of(each.id))),
      total: found.length,
    });
  });

  calls.forStaff(officeInstrumentCalls.officeTermsCost, ({ id, ...terms }) => {
    const instrument = market.instrument(id);
    return instrument === undefined ? refuse('unknown_instrument') : done(lotCosts(instrument, terms, market));
  });

  calls.forStaff(officeInstrumentCalls.officeTermsEffect, async ({ id }) => {
    if (market.instrument(id) === undefined) return refuse('unknown_instrument');
    const needed = await proposals.areNeeded();
    return done({
      ...(await queries.holders(id)),
      needs_approval: needed,
      swap_at: needed ? rolloverAfterNotice(market.now()) : null,
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
      calendars: [...CALENDARS.keys()].sort(),
    }),
  );
}
