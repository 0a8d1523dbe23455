import type { RemoveInstrument } from '../command.ts';
import type { InstrumentState, State } from '../core/state.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { DONE, refuse } from './outcomes.ts';

/**
 * Removes an instrument in which nothing is open. It must be halted or close-only: a host with several shards restricts
 * it in all of them first, so that no order comes between the removals of two shards.
 */
export function removeInstrument(work: Work, { instrument: id }: RemoveInstrument): Outcome {
  const { state, rulebook } = work;
  const instrument = state.instruments.get(id);
  if (instrument?.terms === undefined) return refuse('unknown_instrument');
  if (rulebook.opens(instrument.mode)) return refuse('instrument_not_restricted');
  if (instrument.aliveOrders > 0) return refuse('instrument_has_orders');
  if (instrument.burst) return refuse('price_in_doubt');
  if (convertsAnother(state, instrument)) return refuse('instrument_converts');
  if (hasGroupTerms(state, instrument)) return refuse('instrument_in_group');
  work.emit({ type: 'instrumentRemoved', instrument: id });
  return DONE;
}

/** True when results in another instrument are converted through this one. */
function convertsAnother({ instruments }: State, leg: InstrumentState): boolean {
  return [...instruments.values()].some((each) => each !== leg && each.leg === leg);
}

function hasGroupTerms({ groups }: State, { id }: InstrumentState): boolean {
  return [...groups.values()].some(({ record }) => record?.terms.some(({ instrument }) => instrument === id));
}
