/** Panes under the candles share at most this much of the chart's height, and each has bounds in px. */
const PANES_SHARE = 0.42;
const PANE_PX = { least: 28, most: 96 } as const;
/** What the candles and the time axis keep in any case, in px. */
const KEPT_PX = 144;
/** Lower than this, legends over the candles would hide them, in px. */
const LEGENDS_FROM_PX = 200;

/** How a chart of some height is divided. */
export interface PaneRoom {
  /** How many panes there are under the candles; the rest wait until the chart is higher. */
  readonly panes: number;
  /** Height of each, in px. */
  readonly height: number;
  /** Whether the values of indicators are written over the candles. */
  readonly legends: boolean;
}

/** Room for the panes that are wanted: above an open ticket the candles come first. */
export function paneRoom(chartHeight: number, wanted: number): PaneRoom {
  const room = Math.min(chartHeight * PANES_SHARE, chartHeight - KEPT_PX);
  const panes = Math.max(0, Math.min(wanted, Math.floor(room / PANE_PX.least)));
  const height = panes === 0 ? 0 : Math.round(Math.min(PANE_PX.most, room / panes));
  return { panes, height, legends: chartHeight >= LEGENDS_FROM_PX };
}

/** The height below which a pane is not squeezed. */
export const LEAST_PANE_PX: number = PANE_PX.least;
