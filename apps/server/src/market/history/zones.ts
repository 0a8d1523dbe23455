import { PERIODS, PERIOD_MS, type Period, barStart } from '@fairlot/domain';

/** The most bars of each period that are fetched of an instrument: two weeks of minutes up to five years of days. */
const DEPTH: Readonly<Record<Period, number>> = {
  '1min': 20_160,
  '5min': 8_640,
  '15min': 5_760,
  '30min': 5_760,
  '60min': 8_760,
  '1day': 1_826,
};

/** A span of time without bars. */
export interface Span {
  /** The first minute; 0 for everything before `to`. */
  readonly from: number;
  readonly to: number;
  /** The moment from which the depth of each period counts. */
  readonly plannedAt: number;
}

/** A part of a span: `from` ≤ start of a bar < `to`. */
export interface Zone {
  readonly period: Period;
  readonly from: number;
  readonly to: number;
}

/**
 * Divides a span into the zones of its periods, the newest first: minutes as far back as they go, and before them ever
 * longer bars. A zone begins at a bar of the next longer period, so that longer bars are whole sums of shorter ones.
 * `keeps`: the newest bars of each period that the source has.
 */
export function zonesOf(span: Span, keeps = Number.POSITIVE_INFINITY): readonly Zone[] {
  const zones: Zone[] = [];
  let { to } = span;
  for (const period of PERIODS) {
    const { from, isLast } = startOf(period, span, keeps);
    to = barStart(period, to);
    if (from < to) zones.push({ period, from, to });
    if (isLast) break;
    to = Math.min(to, from);
  }
  return zones;
}

/** The longer bars that are sums of the span's shorter ones, without those that contain `until`. */
export function sumsOf(span: Span, until: number, keeps = Number.POSITIVE_INFINITY): readonly Zone[] {
  return PERIODS.slice(1).flatMap((period, index) => {
    const shorter = startOf(PERIODS[index] ?? '1min', span, keeps);
    // Bars of before the span belong to the first sum.
    const from = shorter.isLast ? barStart(period, span.from) : shorter.from;
    if (from >= span.to) return [];
    const to = Math.min(barStart(period, until), ceil(span.to, PERIOD_MS[period]));
    return from < to ? [{ period, from, to }] : [];
  });
}

/** The start of a period's zone. The last one is the zone that reaches the beginning of the span. */
function startOf(period: Period, span: Span, keeps: number): { readonly from: number; readonly isLast: boolean } {
  const oldest = span.plannedAt - Math.min(DEPTH[period], keeps) * PERIOD_MS[period];
  if (span.from >= oldest) return { from: ceil(span.from, PERIOD_MS[period]), isLast: true };
  const longer = PERIODS[PERIODS.indexOf(period) + 1] ?? period;
  return { from: ceil(oldest, PERIOD_MS[longer]), isLast: longer === period };
}

function ceil(time: number, step: number): number {
  return Math.ceil(time / step) * step;
}
