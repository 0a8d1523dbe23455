import { registerOverlay } from 'klinecharts';
import type { Chart, OverlayCreate, OverlayFigure } from 'klinecharts';
import type { ChartTheme, LineRole, PriceLine } from './chart-port.ts';

const NAME = 'fairlot-price-line';
const GROUP = 'price-lines';
const LABEL_INSET = 8;

interface LineLook {
  readonly color: string;
  readonly surface: string;
  readonly label: string;
  readonly solid: boolean;
  readonly fontFamily: string;
}

registerOverlay<LineLook>({
  name: NAME,
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ coordinates, bounding, overlay }) => {
    const y = coordinates[0]?.y;
    return y === undefined ? [] : lineFigures(y, bounding.width, overlay.extendData);
  },
});

function lineFigures(y: number, width: number, look: LineLook): OverlayFigure[] {
  return [
    {
      type: 'line', ignoreEvent: true,
      attrs: { coordinates: [{ x: 0, y }, { x: width, y }] },
      styles: { style: look.solid ? 'solid' : 'dashed', dashedValue: [4, 4], size: 1, color: look.color },
    },
    {
      type: 'text', ignoreEvent: true,
      attrs: { x: LABEL_INSET, y, text: look.label, align: 'left', baseline: 'middle' },
      styles: { ...tagStyle(look), color: look.color, backgroundColor: look.surface, borderColor: look.color, style: 'stroke_fill' },
    },
  ];
}

function tagStyle(look: LineLook): Record<string, unknown> {
  return {
    family: look.fontFamily, size: 10, weight: 600, borderSize: 1, borderRadius: 3,
    paddingLeft: 4, paddingRight: 4, paddingTop: 2, paddingBottom: 2,
  };
}

/** Which colour of the theme a role takes. */
const ROLE_COLOR: Readonly<Record<LineRole, 'up' | 'down' | 'accent'>> = {
  buy: 'up', takeProfit: 'up', sell: 'down', stopLoss: 'down', pending: 'accent', draft: 'accent',
};

/** Replaces the price lines of a chart. */
export function drawLines(chart: Chart, lines: readonly PriceLine[], theme: ChartTheme): void {
  chart.removeOverlay({ groupId: GROUP });
  if (lines.length === 0) return;
  chart.createOverlay(lines.map((line): OverlayCreate => ({
    name: NAME,
    id: `line-${line.id}`,
    groupId: GROUP,
    points: [{ value: line.price }],
    extendData: {
      color: theme[ROLE_COLOR[line.role]], surface: theme.surface, label: line.label,
      solid: line.role === 'buy' || line.role === 'sell', fontFamily: theme.fontFamily,
    } satisfies LineLook,
  })));
}
