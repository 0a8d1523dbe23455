import { type Candle, PERIODS, type Period, barStart, joinCandle } from '@fairlot/domain';

/**
 * The longer bars that contain a minute, up to that minute. `before`: the bars of a period that end by the start of the
 * one of that period which contains the minute; those of earlier spans are left out.
 */
export function partsOf(
  minute: number,
  before: (period: Period) => readonly Candle[],
): Partial<Record<Period, Candle>> {
  const parts: Partial<Record<Period, Candle>> = {};
  for (const [index, period] of PERIODS.slice(1).entries()) {
    const shorter = PERIODS[index] ?? '1min';
    const start = barStart(period, minute);
    const whole = before(shorter).filter(({ time }) => time >= start);
    const rest = parts[shorter];
    for (const bar of rest === undefined ? whole : [...whole, rest])
      parts[period] = joinCandle(period, parts[period], bar);
  }
  return parts;
}
