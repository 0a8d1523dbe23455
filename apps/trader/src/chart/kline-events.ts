import { barStart } from '@fairlot/domain';
import type { ChartPeriod } from '@fairlot/domain';
import { registerOverlay } from 'klinecharts';
import type { Chart, Coordinate, OverlayFigure } from 'klinecharts';
import type { ChartTheme } from './chart-port.ts';

const NAME = 'fairlot-events';
const ID = 'events';
/** Half the width of a mark, in px. */
const SIZE = 4;

/** Registers the overlay of calendar entries. */
export function registerEvents(): void {
  // A function, because the library copies plain data of an overlay.
  registerOverlay<() => ChartTheme>({
    name: NAME,
    totalStep: 2,
    lock: true,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ coordinates, bounding, overlay }) =>
      coordinates
        .filter(({ x }) => x >= -SIZE && x <= bounding.width + SIZE)
        .map((at) => diamond(at, bounding.height, overlay.extendData())),
  });
}

/** Marks the entries of the economic calendar above the time axis, one for each bar with any. */
export function drawEvents(
  chart: Chart,
  times: readonly number[],
  period: ChartPeriod | undefined,
  theme: ChartTheme,
): void {
  chart.removeOverlay({ id: ID });
  const [first] = chart.getDataList();
  if (period === undefined || first === undefined) return;
  const bars = [...new Set(times.map((time) => barStart(period, time)))].filter((time) => time >= first.timestamp);
  if (bars.length === 0) return;
  chart.createOverlay({
    name: NAME,
    id: ID,
    zLevel: -1,
    points: bars.map((timestamp) => ({ timestamp, value: first.close })),
    extendData: () => theme,
  });
}

function diamond({ x }: Coordinate, height: number, theme: ChartTheme): OverlayFigure {
  const y = height - SIZE - 2;
  return {
    type: 'polygon',
    ignoreEvent: true,
    attrs: {
      coordinates: [
        { x, y: y - SIZE },
        { x: x + SIZE, y },
        { x, y: y + SIZE },
        { x: x - SIZE, y },
      ],
    },
    styles: { style: 'stroke_fill', color: theme.accent, borderColor: theme.surface, borderSize: 1 },
  };
}
