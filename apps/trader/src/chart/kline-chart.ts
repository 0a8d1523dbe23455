import { dispose, init, registerLocale } from 'klinecharts';
import type { AxisRange, Chart, DataLoader, KLineData, Period as KlinePeriod } from 'klinecharts';
import { PERIOD_MS } from '@fairlot/domain';
import type { Period } from '@fairlot/domain';
import type { Bar } from './bar.ts';
import { BarStream } from './bar-stream.ts';
import type { ChartEvents, ChartSubject, ChartTheme, ChartWords, CreateChart, PriceChart, PriceLine } from './chart-port.ts';
import { drawLines } from './kline-lines.ts';
import { klineStyles } from './kline-styles.ts';
import { rangeWith } from './price-range.ts';

const BAR_SPACE = 8;
const RIGHT_GAP_PX = 48;
/** How long the way back to the newest bar takes to look at. */
const RETURN_MS = 200;
/** The library's own name of the pane with the candles. */
const CANDLE_PANE = 'candle_pane';

const KLINE_PERIODS: Readonly<Record<Period, KlinePeriod>> = {
  '1min': { type: 'minute', span: 1 },
  '5min': { type: 'minute', span: 5 },
  '15min': { type: 'minute', span: 15 },
  '30min': { type: 'minute', span: 30 },
  '60min': { type: 'hour', span: 1 },
  '1day': { type: 'day', span: 1 },
};

/** Draws with klinecharts. The only file that knows the library, with its two neighbours for styles and lines. */
export const createKlineChart: CreateChart = (host, theme, words, events) => new KlineChart(host, theme, words, events);

class KlineChart implements PriceChart {
  private readonly chart: Chart;
  private readonly host: HTMLElement;
  private readonly events: ChartEvents;
  private theme: ChartTheme;
  private lines: readonly PriceLine[] = [];
  private subject: ChartSubject | undefined;
  private stream: BarStream | undefined;
  private put: ((data: KLineData) => void) | undefined;

  constructor(host: HTMLElement, theme: ChartTheme, words: ChartWords, events: ChartEvents) {
    this.host = host;
    this.theme = theme;
    this.events = events;
    const chart = init(host, {
      locale: localeOf(words),
      styles: klineStyles(theme),
      zoomAnchor: { main: 'cursor', xAxis: 'last_bar' },
      hotkey: { enabled: false },
    });
    if (chart === null) throw new Error('the chart could not be created in its element');
    this.chart = chart;
    chart.overrideYAxis({
      paneId: CANDLE_PANE,
      createRange: ({ defaultRange }) => stretched(defaultRange, this.lines.filter((line) => line.inView === true).map((line) => line.price)),
    });
    chart.setBarSpace(BAR_SPACE);
    chart.setOffsetRightDistance(RIGHT_GAP_PX);
    chart.subscribeAction('onVisibleRangeChange', () => events.onAway(chart.getVisibleRange().realTo < chart.getDataList().length));
    // The library asks for a positive tab index, which would jump ahead of the whole page.
    for (const element of host.querySelectorAll<HTMLElement>('[tabindex]')) element.tabIndex = -1;
  }

  show(subject: ChartSubject): void {
    this.subject = subject;
    this.open();
  }

  reload(): void {
    if (this.subject !== undefined) this.open();
  }

  setLines(lines: readonly PriceLine[]): void {
    this.lines = lines;
    // An override is what makes the library compute its price axis anew.
    this.chart.overrideYAxis({ paneId: CANDLE_PANE });
    drawLines(this.chart, lines, this.theme);
  }

  setTheme(theme: ChartTheme): void {
    this.theme = theme;
    this.chart.setStyles(klineStyles(theme));
    drawLines(this.chart, this.lines, theme);
  }

  setWords(words: ChartWords): void {
    this.chart.setLocale(localeOf(words));
  }

  toNow(): void {
    this.chart.scrollToRealTime(matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : RETURN_MS);
  }

  dispose(): void {
    this.stream?.close();
    dispose(this.host);
  }

  /**
   * The library loads again whenever the symbol, the period or the loader is set. The loader stays silent until all
   * three are, so that one page is read and no answer for an earlier subject is drawn.
   */
  private open(): void {
    const subject = this.subject;
    if (subject === undefined) return;
    this.stream?.close();
    this.put = undefined;
    const { chart } = this;
    chart.setDataLoader(SILENT);
    chart.setSymbol({ ticker: subject.key, pricePrecision: subject.pricePrecision, volumePrecision: 0 });
    // Daily bars begin at midnight UTC; shown in local time they would carry the wrong date west of Greenwich.
    chart.setTimezone(PERIOD_MS[subject.period] >= PERIOD_MS['1day'] ? 'UTC' : localTimeZone());
    chart.setPeriod(KLINE_PERIODS[subject.period]);
    chart.setDataLoader(this.loaderOf(subject));
  }

  private loaderOf(subject: ChartSubject): DataLoader {
    return {
      getBars: ({ type, timestamp, callback }) => {
        if (type === 'init') this.start(subject, callback);
        else if (type === 'forward' && timestamp !== null) void this.older(timestamp, callback);
        else callback([], false);
      },
      subscribeBar: ({ callback }) => {
        this.put = callback;
      },
    };
  }

  private start(subject: ChartSubject, replace: (data: KLineData[], more: { forward: boolean }) => void): void {
    this.stream?.close();
    const stream = new BarStream(subject, {
      replace: (bars, mayHaveOlder) => replace(bars.map(toKline), { forward: mayHaveOlder }),
      put: (bar) => this.put?.(toKline(bar)),
      state: this.events.onState,
    });
    this.stream = stream;
    void stream.open();
  }

  private async older(time: number, append: (data: KLineData[], more: { forward: boolean }) => void): Promise<void> {
    const { stream } = this;
    if (stream === undefined) return;
    const page = await stream.older(time);
    if (this.stream === stream) append(page.bars.map(toKline), { forward: page.more });
  }
}

const SILENT: DataLoader = { getBars: () => undefined };

function toKline(bar: Bar): KLineData {
  return { timestamp: bar.time, open: bar.open, high: bar.high, low: bar.low, close: bar.close, volume: bar.volume };
}

/** The axis' range with some prices in view. */
function stretched(range: AxisRange, prices: readonly number[]): AxisRange {
  const { from, to } = rangeWith(range, prices);
  const span = to - from;
  return { ...range, from, to, range: span, realFrom: from, realTo: to, realRange: span, displayFrom: from, displayTo: to, displayRange: span };
}

function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Registers the legend's words and returns the name under which the library knows them. */
function localeOf(words: ChartWords): string {
  const name = `fairlot-${words.language}`;
  registerLocale(name, {
    open: `${words.open} `, high: `${words.high} `, low: `${words.low} `, close: `${words.close} `, volume: `${words.volume} `,
    time: '', change: '', turnover: '', second: '', minute: '', hour: '', day: '', week: '', month: '', year: '',
  });
  return name;
}
