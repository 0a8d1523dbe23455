import { registerIndicator } from 'klinecharts';
import type { Chart, IndicatorFigure, IndicatorTemplate, KLineData } from 'klinecharts';
import type { ChartTheme } from './chart-port.ts';
import {
  bollingerBands,
  convergence,
  exponentialAverage,
  relativeStrength,
  simpleAverage,
} from './indicator-values.ts';
import { CANDLE_PANE } from './kline-view.ts';
import { LEGEND_INSET_PX, LEGEND_LINE_PX } from './kline-styles.ts';
import { INDICATORS } from './look.ts';
import type { IndicatorName, IndicatorSetting } from './look.ts';
import { LEAST_PANE_PX, paneRoom } from './pane-room.ts';
import type { PaneRoom } from './pane-room.ts';

/** Common thresholds of the RSI for overbought and oversold. */
const RSI_MARKS = { high: 70, low: 30 } as const;

type Row = Readonly<Record<string, number | undefined>>;
type Template = IndicatorTemplate<Row, number>;

const closes = (data: readonly KLineData[]): number[] => data.map(({ close }) => close);
const keyOf = (at: number): string => `line${at}`;
/** Figures with one line per period. */
const averageFigures =
  (title: string) =>
  (periods: number[]): IndicatorFigure<Row>[] =>
    periods.map((period, at) => ({ key: keyOf(at), title: `${title} ${period} `, type: 'line' }));

function averages(
  title: string,
  of: (values: readonly number[], period: number) => (number | undefined)[],
): Omit<Template, 'name'> {
  return {
    series: 'price',
    regenerateFigures: averageFigures(title),
    calc: (data, { calcParams }) => {
      const values = closes(data);
      const lines = calcParams.map((period) => of(values, period));
      return data.map((_, at) => Object.fromEntries(lines.map((line, index) => [keyOf(index), line[at]])));
    },
  };
}

const line = (key: string, title?: string): IndicatorFigure<Row> => ({
  key,
  type: 'line',
  ...(title === undefined ? {} : { title: `${title} ` }),
});

/** A histogram; the colour shows rise or fall. */
function columns(
  key: string,
  title: string,
  colorOf: (row: Row | null, before: Row | null) => 'upColor' | 'downColor',
): IndicatorFigure<Row> {
  return {
    key,
    title: title === '' ? '' : `${title} `,
    type: 'bar',
    baseValue: 0,
    styles: ({ data, defaultStyles }) => {
      const color = defaultStyles?.bars[0]?.[colorOf(data.current, data.prev)];
      return color === undefined ? null : { style: 'fill', color, borderColor: color };
    },
  };
}

const TEMPLATES: Readonly<Record<IndicatorName, Omit<Template, 'name'>>> = {
  ma: averages('MA', simpleAverage),
  ema: averages('EMA', exponentialAverage),
  boll: {
    series: 'price',
    figures: [line('middle', 'MID'), line('upper', 'UP'), line('lower', 'LOW')],
    calc: (data, { calcParams: [period = 20, width = 2] }) =>
      bollingerBands(closes(data), period, width).map((bands) => ({ ...bands })),
  },
  vol: {
    series: 'volume',
    precision: 0,
    shouldFormatBigNumber: true,
    minValue: 0,
    figures: [columns('volume', '', (row) => ((row?.['rise'] ?? 0) < 0 ? 'downColor' : 'upColor'))],
    calc: (data) => data.map(({ volume, open, close }) => ({ volume, rise: close - open })),
  },
  macd: {
    regenerateFigures: ([fast = 12, slow = 26, signal = 9]) => [
      line('line', `MACD ${fast} ${slow}`),
      line('signal', `SIG ${signal}`),
      columns('histogram', 'HIST', (row) => ((row?.['histogram'] ?? 0) < 0 ? 'downColor' : 'upColor')),
    ],
    calc: (data, { calcParams: [fast = 12, slow = 26, signal = 9] }) =>
      convergence(closes(data), fast, slow, signal).map((value) => ({ ...value })),
  },
  rsi: {
    precision: 1,
    minValue: 0,
    maxValue: 100,
    regenerateFigures: ([period = 14]) => [line('strength', `RSI ${period}`), line('high'), line('low')],
    calc: (data, { calcParams: [period = 14] }) =>
      relativeStrength(closes(data), period).map((strength) => ({ strength, ...RSI_MARKS })),
  },
};

const libraryName = (name: IndicatorName): string => `fairlot-${name}`;
/** Registers the indicators, which `indicator-values.ts` computes, with the library. */
export function registerIndicators(): void {
  for (const [name, template] of Object.entries(TEMPLATES))
    registerIndicator<Row, number>({ name: `fairlot-${name}`, ...template });
}

interface SeriesLine {
  readonly color: string;
  readonly size: number;
  readonly style: 'solid' | 'dashed';
  readonly dashedValue: number[];
}

/** Index of the first series colour of each indicator, so that two on the candles differ. */
const FIRST_COLOR: Readonly<Record<IndicatorName, number>> = { ma: 0, ema: 3, boll: 0, vol: 0, macd: 0, rsi: 2 };

/** Divides the chart's height among the candles and the panes. */
export function roomOf(chart: Chart, settings: readonly IndicatorSetting[]): PaneRoom {
  return paneRoom(chart.getDom()?.clientHeight ?? 0, settings.filter(isPane).length);
}

/** Height of the legends over the candles, one line for each indicator, in px. */
export function legendHeight(settings: readonly IndicatorSetting[], { legends }: PaneRoom): number {
  const lines = legends ? settings.filter((one) => !isPane(one)).length : 0;
  return lines === 0 ? 0 : LEGEND_INSET_PX + lines * LEGEND_LINE_PX;
}

/** Shows exactly these indicators, as far as there is room for their panes. */
export function applyIndicators(
  chart: Chart,
  settings: readonly IndicatorSetting[],
  room: PaneRoom,
  theme: ChartTheme,
  words: { readonly volume: string },
): void {
  const shown = [...settings.filter((one) => !isPane(one)), ...settings.filter(isPane).slice(0, room.panes)];
  const wanted = new Set(shown.map(({ name }) => name));
  for (const name of Object.keys(TEMPLATES) as IndicatorName[])
    if (!wanted.has(name)) chart.removeIndicator({ id: name });
  for (const { name, parameters } of shown) {
    const given = {
      name: libraryName(name),
      id: name,
      paneId: paneOf(name),
      calcParams: [...parameters],
      shortName: name === 'vol' ? words.volume : titleOf(name),
      ...(name === 'vol' || name === 'rsi'
        ? {}
        : { precision: (chart.getSymbol()?.pricePrecision ?? 5) + (name === 'macd' ? 1 : 0) }),
      styles: { lines: linesOf(name, theme) },
    };
    if (chart.getIndicators({ id: name }).length > 0) chart.overrideIndicator(given);
    else chart.createIndicator(given, true);
  }
  fitPanes(chart, settings, room);
}

/** Sets the heights of the panes. */
export function fitPanes(chart: Chart, settings: readonly IndicatorSetting[], { panes, height }: PaneRoom): void {
  for (const { name } of settings.filter(isPane).slice(0, panes))
    chart.setPaneOptions({ id: paneOf(name), height, minHeight: LEAST_PANE_PX, dragEnabled: false });
}

const isPane = ({ name }: IndicatorSetting): boolean => INDICATORS[name].on === 'pane';
const paneOf = (name: IndicatorName): string => (INDICATORS[name].on === 'candles' ? CANDLE_PANE : `pane-${name}`);

/** The library's title of an indicator; empty if the names of its values are enough. */
function titleOf(name: IndicatorName): string {
  return name === 'boll' ? 'BOLL' : '';
}

const solid = (color: string): SeriesLine => ({ color, size: 1, style: 'solid', dashedValue: [] });
const dashed = (color: string): SeriesLine => ({ color, size: 1, style: 'dashed', dashedValue: [3, 3] });

function linesOf(name: IndicatorName, { series, hairline, muted }: ChartTheme): SeriesLine[] {
  const color = (at: number): string => series[at % series.length] ?? muted;
  const first = FIRST_COLOR[name];
  if (name === 'rsi') return [solid(color(first)), dashed(hairline), dashed(hairline)];
  // Bands use no series colour, which distinguishes them from averages.
  if (name === 'boll') return [dashed(muted), solid(muted), solid(muted)];
  return [0, 1, 2].map((at) => solid(color(first + at)));
}
