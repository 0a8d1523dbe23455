import { registerOverlay } from 'klinecharts';
import type { Chart } from 'klinecharts';
import type { ChartTheme, ChartWords } from './chart-port.ts';

const NAME = 'fairlot-beginning';
const ID = 'beginning';
const TEXT_SIZE = 11;

interface Look {
  readonly words: string;
  readonly color: string;
  readonly line: string;
  readonly family: string;
}

/** Registers the overlay that marks the start of the history. */
export function registerBeginning(): void {
  registerOverlay<Look>({
    name: NAME,
    totalStep: 2,
    lock: true,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ coordinates, bounding, overlay: { extendData: look } }) => {
      const x = coordinates[0]?.x;
      if (x === undefined) return [];
      return [
        {
          type: 'line',
          ignoreEvent: true,
          attrs: {
            coordinates: [
              { x, y: 0 },
              { x, y: bounding.height },
            ],
          },
          styles: { style: 'dashed', dashedValue: [2, 4], size: 1, color: look.line },
        },
        {
          type: 'text',
          ignoreEvent: true,
          attrs: { x: x - 8, y: bounding.height / 2, text: look.words, align: 'right', baseline: 'middle' },
          styles: {
            color: look.color,
            size: TEXT_SIZE,
            family: look.family,
            backgroundColor: 'transparent',
            borderSize: 0,
          },
        },
      ];
    },
  });
}

/** Marks the start of the recorded history; undefined removes the mark. */
export function drawBeginning(chart: Chart, time: number | undefined, theme: ChartTheme, words: ChartWords): void {
  chart.removeOverlay({ id: ID });
  if (time === undefined) return;
  const extendData: Look = { words: words.beginning, color: theme.muted, line: theme.muted, family: theme.fontFamily };
  chart.createOverlay({ name: NAME, id: ID, points: [{ timestamp: time }], extendData });
}
