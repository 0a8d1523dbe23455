import type { InstrumentState } from '../core/state.ts';

/** Makes a restored quote wait for its confirmation by the source. */
export function unconfirm(instrument: InstrumentState): void {
  instrument.confirmed = false;
  instrument.journalled = false;
}

/** Opens or closes the session of an instrument. */
export function setOpen(instrument: InstrumentState, open: boolean): void {
  if (instrument.open === open) return;
  instrument.open = open;
  instrument.journalled = false;
}

/** Begins or ends the doubt about the price of an instrument. */
export function setDoubt(instrument: InstrumentState, doubt: boolean): void {
  if (instrument.held === doubt) return;
  instrument.held = doubt;
  instrument.journalled = false;
}
