import type { CandleType, DeepPartial, GradientColor, Styles } from 'klinecharts';
import type { ChartTheme } from './chart-port.ts';
import type { BarStyle } from './look.ts';

/** Font size of the axes and legends, in px. */
export const FIGURE_SIZE = 11;
/** Height of a legend's line, and the distance of the first one from the top, in px. */
export const LEGEND_LINE_PX = FIGURE_SIZE + 4;
export const LEGEND_INSET_PX = 4;
/** Height of the crosshair's readout above the legends, in px. */
const READOUT_ROOM = 40;

const CANDLE_TYPES: Readonly<Record<BarStyle, CandleType>> = {
  candles: 'candle_solid',
  hollow: 'candle_up_stroke',
  bars: 'ohlc',
  area: 'area',
};

/** Choices that change the chart's styles. */
export interface StyleChoices {
  readonly bars: BarStyle;
  /** Shows the legends of indicators. */
  readonly legends: boolean;
  /** False greys the tag of the last price, as the page greys prices that are not current. */
  readonly current: boolean;
}

/** The library's styles for a theme: thin lines, muted axes, colour for prices only. */
export function klineStyles(theme: ChartTheme, { bars, legends, current }: StyleChoices): DeepPartial<Styles> {
  return {
    ...frameStyles(theme),
    candle: { ...candleStyles(theme, current), type: CANDLE_TYPES[bars] },
    indicator: indicatorStyles(theme, legends),
    crosshair: crosshairStyles(theme),
  };
}

function frameStyles(theme: ChartTheme): DeepPartial<Styles> {
  const line = { color: theme.hairline, size: 1 };
  const axis = {
    axisLine: { show: false },
    tickLine: { show: false },
    tickText: { color: theme.muted, size: FIGURE_SIZE, family: theme.fontFamily, marginStart: 6, marginEnd: 6 },
  };
  return {
    grid: { horizontal: { ...line, style: 'solid' }, vertical: { show: false } },
    xAxis: axis,
    yAxis: axis,
    separator: { color: theme.hairline, activeBackgroundColor: theme.hairline },
  };
}

function candleStyles(theme: ChartTheme, current: boolean): DeepPartial<Styles['candle']> {
  const { up, down } = theme;
  const flat = theme.muted;
  const last = current ? { up, down } : { up: flat, down: flat };
  const text = { color: theme.muted, textFamily: theme.fontFamily, textSize: FIGURE_SIZE };
  return {
    bar: {
      upColor: up,
      downColor: down,
      noChangeColor: flat,
      upBorderColor: up,
      downBorderColor: down,
      noChangeBorderColor: flat,
      upWickColor: up,
      downWickColor: down,
      noChangeWickColor: flat,
    },
    area: {
      lineColor: theme.accent,
      lineSize: 2,
      smooth: false,
      backgroundColor: fading(theme.accent),
      point: { show: false },
    },
    priceMark: {
      high: text,
      low: text,
      last: {
        upColor: last.up,
        downColor: last.down,
        noChangeColor: flat,
        line: { style: 'dashed', dashedValue: [2, 3], size: 1 },
        text: {
          family: theme.fontFamily,
          size: FIGURE_SIZE,
          weight: 600,
          color: theme.surface,
          paddingLeft: 5,
          paddingRight: 5,
          paddingTop: 3,
          paddingBottom: 3,
          borderRadius: 3,
        },
      },
    },
    tooltip: {
      // The page draws its own readout; the library only reserves the space for it above the legends.
      showRule: 'follow_cross',
      offsetLeft: 8,
      offsetTop: 4,
      title: { show: false },
      legend: {
        template: [{ title: '', value: ' ' }],
        size: READOUT_ROOM,
        marginLeft: 0,
        marginRight: 0,
        marginTop: 0,
        marginBottom: 0,
      },
    },
  };
}

function fading(color: string): GradientColor[] {
  const share = (percent: number): string => mixed(color, percent);
  return [
    { offset: 0, color: share(2) },
    { offset: 1, color: share(22) },
  ];
}

/** Adds transparency to a colour; tokens are hex colours, which the build shortens. */
export function mixed(color: string, percent: number): string {
  const alpha = Math.round((percent / 100) * 255)
    .toString(16)
    .padStart(2, '0');
  const whole = /^#[0-9a-f]{3}$/i.test(color) ? color.replace(/[0-9a-f]/gi, '$&$&') : color;
  return /^#[0-9a-f]{6}$/i.test(whole) ? `${whole}${alpha}` : color;
}

function indicatorStyles(theme: ChartTheme, legends: boolean): DeepPartial<Styles['indicator']> {
  const text = {
    size: FIGURE_SIZE,
    family: theme.fontFamily,
    color: theme.muted,
    marginLeft: 0,
    marginRight: 8,
    marginTop: 2,
    marginBottom: 2,
  };
  const [up, down, flat] = [mixed(theme.up, 80), mixed(theme.down, 80), theme.muted];
  return {
    bars: [
      {
        upColor: up,
        downColor: down,
        noChangeColor: flat,
        style: 'fill',
        borderSize: 1,
        borderStyle: 'solid',
        borderDashedValue: [],
      },
    ],
    tooltip: {
      showRule: legends ? 'always' : 'none',
      offsetLeft: 8,
      offsetTop: 4,
      title: { ...text, showParams: true },
      legend: { ...text, defaultValue: '–' },
    },
  };
}

function crosshairStyles(theme: ChartTheme): DeepPartial<Styles['crosshair']> {
  const text = {
    family: theme.fontFamily,
    size: FIGURE_SIZE,
    color: theme.surface,
    backgroundColor: theme.ink,
    borderColor: theme.ink,
    borderRadius: 3,
    paddingLeft: 5,
    paddingRight: 5,
    paddingTop: 3,
    paddingBottom: 3,
  };
  const line = { color: theme.muted, dashedValue: [3, 3] };
  return { horizontal: { line, text }, vertical: { line, text } };
}
