import type { TradingHours } from '@fairlot/client';

/** A time in which the market is open, in epoch milliseconds of market time. */
export type OpenTime = TradingHours['spans'][number];

/** The open times of one local day. */
export interface DayHours {
  readonly start: number;
  readonly open: readonly OpenTime[];
}

/** True if the market is open all the time that the hours tell about. */
export function isAlwaysOpen({ from, to, spans }: TradingHours): boolean {
  return spans.length === 1 && spans[0]?.from === from && spans[0].to === to;
}

/** Start of the device's next day after a moment. A local day has 23 to 25 hours. */
export function nextMidnight(time: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
}

/** Cuts the open times at the midnights of the device, so that each day has its own. */
export function hoursByDay(
  { from, to, spans }: TradingHours,
  after: (time: number) => number = nextMidnight,
): DayHours[] {
  const days: DayHours[] = [];
  for (let start = from; start < to;) {
    const end = Math.min(after(start), to);
    const open = spans.flatMap((span) => {
      const part = { from: Math.max(span.from, start), to: Math.min(span.to, end) };
      return part.from < part.to ? [part] : [];
    });
    days.push({ start, open });
    start = end;
  }
  return days;
}
