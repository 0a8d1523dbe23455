import { CHART_PERIODS, type InstrumentId, formatPrice, markedUp } from '@fairlot/domain';
import type { AccountGroup } from '@fairlot/engine';
import type { ListedInstrument, MarketData } from '../market/port.ts';
import type { OpenSpan, Tracing } from '../platform/tracing.ts';
import { candleText, presentQuotations } from '../market/presenter.ts';
import { type MarkupProfile, profileOf } from '../trading/markup-profile.ts';
import { Stream } from './stream.ts';
import { UpdateThrottle } from './update-throttle.ts';

type Figures = Readonly<Record<string, string | number | null>>;

/** DAY_MARKET for the clients of one markup profile. */
interface Quotes {
  readonly profile: MarkupProfile;
  readonly stream: Stream;
}

/** An instrument's figures as the market has them, and its changed ones as JSON. */
interface Change {
  readonly id: InstrumentId;
  readonly figures: Figures;
  /** The changed fields except those of ALWAYS. */
  readonly rest: string;
}

/** Fields that every update contains, even when unchanged, because clients order and display the rest by them. */
const ALWAYS: ReadonlySet<string> = new Set(['Seq', 'Time', 'Bid', 'Ask']);

/** Fields that tell two states of an instrument apart: each changes without the others. */
const VERSION = ['Seq', 'MarketStatus', 'Doubt', 'Source'] as const;

/**
 * DAY_MARKET and the KLINE topics. Quotes are encoded once per markup profile; figures of the day and bars are the
 * market's for all.
 */
export class MarketStreams {
  readonly #market: MarketData;
  readonly #pace = new UpdateThrottle<InstrumentId>();
  /** By the key of their profile. */
  readonly #quotes = new Map<string, Quotes>();
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

  /** The stream of a topic for the accounts of a group; undefined when the topic does not exist. */
  find(topic: string, group?: AccountGroup): Stream | undefined {
    if (topic === 'DAY_MARKET') return this.#quotesOf(profileOf(group));
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
    const behind = this.#publishQuotes(due);
    for (const id of due) {
      this.#publishForming(id);
      this.#publishing.get(id)?.end();
      this.#publishing.delete(id);
    }
    let waiting = behind;
    for (const stream of this.#kline.values()) waiting += stream.catchUpAll();
    return waiting;
  }

  #quotesOf(profile: MarkupProfile): Stream {
    const known = this.#quotes.get(profile.key);
    if (known !== undefined) return known.stream;
    const stream = new Stream('DAY_MARKET', 'replaceable', () => this.#daySnapshot(profile));
    this.#quotes.set(profile.key, { profile, stream });
    return stream;
  }

  #publishQuotes(due: readonly InstrumentId[]): number {
    for (const [key, { stream }] of this.#quotes) if (!stream.isWatched) this.#quotes.delete(key);
    let behind = 0;
    const changes = this.#quotes.size === 0 ? [] : due.flatMap((id) => this.#changes(id) ?? []);
    for (const { profile, stream } of this.#quotes.values()) {
      if (changes.length > 0)
        stream.publish(`[${changes.map((change) => this.#entryText(change, profile)).join(',')}]`);
      behind += stream.catchUpAll();
    }
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
    return `{${CHART_PERIODS.map((period) => `"${period}":${candleText(forming[period], instrument)}`).join(',')}}`;
  }

  #daySnapshot(profile: MarkupProfile): string {
    const entries = this.#market.instruments().flatMap(({ id }) => {
      const figures = this.#figures(id);
      if (figures === undefined) return [];
      // The snapshot is newer than the last update, so the next update must contain all fields.
      const shown = this.#shown.get(id);
      if (VERSION.some((name) => shown?.[name] !== figures[name])) this.#shown.delete(id);
      return [this.#entryText({ id, figures, rest: restText(figures) }, profile)];
    });
    return `[${entries.join(',')}]`;
  }

  /** Changed fields of an instrument since the last update; undefined before its first quote. */
  #changes(id: InstrumentId): Change | undefined {
    const figures = this.#figures(id);
    if (figures === undefined) return undefined;
    const shown = this.#shown.get(id);
    this.#shown.set(id, figures);
    return { id, figures, rest: restText(figures, shown) };
  }

  /** An entry with the prices of a profile. */
  #entryText({ id, figures, rest }: Change, { markups }: MarkupProfile): string {
    const { Seq, Time } = figures;
    const markup = markups.get(id);
    const instrument = markup && this.#market.instrument(id);
    const quote = markup && this.#market.quote(id);
    let { Bid, Ask } = figures;
    if (instrument !== undefined && quote !== undefined && markup !== undefined) {
      const { bid, ask } = markedUp(instrument, quote, markup);
      [Bid, Ask] = [formatPrice(bid, instrument), formatPrice(ask, instrument)];
    }
    return `{"Id":${id},"Seq":${Seq},"Time":${Time},"Bid":"${Bid}","Ask":"${Ask}"${rest}}`;
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

/** The figures that differ from those shown, as the end of an object's text. */
function restText(figures: Figures, shown?: Figures): string {
  let text = '';
  for (const [name, value] of Object.entries(figures))
    if (!ALWAYS.has(name) && (shown === undefined || shown[name] !== value))
      text += `,"${name}":${JSON.stringify(value)}`;
  return text;
}
