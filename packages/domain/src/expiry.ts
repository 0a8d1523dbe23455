import { nextRollover } from './session-rollover.ts';
import { DAY_MS } from './time.ts';

/** The longest time from now until the expiry of a pending order. */
export const MOST_EXPIRY_MS = 366 * DAY_MS;

/** True from the moment of its expiry on. An order without one is good till cancelled. */
export function isExpired(expiresAt: number | undefined, time: number): boolean {
  return expiresAt !== undefined && time >= expiresAt;
}

/**
 * The end of the trading day in which a moment falls: the next rollover, 17:00 New York on Monday to Friday, for every
 * instrument. A weekend belongs to Monday's trading day.
 */
export function endOfTradingDay(time: number): number {
  return nextRollover(time).time;
}
