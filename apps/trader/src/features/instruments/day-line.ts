import type { Close } from '@fairlot/client';
import { PERIOD_MS, dayStart } from '@fairlot/domain';
import type { Period } from '@fairlot/domain';

/** Closes that the server returns for a small chart. */
const CLOSES = 60;
const PERIODS_OF_A_DAY: readonly Period[] = ['5min', '15min', '30min'];

/** The shortest period whose closes cover the trading day up to this moment. */
export function periodOfDay(time: number): Period {
  const passed = time - dayStart(time);
  return PERIODS_OF_A_DAY.find((period) => PERIOD_MS[period] * (CLOSES - 1) >= passed) ?? '30min';
}

/**
 * The day's course for a row's small chart: from the day's open to the present price, the same window as the change next
 * to it. Floats, because only pixels depend on them.
 */
export function dayLine(
  closes: readonly Close[],
  now: { readonly time: number; readonly open: string | undefined; readonly bid: string },
): number[] {
  const start = dayStart(now.time);
  const course = closes.filter(({ time }) => time >= start && time <= now.time);
  // The last bar is still forming: the present price takes its place.
  const ended = course.slice(0, -1).map(({ close }) => Number(close));
  return [...(now.open === undefined ? [] : [Number(now.open)]), ...ended, Number(now.bid)];
}
