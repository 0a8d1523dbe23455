import type { Clock } from '../platform/clock.ts';

/** What the client knows of market time: the wall clock of the server, or the recorded time of a replay. */
export interface MarketClock {
  /** The server showed that market time has come this far. */
  reached(marketTime: number): void;
  /** The server says that this is the time now: also where the device's clock was moved and this one ran ahead with it. */
  is(marketTime: number): void;
  /** Market time now, or undefined before anything was heard. Never runs ahead of what was heard by more than the time since. */
  now(): number | undefined;
}

/** A market clock that leans on the device's clock for differences only, so that a wrong device clock does no harm; a moved one does until the server is asked. */
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
