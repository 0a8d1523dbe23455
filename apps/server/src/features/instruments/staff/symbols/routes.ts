import { PRICE_SOURCES, type OutputOfStaff, priceSourceCalls } from '@fairlot/contract';
import { done, refuse } from '../../../../http/answer.ts';
import type { ListedInstrument, MarketAdmin, SourceLine } from '../../../../market/port.ts';
import { REFERENCE_SYMBOLS } from '../../../../market/reference/symbols.ts';
import type { StaffCalls } from '../../../../staff/staff-calls.ts';
import { type SymbolActions, symbolOf } from './actions.ts';

type Wire = OutputOfStaff<typeof priceSourceCalls.officeInstrumentSources>;
type Place = SourceLine['sources'][number];

/** Staff calls about the live sources of instruments. */
export function registerSymbolStaff(
  calls: StaffCalls,
  { actions, market }: { readonly actions: SymbolActions; readonly market: MarketAdmin },
): void {
  calls.forStaff(priceSourceCalls.officeInstrumentSources, ({ id }) => {
    const instrument = market.instrument(id);
    return instrument === undefined ? refuse('unknown_instrument') : done(present(instrument, market));
  });

  calls.forStaff(priceSourceCalls.officeSetSymbol, async ({ id, ...change }, { staff }) => {
    const changed = await actions.change(id, change, { id: staff.staff, name: staff.name });
    if (!changed.ok) return changed;
    const instrument = market.instrument(id);
    return instrument === undefined
      ? refuse('unknown_instrument')
      : done({ ...present(instrument, market), proposal: changed.data });
  });
}

function present(instrument: ListedInstrument, market: MarketAdmin): Wire {
  const line = market.lineOf(instrument.id);
  const named = line?.sources ?? [];
  const others = PRICE_SOURCES.filter((name) => named.every((place) => place.name !== name));
  return {
    present: market.sourceOf(instrument.id) ?? null,
    since: line?.since ?? null,
    sources: [
      ...named.map((place, index) => ({
        ...ofSource(instrument, place.name),
        place: index + 1,
        state: stateOf(place),
        reason: place.symbol === undefined ? null : place.state.reason,
        since: place.symbol === undefined ? null : place.state.since,
      })),
      ...others.map((name) => ({
        ...ofSource(instrument, name),
        place: null,
        state: 'unused' as const,
        reason: null,
        since: null,
      })),
    ],
  };
}

function ofSource(instrument: ListedInstrument, name: Place['name']) {
  return {
    name,
    symbol: symbolOf(instrument, name),
    default_symbol: REFERENCE_SYMBOLS.get(instrument.code)?.[name] ?? null,
  };
}

function stateOf({ symbol, state, isUnknown, isContradicted }: Place): Wire['sources'][number]['state'] {
  if (symbol === undefined) return 'unused';
  if (isUnknown) return 'unknown';
  return state.phase === 'live' && isContradicted ? 'contradicted' : state.phase;
}
