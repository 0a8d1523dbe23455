import { type Instrument, isSameSwap, priceScaleOf } from '@fairlot/domain';
import type { DefineInstrument, SetDealing, SetRules } from '../command.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { DONE, refuse } from './outcomes.ts';
import { keptSwap } from './swap.ts';

/**
 * Adds an instrument, or replaces its terms for later commands: open positions keep their bound margin. Terms that
 * define prices and volumes can't change while the instrument has alive orders or a markup, because that would revalue
 * them, and tiers of leverage need margins that follow from the exposure.
 */
export function defineInstrument(work: Work, { instrument: terms }: DefineInstrument): Outcome {
  const known = work.state.instruments.get(terms.id);
  if (known?.terms !== undefined && givesAnotherMeaning(known.terms, terms))
    if (known.aliveOrders > 0 || hasMarkup(work, terms)) return refuse('instrument_in_use');
  if (terms.marginMode === 'fixed' && hasTiers(work, terms)) return refuse('instrument_in_use');
  if (known?.terms !== undefined) keepSwap(work, known.terms, terms);
  work.emit({ type: 'instrumentDefined', instrument: terms });
  return DONE;
}

/** Positions owe the swap at which a rollover began, however late their account's turn comes. */
function keepSwap(work: Work, { id, swap: old }: Instrument, { swap }: Instrument): void {
  if (!work.rulebook.keepsSwaps || isSameSwap(old, swap)) return;
  const { mode, long, short, tripleWeekday } = old;
  if (work.state.rollovers.some((begun) => keptSwap(begun, id) === undefined))
    work.emit({ type: 'swapKept', instrument: id, swap: { mode, long, short, tripleWeekday } });
}

/** Halts an instrument, restricts it to closing, or releases it. A release fires nothing itself; the next quote does. */
export function setDealing(work: Work, { instrument: id, mode }: SetDealing): Outcome {
  const instrument = work.state.instruments.get(id);
  if (instrument?.terms === undefined) return refuse('unknown_instrument');
  if (instrument.mode !== mode) work.emit({ type: 'dealingSet', instrument: id, mode });
  return DONE;
}

/** Replaces the operator's rules for later commands. */
export function setRules(work: Work, { rules }: SetRules): Outcome {
  work.emit({ type: 'rulesSet', rules });
  return DONE;
}

/** True when a group has a markup on the instrument, which is in the scale of its prices. */
function hasMarkup({ state }: Work, { id }: Instrument): boolean {
  return [...state.groups.values()].some(({ record }) =>
    record?.terms.some(({ instrument, markup }) => instrument === id && markup !== undefined),
  );
}

/** True when a group has tiers of leverage on the instrument, whose margin must follow from its exposure. */
function hasTiers({ state }: Work, { id }: Instrument): boolean {
  return [...state.groups.values()].some(({ tiers }) => tiers.has(id));
}

function givesAnotherMeaning(old: Instrument, terms: Instrument): boolean {
  return (
    old.pricePrecision !== terms.pricePrecision ||
    priceScaleOf(old) !== priceScaleOf(terms) ||
    old.unitsPerLot !== terms.unitsPerLot ||
    old.quoteCurrency !== terms.quoteCurrency ||
    old.conversion?.instrument !== terms.conversion?.instrument ||
    old.conversion?.inverse !== terms.conversion?.inverse
  );
}
