/** Largest share of the chart's height for all panes; bounds of one pane in px. */
const PANES_SHARE = 0.42;
const PANE_PX = { least: 28, most: 96 } as const;
/** Height reserved for the candles and the time axis, in px. */
const RESERVED_PX = 144;
/** On a lower chart the legends would hide the candles, in px. */
const LEGENDS_FROM_PX = 200;

/** Division of a chart's height. */
export interface PaneRoom {
  /** Number of panes shown; the others appear once the chart is taller. */
  readonly panes: number;
  /** Height of each pane, in px. */
  readonly height: number;
  /** True if indicator values are shown over the candles. */
  readonly legends: boolean;
}

/** Divides a chart's height among the wanted panes. The candles have priority, for instance above an open ticket. */
export function paneRoom(chartHeight: number, wanted: number): PaneRoom {
  const room = Math.min(chartHeight * PANES_SHARE, chartHeight - RESERVED_PX);
  const panes = Math.max(0, Math.min(wanted, Math.floor(room / PANE_PX.least)));
  const height = panes === 0 ? 0 : Math.round(Math.min(PANE_PX.most, room / panes));
  return { panes, height, legends: chartHeight >= LEGENDS_FROM_PX };
}

/** A pane is never lower than this, in px. */
export const LEAST_PANE_PX: number = PANE_PX.least;
