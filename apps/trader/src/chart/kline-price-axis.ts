import type { AxisCreateRangeParams, AxisRange, Chart } from 'klinecharts';
import type { Grip, Spot } from './gestures.ts';
import { CANDLE_PANE } from './kline-view.ts';
import { rangeWith } from './price-range.ts';
import type { PriceRange } from './price-range.ts';
import { lifted, zoomed } from './price-scale.ts';
import type { PriceScale } from './price-scale.ts';

/** The library's axes. */
const NAMES: Readonly<Record<PriceScale, string>> = { plain: 'normal', log: 'logarithm', percent: 'percentage' };
/** The library's gaps above and below a range, as shares of it. */
const GAP = { top: 0.2, bottom: 0.1 } as const;
/** A drag over the height of the chart shows this many times as much, or as little. */
const DRAG_STRENGTH = Math.log(8);
/** One step of the wheel. */
const WHEEL_STRENGTH = 0.0015;
/** Two taps within this time are a double tap. */
const DOUBLE_TAP_MS = 400;

/** The axis figures of a pane, which must be set again when the library replaces its axis. */
export interface AxisFigures {
  readonly attach: () => void;
}

/** Prices that the automatic range shows in addition to the bars. */
export interface PricesInView {
  /** Left out if they would flatten the candles. */
  readonly lines: () => readonly number[];
  /** Always shown. */
  readonly compared: () => readonly number[];
}

/**
 * The price axis of the candles. Its range follows the visible bars and the lines that must be in view until the user
 * drags the axis; then it stays until a double tap. The library's own dragging would be undone by every redraw.
 */
export class PriceAxis {
  readonly #chart: Chart;
  readonly #inView: PricesInView;
  readonly #changed: () => void;
  #figures: AxisFigures | undefined;
  #scale: PriceScale = 'plain';
  /** Set by the user; undefined while the range is automatic. */
  #held: PriceRange | undefined;
  /** The range that the library would choose, with its gaps. */
  #automatic: PriceRange | undefined;
  #tappedAt = Number.NEGATIVE_INFINITY;

  /** `changed` is called at the end of each drag. */
  constructor(chart: Chart, inView: PricesInView, changed: () => void) {
    this.#chart = chart;
    this.#inView = inView;
    this.#changed = changed;
    this.#attach();
  }

  /** True while the user's range is shown. */
  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /** Figures to set again whenever the axis is replaced. */
  set figures(figures: AxisFigures) {
    this.#figures = figures;
  }

  setScale(scale: PriceScale): void {
    if (scale === this.#scale) return;
    this.#scale = scale;
    this.#held = undefined;
    this.#attach();
    this.#figures?.attach();
    this.#changed();
  }

  /** Returns to the automatic range. */
  reset(): void {
    if (this.#held === undefined) return;
    this.#held = undefined;
    this.refresh();
    this.#changed();
  }

  /** An empty override makes the library recompute the axis. */
  refresh(): void {
    this.#chart.overrideYAxis({ paneId: CANDLE_PANE });
  }

  /** The visible range; undefined without bars. */
  range(): PriceRange | undefined {
    const height = this.#height();
    const found = this.#chart.convertFromPixel([{ y: height }, { y: 0 }], { paneId: CANDLE_PANE });
    const [from, to] = Array.isArray(found) ? found.map(({ value }) => value) : [];
    return from === undefined || to === undefined || height === 0 ? undefined : { from, to };
  }

  /** The axis as an element to drag, if a position is on it. */
  gripAt(at: Spot): Grip | undefined {
    if (!this.#isOn(at)) return undefined;
    const [start, before] = [this.range(), this.#held];
    return {
      kind: 'scale',
      move: (now) => this.#zoom(start, Math.exp(((now.y - at.y) / this.#height()) * DRAG_STRENGTH)),
      drop: () => this.#changed(),
      cancel: () => {
        this.#held = before;
        this.refresh();
        this.#changed();
      },
      tap: () => this.#tap(),
    };
  }

  /** Scales by the wheel over the axis. Returns true if the position is on it. */
  wheel(at: Spot, turned: number): boolean {
    if (!this.#isOn(at)) return false;
    this.#zoom(this.range(), Math.exp(turned * WHEEL_STRENGTH));
    this.#changed();
    return true;
  }

  /** Moves the candles by a distance in px, down if positive, while the range is the user's. */
  move(distance: number): void {
    if (this.#held === undefined || this.#automatic === undefined || distance === 0) return;
    this.#held = lifted(this.#scale, this.#held, distance / this.#height(), this.#automatic);
    this.refresh();
  }

  #tap(): void {
    const now = performance.now();
    const isDouble = now - this.#tappedAt <= DOUBLE_TAP_MS;
    this.#tappedAt = isDouble ? Number.NEGATIVE_INFINITY : now;
    if (isDouble) this.reset();
  }

  #zoom(range: PriceRange | undefined, factor: number): void {
    if (range === undefined || this.#automatic === undefined) return;
    this.#held = zoomed(this.#scale, range, factor, this.#automatic);
    this.refresh();
  }

  #isOn({ x, y }: Spot): boolean {
    const size = this.#chart.getSize(CANDLE_PANE, 'main');
    return size !== null && x > size.left + size.width && y >= size.top && y < size.top + size.height;
  }

  #height(): number {
    return this.#chart.getSize(CANDLE_PANE, 'main')?.height ?? 0;
  }

  #attach(): void {
    this.#chart.overrideYAxis({
      paneId: CANDLE_PANE,
      name: NAMES[this.#scale],
      scrollZoomEnabled: false,
      createRange: (given) => this.#rangeOf(given),
    });
  }

  #rangeOf({ chart, defaultRange }: AxisCreateRangeParams): AxisRange {
    const real = this.#realScale(chart);
    const compared = this.#inView.compared();
    const whole = { from: Math.min(defaultRange.from, ...compared), to: Math.max(defaultRange.to, ...compared) };
    const stretched = rangeWith(whole, this.#inView.lines());
    const auto = { from: real.of(stretched.from), to: real.of(stretched.to) };
    const span = auto.to - auto.from;
    this.#automatic = { from: real.price(auto.from - span * GAP.bottom), to: real.price(auto.to + span * GAP.top) };
    if (this.#held === undefined) return axisRange(stretched, auto, this.#scale);
    // The library adds its gaps to every range.
    const [from, to] = [real.of(this.#held.from), real.of(this.#held.to)];
    const inner = (to - from) / (1 + GAP.top + GAP.bottom);
    const low = from + inner * GAP.bottom;
    const within = { from: low, to: low + inner };
    return axisRange({ from: real.price(within.from), to: real.price(within.to) }, within, this.#scale);
  }

  /** The library's own measure of each scale. */
  #realScale(chart: Chart): { readonly of: (price: number) => number; readonly price: (real: number) => number } {
    if (this.#scale === 'log') return { of: Math.log10, price: (real) => 10 ** real };
    const base = this.#scale === 'percent' ? chart.getDataList()[chart.getVisibleRange().from]?.close : undefined;
    if (base === undefined || base === 0) return { of: (price) => price, price: (real) => real };
    return { of: (price) => (price / base - 1) * 100, price: (real) => (real / 100 + 1) * base };
  }
}

/** The library's form of a range, as prices and in the measure of the scale. */
function axisRange({ from, to }: PriceRange, real: PriceRange, scale: PriceScale): AxisRange {
  const display = scale === 'percent' ? real : { from, to };
  return {
    from,
    to,
    range: to - from,
    realFrom: real.from,
    realTo: real.to,
    realRange: real.to - real.from,
    displayFrom: display.from,
    displayTo: display.to,
    displayRange: display.to - display.from,
  };
}
