import type { Chart } from 'klinecharts';
import type { ChartTheme, ChartWords } from './chart-port.ts';
import { applyIndicators, fitPanes, legendHeight, roomOf } from './kline-indicators.ts';
import { klineStyles } from './kline-styles.ts';
import { PLAIN_LOOK } from './look.ts';
import type { ChartLook } from './look.ts';
import type { PaneRoom } from './pane-room.ts';

/** Theme, texts, bar style and indicators of one chart, and the panes that its height has room for. */
export class ChartAppearance {
  readonly #chart: Chart;
  readonly #host: HTMLElement;
  readonly #onLegends: (height: number) => void;
  theme: ChartTheme;
  words: ChartWords;
  #look: ChartLook = PLAIN_LOOK;
  #current = true;
  #room: PaneRoom | undefined;

  /** `onLegends` gets the height of the legends at the top, in px. */
  constructor(
    chart: Chart,
    host: HTMLElement,
    look: { readonly theme: ChartTheme; readonly words: ChartWords },
    onLegends: (height: number) => void,
  ) {
    this.#chart = chart;
    this.#host = host;
    this.theme = look.theme;
    this.words = look.words;
    this.#onLegends = onLegends;
  }

  setLook(look: ChartLook): void {
    this.#look = look;
    this.apply();
  }

  /** False greys the tag of the last price. */
  setCurrent(current: boolean): void {
    if (current === this.#current) return;
    this.#current = current;
    this.#style();
  }

  /** Draws again, after a change of the theme, the texts or the subject. */
  apply(): void {
    const { indicators } = this.#look;
    if (this.#room === undefined || this.#host.clientHeight > 0) this.#room = roomOf(this.#chart, indicators);
    this.#style();
    applyIndicators(this.#chart, indicators, this.#room, this.theme, this.words);
    this.#onLegends(legendHeight(indicators, this.#room));
  }

  /** Fits the panes to the chart's height. A hidden chart has no height and keeps its panes. */
  fit(): void {
    if (this.#host.clientHeight === 0) return;
    const room = roomOf(this.#chart, this.#look.indicators);
    if (room.panes !== this.#room?.panes || room.legends !== this.#room.legends) this.apply();
    else fitPanes(this.#chart, this.#look.indicators, room);
  }

  #style(): void {
    const legends = this.#room?.legends ?? true;
    this.#chart.setStyles(klineStyles(this.theme, { bars: this.#look.style, legends, current: this.#current }));
  }
}
