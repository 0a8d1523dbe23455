import type { Instrument } from '@fairlot/domain';
import type { DefineInstrument, SetRules } from '../command.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { DONE, refuse } from './outcomes.ts';

/**
 * Brings an instrument in, or replaces its terms for what comes after: open positions keep their bound margin. Terms
 * that give prices and volumes their meaning can't change while orders in it are alive, for that would revalue them.
 */
export function defineInstrument(work: Work, { instrument }: DefineInstrument): Outcome {
  const listing = work.state.listings.get(instrument.id);
  if (listing?.terms !== undefined && listing.aliveOrders > 0 && givesAnotherMeaning(listing.terms, instrument))
    return refuse('instrument_in_use');
  work.emit({ type: 'instrumentDefined', instrument });
  return DONE;
}

/** Replaces the operator's rules for what comes after. */
export function setRules(work: Work, { rules }: SetRules): Outcome {
  work.emit({ type: 'rulesSet', rules });
  return DONE;
}

function givesAnotherMeaning(old: Instrument, terms: Instrument): boolean {
  return (
    old.pricePrecision !== terms.pricePrecision ||
    old.unitsPerLot !== terms.unitsPerLot ||
    old.quoteCurrency !== terms.quoteCurrency ||
    old.conversion?.instrument !== terms.conversion?.instrument ||
    old.conversion?.inverse !== terms.conversion?.inverse
  );
}
