import type { Clock } from '../platform/clock.ts';

/** The client's estimate of market time: the server's wall clock, or the recorded time of a replay. */
export interface MarketClock {
  /** Reports that market time has reached at least this value. */
  reached(marketTime: number): void;
  /**
   * Sets the current market time as the server states it, also backwards: corrects a clock that ran ahead because the
   * device's clock was moved.
   */
  is(marketTime: number): void;
  /** Current market time; undefined before the first report. Advances by the time since the last report at most. */
  now(): number | undefined;
}

/**
 * Creates a market clock. It uses only differences of the device's clock, so that a wrong device clock does no harm. A
 * device clock that is moved while the page runs distorts it until the next `is`.
 */
export function createMarketClock(clock: Clock): MarketClock {
  let anchor: { readonly market: number; readonly local: number } | undefined;
  const now = (): number | undefined =>
    anchor === undefined ? undefined : anchor.market + Math.max(0, clock.now() - anchor.local);
  const is = (marketTime: number): void => {
    anchor = { market: marketTime, local: clock.now() };
  };
  return {
    now,
    is,
    reached(marketTime) {
      const known = now();
      if (known === undefined || marketTime > known) is(marketTime);
    },
  };
}
