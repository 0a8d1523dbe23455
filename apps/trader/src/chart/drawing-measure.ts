import type { DrawingPoint } from './drawings.ts';

/** Figures of a measured move, as they are drawn; signs as everywhere on the page. */
export interface Measured {
  /** Distance in price: "+0.00123". */
  readonly change: string;
  /** Change in per cent without its sign of per cent: "+0.11". Undefined from a price of zero. */
  readonly percent: string | undefined;
  /** Length in bars. */
  readonly bars: number;
  /** Length in time, in ms. */
  readonly time: number;
}

/** Measures the move from one point to another. `indexOf` gives the place of a time in bars. */
export function measuredMove(
  from: DrawingPoint,
  to: DrawingPoint,
  precision: number,
  indexOf: (time: number) => number,
): Measured {
  const change = to.price - from.price;
  return {
    change: signed(change, precision),
    percent: from.price === 0 ? undefined : signed((change / Math.abs(from.price)) * 100, 2),
    bars: Math.abs(Math.round(indexOf(to.time) - indexOf(from.time))),
    time: Math.abs(to.time - from.time),
  };
}

/** Writes a figure with its sign, and none if it is zero as written. */
function signed(value: number, decimals: number): string {
  const figure = Math.abs(value).toFixed(decimals);
  return Number(figure) === 0 ? figure : `${value > 0 ? '+' : '−'}${figure}`;
}
