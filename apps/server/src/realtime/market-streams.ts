import type { SubscriptionMode } from '@fairlot/contract';
import { CHART_PERIODS, type InstrumentId } from '@fairlot/domain';
import type { AccountGroup } from '@fairlot/engine';
import type { ListedInstrument, MarketData } from '../market/port.ts';
import type { OpenSpan, Tracing } from '../platform/tracing.ts';
import { candleText } from '../market/presenter.ts';
import { profileOf } from '../trading/markup-profile.ts';
import { FastQuotes } from './fast-quotes.ts';
import { QuoteStreams } from './quote-streams.ts';
import type { SendTurns } from './send-turns.ts';
import { Stream } from './stream.ts';
import { UpdateThrottle } from './update-throttle.ts';

interface MarketStreamsOptions {
  readonly tracing?: Tracing | undefined;
  readonly turns?: SendTurns | undefined;
}

/** DAY_MARKET and the KLINE topics, coalesced; and DAY_MARKET in the fast mode. */
export class MarketStreams {
  readonly #market: MarketData;
  readonly #pace = new UpdateThrottle<InstrumentId>();
  readonly #quotes: QuoteStreams;
  readonly #fast: FastQuotes;
  readonly #kline = new Map<InstrumentId, Stream>();
  readonly #turns: SendTurns | undefined;
  readonly #tracing: Tracing | undefined;
  /** Spans of quotes that wait to be published. */
  readonly #publishing = new Map<InstrumentId, OpenSpan>();

  constructor(market: MarketData, { tracing, turns }: MarketStreamsOptions = {}) {
    this.#market = market;
    this.#tracing = tracing;
    this.#turns = turns;
    this.#quotes = new QuoteStreams(market, { turns });
    this.#fast = new FastQuotes(market);
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
      this.#fast.follow(),
      this.#market.onSession((instrument) => this.#pace.mark(instrument)),
      this.#market.onDoubt((instrument) => this.#pace.mark(instrument)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** The stream of a topic for the accounts of a group; undefined when the topic does not exist, or not in the mode. */
  find(topic: string, group?: AccountGroup, mode?: SubscriptionMode): Stream | undefined {
    if (topic === 'DAY_MARKET') return (mode === 'fast' ? this.#fast.streams : this.#quotes).of(profileOf(group));
    if (mode !== undefined) return undefined;
    if (!topic.startsWith('KLINE.')) return undefined;
    const wanted = topic.slice('KLINE.'.length);
    const instrument = this.#market.instruments().find(({ code }) => code === wanted);
    if (instrument === undefined) return undefined;
    const known = this.#kline.get(instrument.id);
    if (known !== undefined) return known;
    const stream = new Stream(topic, 'replaceable', () => this.#formingText(instrument), { turns: this.#turns });
    this.#kline.set(instrument.id, stream);
    return stream;
  }

  /** Sends changes that are due. Returns the number of subscriptions that wait because their client is slow. */
  tick(ticks = 1): number {
    const due = this.#pace.due(ticks);
    this.#quotes.publish(due);
    for (const id of due) {
      this.#publishForming(id);
      this.#publishing.get(id)?.end();
      this.#publishing.delete(id);
    }
    let waiting = this.#quotes.catchUp() + this.#fast.streams.catchUp();
    for (const stream of this.#kline.values()) waiting += stream.catchUpAll();
    return waiting;
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
}
