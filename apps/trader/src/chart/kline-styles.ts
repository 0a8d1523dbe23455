import type { DeepPartial, Styles } from 'klinecharts';
import type { ChartTheme } from './chart-port.ts';

const FIGURE_SIZE = 11;

/** The library's styles for a theme: hairlines and quiet axes, colour for prices alone. */
export function klineStyles(theme: ChartTheme): DeepPartial<Styles> {
  return { ...frameStyles(theme), candle: candleStyles(theme), crosshair: crosshairStyles(theme) };
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
    separator: { color: theme.hairline },
  };
}

function candleStyles(theme: ChartTheme): DeepPartial<Styles['candle']> {
  const { up, down } = theme;
  const flat = theme.muted;
  const text = { color: theme.muted, textFamily: theme.fontFamily, textSize: FIGURE_SIZE };
  return {
    bar: {
      upColor: up, downColor: down, noChangeColor: flat,
      upBorderColor: up, downBorderColor: down, noChangeBorderColor: flat,
      upWickColor: up, downWickColor: down, noChangeWickColor: flat,
    },
    priceMark: {
      high: text,
      low: text,
      last: {
        upColor: up, downColor: down, noChangeColor: flat,
        line: { style: 'dashed', dashedValue: [2, 3], size: 1 },
        text: {
          family: theme.fontFamily, size: FIGURE_SIZE, weight: 600, color: theme.surface,
          paddingLeft: 5, paddingRight: 5, paddingTop: 3, paddingBottom: 3, borderRadius: 3,
        },
      },
    },
    tooltip: {
      showRule: 'follow_cross',
      offsetLeft: 12, offsetTop: 6,
      title: { show: false },
      // The time is told at the foot of the crosshair.
      legend: {
        template: ['open', 'high', 'low', 'close', 'volume'].map((name) => ({ title: name, value: `{${name}}` })),
        color: theme.ink, size: FIGURE_SIZE, family: theme.fontFamily, marginLeft: 0, marginRight: 10, marginTop: 2, marginBottom: 2,
      },
    },
  };
}

function crosshairStyles(theme: ChartTheme): DeepPartial<Styles['crosshair']> {
  const text = {
    family: theme.fontFamily, size: FIGURE_SIZE, color: theme.surface, backgroundColor: theme.ink, borderColor: theme.ink,
    borderRadius: 3, paddingLeft: 5, paddingRight: 5, paddingTop: 3, paddingBottom: 3,
  };
  const line = { color: theme.muted, dashedValue: [3, 3] };
  return { horizontal: { line, text }, vertical: { line, text } };
}
