import type { BeginBurst, EndBurst } from '../command.ts';
import { invariant } from '../core/invariant.ts';
import type { InstrumentState } from '../core/state.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { DONE } from './outcomes.ts';

/** Begins a burst. Its row records the quote, so that a recovery continues at it. */
export function beginBurst(work: Work, { instrument: id }: BeginBurst): Outcome {
  const instrument = known(work, id);
  invariant(!instrument.burst, () => `a second burst of instrument ${id}`);
  work.quoteOf(instrument);
  work.emit({ type: 'burstBegun', instrument: id });
  return DONE;
}

/** Ends a burst. */
export function endBurst(work: Work, { instrument: id }: EndBurst): Outcome {
  invariant(known(work, id).burst, () => `the end of a burst of instrument ${id} that never began`);
  work.emit({ type: 'burstEnded', instrument: id });
  return DONE;
}

function known(work: Work, id: number): InstrumentState {
  const instrument = work.state.instruments.get(id);
  invariant(instrument?.quote !== undefined, () => `a burst of the unknown market ${id}`);
  return instrument;
}
