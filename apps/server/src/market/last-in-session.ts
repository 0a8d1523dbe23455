import { type Candle, DAY_MS, type InstrumentId, type SessionCalendar, isOpen, openSpans } from '@fairlot/domain';
import type { LiveBars } from './live-bars.ts';

/** Longer than any market is closed: holidays in a row are some ten days. */
const LONGEST_CLOSE_MS = 31 * DAY_MS;

/**
 * The last minute that begins in a session; undefined when there is none. Sources quote outside of sessions too, and no
 * position is valued by those prices.
 */
export async function lastInSession(
  bars: LiveBars,
  id: InstrumentId,
  calendar: SessionCalendar,
): Promise<Candle | undefined> {
  let bar = bars.minute(id);
  while (bar !== undefined && !isOpen(calendar, bar.time)) {
    const close = openSpans(calendar, bar.time - LONGEST_CLOSE_MS, bar.time).at(-1)?.to;
    bar = close === undefined ? undefined : (await bars.candles(id, '1min', 1, close)).at(-1);
  }
  return bar;
}
