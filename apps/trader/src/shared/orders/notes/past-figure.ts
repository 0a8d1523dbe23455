import type { Bar } from '@fairlot/client';

/** A moment of a trade, epoch milliseconds, with its price. */
export interface PastMark {
  readonly name: 'entry' | 'exit';
  readonly time: number;
  readonly price: number;
}

/** A level of a trade. */
export interface PastLevel {
  readonly name: 'stopLoss' | 'takeProfit';
  readonly price: number;
}

/** Bars and levels as paths in a box of WIDTH × HEIGHT, marks as shares of it. Floats, because only pixels depend on them. */
export interface PastFigure {
  readonly low: number;
  readonly high: number;
  readonly wicks: { readonly up: string; readonly down: string };
  readonly bodies: { readonly up: string; readonly down: string };
  /** `y` from the top. */
  readonly levels: readonly { readonly name: PastLevel['name']; readonly y: number }[];
  /** `x` and `y` as shares from the left and from the top. */
  readonly marks: readonly { readonly name: PastMark['name']; readonly x: number; readonly y: number }[];
}

export const WIDTH = 600;
export const HEIGHT = 200;
/** Share of a bar's place that its body takes. */
const BODY = 0.7;
/** A level farther away than the height of the bars would press them flat, so it is left out. */
const FARTHEST = 1;
const FLAT = 1;

/** Places bars, marks and near levels. `bars` are in time order and not empty. */
export function pastFigure(bars: readonly Bar[], marks: readonly PastMark[], levels: readonly PastLevel[]): PastFigure {
  const within = marks.filter(({ time }) => time >= (bars[0]?.time ?? 0));
  const prices = [...bars.flatMap(({ high, low }) => [Number(high), Number(low)]), ...within.map(({ price }) => price)];
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const reach = FARTHEST * (highest - lowest);
  const near = levels.filter(({ price }) => price >= lowest - reach && price <= highest + reach);
  const low = Math.min(lowest, ...near.map(({ price }) => price));
  const high = Math.max(highest, ...near.map(({ price }) => price));
  const y = (price: number): number => (high === low ? HEIGHT / 2 : ((high - price) / (high - low)) * HEIGHT);
  const place = WIDTH / bars.length;
  const paths = { wicks: { up: '', down: '' }, bodies: { up: '', down: '' } };
  for (const [index, { open, high: top, low: bottom, close }] of bars.entries()) {
    const way = Number(close) >= Number(open) ? 'up' : 'down';
    const middle = (index + 0.5) * place;
    paths.wicks[way] += `M${round(middle)} ${round(y(Number(top)))}V${round(y(Number(bottom)))}`;
    const [from, to] = [y(Math.max(Number(open), Number(close))), y(Math.min(Number(open), Number(close)))];
    paths.bodies[way] +=
      `M${round(middle - (place * BODY) / 2)} ${round(from)}h${round(place * BODY)}v${round(Math.max(FLAT, to - from))}h${round(-place * BODY)}z`;
  }
  return {
    low,
    high,
    ...paths,
    levels: near.map(({ name, price }) => ({ name, y: round(y(price)) })),
    marks: within.map(({ name, time, price }) => ({
      name,
      x: (bars.findLastIndex((bar) => bar.time <= time) + 0.5) / bars.length,
      y: y(price) / HEIGHT,
    })),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
