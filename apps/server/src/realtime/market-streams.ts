import { type InstrumentId, PERIODS } from '@fairlot/domain';
import type { ListedInstrument, MarketData } from '../market/port.ts';
import type { OpenSpan, Tracing } from '../platform/tracing.ts';
import { candleText, presentQuotations } from '../market/presenter.ts';
import { Stream } from './stream.ts';
import { UpdateThrottle } from './update-throttle.ts';

type Figures = Readonly<Record<string, string | number | null>>;

/** Fields that every update contains, even when unchanged, because clients order and display the rest by them. */
const ALWAYS: ReadonlySet<string> = new Set(['Seq', 'Time', 'Bid', 'Ask']);

/** Fields that tell two states of an instrument apart: each changes without the others. */
const VERSION = ['Seq', 'MarketStatus', 'Doubt', 'Source'] as const;

/** DAY_MARKET and the KLINE topics: the public market data. */
export class MarketStreams {
  readonly #market: MarketData;
  readonly #pace = new UpdateThrottle<InstrumentId>();
  readonly #day = new Stream('DAY_MARKET', 'replaceable', () => this.#daySnapshot());
  readonly #kline = new Map<InstrumentId, Stream>();
  /** Figures in the last update. */
  readonly #shown = new Map<InstrumentId, Figures>();

  readonly #tracing: Tracing | undefined;
  /** Spans of quotes that wait to be published. */
  readonly #publishing = new Map<InstrumentId, OpenSpan>();

  constructor(market: MarketData, tracing?: Tracing) {
    this.#market = market;
    this.#tracing = tracing;
  }

  /** Starts to follow the market. Returns a function that stops it. */
  follow(): () => void {
    const stops = [
      this.#market.onQuote(({ instrument }) => {
        this.#pace.mark(instrument);
        const span = this.#tracing?.current;
        if (span !== undefined && !this.#publishing.has(instrument))
          this.#publishing.set(instrument, span.child('publish'));
      }),
      this.#market.onSession((instrument) => this.#pace.mark(instrument)),
      this.#market.onDoubt((instrument) => this.#pace.mark(instrument)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** The stream of a public topic; undefined when the topic does not exist. */
  find(topic: string): Stream | undefined {
    if (topic === 'DAY_MARKET') return this.#day;
    if (!topic.startsWith('KLINE.')) return undefined;
    const wanted = topic.slice('KLINE.'.length);
    const instrument = this.#market.instruments().find(({ code }) => code === wanted);
    if (instrument === undefined) return undefined;
    const known = this.#kline.get(instrument.id);
    if (known !== undefined) return known;
    const stream = new Stream(topic, 'replaceable', () => this.#formingText(instrument));
    this.#kline.set(instrument.id, stream);
    return stream;
  }

  /** Sends changes that are due. Returns the number of subscriptions that wait because their client is slow. */
  tick(): number {
    const due = this.#pace.due();
    if (due.length > 0 && this.#day.isWatched) {
      const entries = due.flatMap((id) => this.#changes(id) ?? []);
      if (entries.length > 0) this.#day.publish(`[${entries.join(',')}]`);
    }
    for (const id of due) {
      this.#publishForming(id);
      this.#publishing.get(id)?.end();
      this.#publishing.delete(id);
    }
    let behind = this.#day.catchUpAll();
    for (const stream of this.#kline.values()) behind += stream.catchUpAll();
    return behind;
  }

  #publishForming(id: InstrumentId): void {
    const stream = this.#kline.get(id);
    const instrument = this.#market.instrument(id);
    if (stream === undefined || !stream.isWatched || instrument === undefined) return;
    const text = this.#formingText(instrument);
    if (text !== undefined) stream.publish(text);
  }

  #formingText(instrument: ListedInstrument): string | undefined {
    const forming = this.#market.forming(instrument.id);
    if (forming === undefined) return undefined;
    return `{${PERIODS.map((period) => `"${period}":${candleText(forming[period], instrument)}`).join(',')}}`;
  }

  #daySnapshot(): string {
    const entries = this.#market.instruments().flatMap((instrument) => {
      const figures = this.#figures(instrument.id);
      if (figures === undefined) return [];
      // The snapshot is newer than the last update, so the next update must contain all fields.
      const shown = this.#shown.get(instrument.id);
      if (VERSION.some((name) => shown?.[name] !== figures[name])) this.#shown.delete(instrument.id);
      return [entryText(instrument.id, figures)];
    });
    return `[${entries.join(',')}]`;
  }

  /** Changed fields of an instrument since the last update; undefined before its first quote. */
  #changes(id: InstrumentId): string | undefined {
    const figures = this.#figures(id);
    if (figures === undefined) return undefined;
    const shown = this.#shown.get(id);
    this.#shown.set(id, figures);
    if (shown === undefined) return entryText(id, figures);
    return entryText(
      id,
      Object.fromEntries(Object.entries(figures).filter(([name, value]) => ALWAYS.has(name) || shown[name] !== value)),
    );
  }

  #figures(id: InstrumentId): Figures | undefined {
    const instrument = this.#market.instrument(id);
    const quote = this.#market.quote(id);
    const day = this.#market.day(id);
    if (instrument === undefined || quote === undefined || day === undefined) return undefined;
    return {
      ...presentQuotations(instrument, quote, day),
      MarketStatus: this.#market.isOpen(id) ? 1 : 0,
      Doubt: this.#market.doubt(id) ?? null,
      Source: this.#market.sourceOf(id) ?? null,
    };
  }
}

function entryText(id: InstrumentId, figures: Figures): string {
  return JSON.stringify({ Id: id, ...figures });
}
