import type { Bar } from '@fairlot/client';
import { PERIODS, PERIOD_MS } from '@fairlot/domain';
import type { Period } from '@fairlot/domain';

/** The part of a trade that a past chart shows. */
export type PastView = 'trade' | 'entry' | 'exit';

/** The times of a trade, epoch milliseconds. `end` is the moment of reading while it is open. */
export interface TradeTimes {
  readonly open: number;
  readonly end: number;
  readonly isClosed: boolean;
}

/** Bars to read: at most `limit` that begin before `before`; undefined for the latest. */
interface BarsAsked {
  readonly period: Period;
  readonly limit: number;
  readonly before: number | undefined;
  /** The moment that must be on the chart. */
  readonly moment: number;
}

/** Bars before the entry and after the exit. */
const AROUND = 20;
/** Most bars between entry and exit, if the periods allow it. */
const BETWEEN = 60;
const MOST = 1000;
const NEAR_PERIOD: Period = '1min';
/** A fill on a quote that was some minutes old belongs to the bar of that quote. */
const OLDEST_QUOTE_MS = 600_000;

/** The bars that show the whole trade, or the surroundings of its entry or exit. */
export function barsToAsk(view: PastView, { open, end, isClosed }: TradeTimes): BarsAsked {
  if (view !== 'trade') {
    const moment = view === 'entry' ? open : end;
    return { period: NEAR_PERIOD, limit: 2 * AROUND + 1, before: moment + AROUND * PERIOD_MS[NEAR_PERIOD], moment };
  }
  const period = PERIODS.find((each) => end - open <= BETWEEN * PERIOD_MS[each]) ?? '1day';
  const step = PERIOD_MS[period];
  return {
    period,
    limit: Math.min(MOST, Math.ceil((end - open) / step) + 2 * AROUND + 1),
    before: isClosed ? end + AROUND * step : undefined,
    moment: open,
  };
}

/** The bars from some before the moment on; none when the moment itself has no recorded bar. */
export function barsAround(bars: readonly Bar[], { period, moment }: BarsAsked): readonly Bar[] {
  const at = bars.findLastIndex(({ time }) => time <= moment);
  const bar = bars[at];
  if (bar === undefined || moment - bar.time > Math.max(PERIOD_MS[period], OLDEST_QUOTE_MS)) return [];
  return bars.slice(Math.max(0, at - AROUND));
}
