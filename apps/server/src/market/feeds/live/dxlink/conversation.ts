import { unauthorized, wrongAnswer } from '../connection/fault.ts';
import { listOf, readJson, recordOf, textOf, type Json } from '../connection/json.ts';
import type { Conversation, Heard, Link } from '../connection/link.ts';
import type { SourceSink } from '../source.ts';
import { quotesOf } from './quotes.ts';

type JsonRecord = Readonly<Record<string, Json>>;

/** The service channel, and the only other one that is opened. */
const SERVICE = 0;
const FEED = 1;
const FIELDS = ['eventType', 'eventSymbol', 'bidPrice', 'askPrice', 'bidTime', 'askTime'];
/** Seconds in which each side promises to send something. */
const KEEPALIVE_S = 60;
/** Our keep-alives come in half of that time. */
const KEEPALIVE_MS = (KEEPALIVE_S / 2) * 1000;

/** The dxLink protocol on one connection: sign-in, one channel of the feed, quotes in the compact format. */
export class DxLinkConversation implements Conversation {
  readonly #link: Link;
  readonly #symbols: () => ReadonlySet<string>;
  readonly #sink: SourceSink;
  readonly #token: string;
  readonly #now: () => number;
  #hasSentToken = false;
  #isChannelAsked = false;
  #isChannelOpen = false;
  #asked: ReadonlySet<string> = new Set();
  #fields: readonly string[] = FIELDS;
  /** The longest silence that the server promised. */
  #serverKeepaliveMs = KEEPALIVE_S * 1000;
  #heardAt: number;
  #keptAt: number;

  constructor(link: Link, symbols: () => ReadonlySet<string>, sink: SourceSink, token: string, now: () => number) {
    this.#link = link;
    this.#symbols = symbols;
    this.#sink = sink;
    this.#token = token;
    this.#now = now;
    this.#heardAt = now();
    this.#keptAt = now();
  }

  opened(): void {
    this.#heardAt = this.#now();
    this.#send(SERVICE, {
      type: 'SETUP',
      version: '0.1-fairlot',
      keepaliveTimeout: KEEPALIVE_S,
      acceptKeepaliveTimeout: KEEPALIVE_S,
    });
  }

  /**
   * A ping of the transport notices a dead connection within seconds; keep-alives of the protocol come twice a minute. A
   * server that answers pings and breaks its promise of keep-alives is not pinged any more, so that its silence counts.
   */
  probe(): void {
    const now = this.#now();
    if (now - this.#heardAt > this.#serverKeepaliveMs) return;
    this.#link.ping();
    if (now - this.#keptAt < KEEPALIVE_MS) return;
    this.#keptAt = now;
    this.#send(SERVICE, { type: 'KEEPALIVE' });
  }

  symbolsChanged(): void {
    if (!this.#isChannelOpen) return;
    // The protocol's "*" means every symbol of the server.
    const wanted = new Set([...this.#symbols()].filter((symbol) => symbol !== '*'));
    const remove = [...this.#asked].filter((symbol) => !wanted.has(symbol)).map(quoteOf);
    const add = [...wanted].filter((symbol) => !this.#asked.has(symbol)).map(quoteOf);
    this.#asked = wanted;
    if (remove.length + add.length === 0) return;
    this.#send(FEED, {
      type: 'FEED_SUBSCRIPTION',
      ...(add.length > 0 ? { add } : {}),
      ...(remove.length > 0 ? { remove } : {}),
    });
  }

  received(text: string): Heard {
    const message = recordOf(readJson(text));
    const type = textOf(message?.['type']);
    if (message === undefined || type === undefined) return 'malformed';
    this.#heardAt = this.#now();
    switch (type) {
      case 'SETUP':
        return this.#hearSetup(message);
      case 'AUTH_STATE':
        return this.#hearAuthorization(textOf(message['state']));
      case 'KEEPALIVE':
        return 'alive';
      case 'CHANNEL_OPENED':
        return this.#hearChannel();
      case 'FEED_CONFIG':
        return this.#hearConfig(message);
      case 'FEED_DATA':
        return this.#hearQuotes(message['data']);
      case 'CHANNEL_CLOSED':
        return { phase: 'connecting', reason: 'connection_closed', detail: 'the channel was closed' };
      case 'ERROR':
        return hearError(message, this.#isChannelOpen);
      default:
        return 'idle';
    }
  }

  #hearSetup(message: JsonRecord): Heard {
    const seconds = Number(textOf(message['keepaliveTimeout']) ?? 'none');
    if (seconds > 0) this.#serverKeepaliveMs = Math.min(seconds, 300) * 1000;
    return 'idle';
  }

  /** A server that needs a token says UNAUTHORIZED first; one that does not says AUTHORIZED at once. */
  #hearAuthorization(state: string | undefined): Heard {
    if (state === 'AUTHORIZED') {
      if (!this.#isChannelAsked)
        this.#send(FEED, { type: 'CHANNEL_REQUEST', service: 'FEED', parameters: { contract: 'AUTO' } });
      this.#isChannelAsked = true;
      return 'idle';
    }
    if (state !== 'UNAUTHORIZED') return 'malformed';
    if (this.#token === '') return unauthorized('the server asks for a token');
    if (this.#hasSentToken) return unauthorized('the token is not accepted');
    this.#hasSentToken = true;
    this.#send(SERVICE, { type: 'AUTH', token: this.#token });
    return 'idle';
  }

  #hearChannel(): Heard {
    this.#isChannelOpen = true;
    this.#send(FEED, {
      type: 'FEED_SETUP',
      acceptAggregationPeriod: 0,
      acceptDataFormat: 'COMPACT',
      acceptEventFields: { Quote: FIELDS },
    });
    this.symbolsChanged();
    return 'idle';
  }

  /** The server's order of the fields holds, whatever was asked for. */
  #hearConfig(message: JsonRecord): Heard {
    const fields = listOf(recordOf(message['eventFields'])?.['Quote']).map((field) => textOf(field) ?? '');
    if (fields.length > 0) this.#fields = fields;
    return 'idle';
  }

  #hearQuotes(data: Json | undefined): Heard {
    const quotes = quotesOf(data, this.#fields);
    if (quotes === undefined) return 'malformed';
    let heard: Heard = 'alive';
    for (const { symbol, bid, ask, time } of quotes) {
      if (bid === 'unreadable' || ask === 'unreadable') heard = 'malformed';
      else if (bid !== 'none' && ask !== 'none' && this.#asked.has(symbol))
        this.#sink.tick({ symbol, bid: bid.text, ask: ask.text, time: time ?? this.#now() });
    }
    return heard;
  }

  #send(channel: number, message: object): void {
    this.#link.send(JSON.stringify({ channel, ...message }));
  }
}

function quoteOf(symbol: string): object {
  return { type: 'Quote', symbol };
}

/** Errors inform only, says the protocol: those about one message leave an open feed as it is. */
function hearError(message: JsonRecord, isFeeding: boolean): Heard {
  const error = textOf(message['error']) ?? 'UNKNOWN';
  const detail = `${error}: ${textOf(message['message']) ?? ''}`;
  if (error === 'UNAUTHORIZED') return unauthorized(detail);
  if (error === 'TIMEOUT') return { phase: 'connecting', reason: 'connection_closed', detail };
  return isFeeding && error !== 'UNSUPPORTED_PROTOCOL' ? 'idle' : wrongAnswer(detail);
}
