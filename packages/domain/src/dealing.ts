/**
 * How far staff let an instrument be dealt in. `closeOnly`: positions close, and no new ones open. `halted`: nothing is
 * dealt, and triggers and stop-outs wait.
 */
export type DealingMode = 'normal' | 'closeOnly' | 'halted';

/** The modes from the weakest to the strictest. */
const BY_STRICTNESS: readonly DealingMode[] = ['normal', 'closeOnly', 'halted'];

/** True when a mode lets more be dealt than the other one. */
export function isWeaker(mode: DealingMode, than: DealingMode): boolean {
  return BY_STRICTNESS.indexOf(mode) < BY_STRICTNESS.indexOf(than);
}

/** The facts that decide whether an instrument can be dealt on at its last quote. */
export interface DealingFacts {
  /** True while the session is open. */
  readonly open: boolean;
  /** True while staff have halted the instrument. */
  readonly halted?: boolean | undefined;
  /**
   * True while a newer price is in doubt: the market holds a tick that it does not trust yet, its clock jumped, or the
   * source has not confirmed the quote since the start.
   */
  readonly doubt: boolean;
  /** Market time of the quote in epoch milliseconds. */
  readonly quoteTime: number;
  /** See Instrument.staleAfterMs. */
  readonly staleAfterMs: number;
}

/** The reason why an instrument can't be dealt on. */
export type DealingProblem = 'instrument_halted' | 'market_closed' | 'market_data_stale' | 'price_in_doubt';

/** True when a quote's time is near market time. A quote of the future is as wrong as an old one. */
export function isFresh(quoteTime: number, now: number, staleAfterMs: number): boolean {
  return Math.abs(now - quoteTime) <= staleAfterMs;
}

/**
 * The rule of which price may be dealt on: a quote can be dealt on when the source confirmed it, it is fresh by the
 * market clock in both directions, its instrument is in session and not halted, and no newer price is in doubt. Undefined
 * when it can.
 */
export function dealingProblem(facts: DealingFacts, now: number): DealingProblem | undefined {
  if (facts.halted === true) return 'instrument_halted';
  if (!facts.open) return 'market_closed';
  if (!isFresh(facts.quoteTime, now, facts.staleAfterMs)) return 'market_data_stale';
  return facts.doubt ? 'price_in_doubt' : undefined;
}
