import type { SubscriptionMode } from '@fairlot/contract';
import { type InstrumentId, formatPrice, markedUp } from '@fairlot/domain';
import type { MarketData } from '../market/port.ts';
import { presentQuotations } from '../market/presenter.ts';
import type { MarkupProfile } from '../trading/markup-profile.ts';
import type { SendTurns } from './send-turns.ts';
import { Stream } from './stream.ts';

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

interface QuoteOptions {
  readonly mode?: SubscriptionMode;
  readonly turns?: SendTurns | undefined;
}

/** DAY_MARKET in one mode. Quotes are encoded once per markup profile; figures of the day are the market's for all. */
export class QuoteStreams {
  readonly #market: MarketData;
  readonly #options: QuoteOptions;
  /** By the key of their profile. */
  readonly #quotes = new Map<string, Quotes>();
  /** Figures in the last update. */
  readonly #shown = new Map<InstrumentId, Figures>();

  constructor(market: MarketData, options: QuoteOptions = {}) {
    this.#market = market;
    this.#options = options;
  }

  get isWatched(): boolean {
    for (const { stream } of this.#quotes.values()) if (stream.isWatched) return true;
    return false;
  }

  /** The stream with the prices of a profile. */
  of(profile: MarkupProfile): Stream {
    const known = this.#quotes.get(profile.key);
    if (known !== undefined) return known.stream;
    const stream = new Stream('DAY_MARKET', 'replaceable', () => this.#daySnapshot(profile), this.#options);
    this.#quotes.set(profile.key, { profile, stream });
    return stream;
  }

  /** Sends the changes of instruments. */
  publish(due: readonly InstrumentId[]): void {
    const changes = this.#quotes.size === 0 ? [] : due.flatMap((id) => this.#changes(id) ?? []);
    if (changes.length === 0) return;
    for (const { profile, stream } of this.#quotes.values())
      if (stream.isWatched) stream.publish(`[${changes.map((change) => this.#entryText(change, profile)).join(',')}]`);
  }

  /** Drops streams without subscribers. Returns the number of subscriptions that wait because their client is slow. */
  catchUp(): number {
    let behind = 0;
    for (const [key, { stream }] of this.#quotes) {
      if (stream.isWatched) behind += stream.catchUpAll();
      else this.#quotes.delete(key);
    }
    return behind;
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
      MarketStatus: this.#market.isOpen(id) ? 1 : 0,
      Doubt: this.#market.doubt(id) ?? null,
      Source: this.#market.sourceOf(id) ?? null,
      ...presentQuotations(instrument, quote, day),
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
