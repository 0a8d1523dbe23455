import { decimalOf, listOf, readJson, recordOf, textOf, timeOf, type Json } from '../connection/json.ts';
import type { Conversation, Heard, Link } from '../connection/link.ts';
import type { SourceSink } from '../source.ts';
import { faultOfWords, isLimit } from './words.ts';

type JsonRecord = Readonly<Record<string, Json>>;

/** States of the exchange in which nothing is matched: its prices cannot be dealt on. */
const WITHOUT_MATCHING = new Set(['maintenance', 'cancel_only', 'post_only']);

/** The v2 protocol on one connection: subscribes to tickers on each change of the best bid or offer. */
export class KrakenConversation implements Conversation {
  readonly #link: Link;
  readonly #symbols: () => ReadonlySet<string>;
  readonly #sink: SourceSink;
  readonly #now: () => number;
  #asked: ReadonlySet<string> = new Set();
  #unknown = new Set<string>();
  /** True once a subscription holds: from then on heartbeats come by themselves. */
  #isSubscribed = false;
  #isMatching = true;

  constructor(link: Link, symbols: () => ReadonlySet<string>, sink: SourceSink, now: () => number) {
    this.#link = link;
    this.#symbols = symbols;
    this.#sink = sink;
    this.#now = now;
  }

  opened(): void {
    this.symbolsChanged();
  }

  symbolsChanged(): void {
    const wanted = this.#symbols();
    this.#request(
      'unsubscribe',
      [...this.#asked].filter((symbol) => !wanted.has(symbol)),
    );
    this.#request(
      'subscribe',
      [...wanted].filter((symbol) => !this.#asked.has(symbol)),
    );
    this.#asked = wanted;
  }

  probe(): void {
    if (!this.#isSubscribed) this.#link.send('{"method":"ping"}');
  }

  received(text: string): Heard {
    const message = recordOf(readJson(text));
    if (message === undefined) return 'malformed';
    if ('method' in message) return this.#hearAnswer(message);
    switch (textOf(message['channel'])) {
      case undefined:
        return hearComplaint(textOf(message['error'] ?? message['Error']));
      case 'heartbeat':
        return 'alive';
      case 'ticker':
        return this.#hearTickers(listOf(message['data']));
      case 'status':
        return this.#hearStatus(listOf(message['data']));
      default:
        return 'idle';
    }
  }

  #request(method: 'subscribe' | 'unsubscribe', symbols: readonly string[]): void {
    if (symbols.length === 0) return;
    const options = method === 'subscribe' ? { snapshot: true } : {};
    this.#link.send(
      JSON.stringify({ method, params: { channel: 'ticker', symbol: symbols, event_trigger: 'bbo', ...options } }),
    );
  }

  #hearAnswer(message: JsonRecord): Heard {
    if (message['method'] === 'pong') return 'alive';
    if (message['success'] !== false) {
      if (message['method'] === 'subscribe') this.#isSubscribed = true;
      return 'idle';
    }
    const words = textOf(message['error']) ?? 'refused without a reason';
    // Some answers name the pair only at the end of their words: "Currency pair not supported XBT/USD".
    const symbol = textOf(message['symbol']) ?? [...this.#asked].find((asked) => words.endsWith(` ${asked}`));
    // Another subscription of the connection must not end for one symbol.
    if (symbol === undefined || isLimit(words)) return faultOfWords(words);
    if (!/already subscribed/i.test(words) && message['method'] === 'subscribe') this.#reportUnknown(symbol);
    return 'idle';
  }

  #reportUnknown(symbol: string): void {
    if (!this.#asked.has(symbol) || this.#unknown.has(symbol)) return;
    this.#unknown.add(symbol);
    this.#sink.unknownSymbol(symbol);
  }

  #hearTickers(entries: readonly Json[]): Heard {
    let heard: Heard = entries.length === 0 ? 'malformed' : 'alive';
    for (const entry of entries) {
      const ticker = recordOf(entry);
      const symbol = textOf(ticker?.['symbol']);
      const bid = decimalOf(ticker?.['bid']);
      const ask = decimalOf(ticker?.['ask']);
      // The time came to the channel later than the rest, so it may be absent, but not be wrong.
      const time = ticker?.['timestamp'] === undefined ? this.#now() : timeOf(ticker['timestamp']);
      if (symbol === undefined || bid === undefined || ask === undefined || time === undefined) heard = 'malformed';
      else if (this.#isMatching && this.#symbols().has(symbol)) this.#sink.tick({ symbol, time, bid, ask });
    }
    return heard;
  }

  /** After a halt of the matching, a new connection gets fresh snapshots. */
  #hearStatus(entries: readonly Json[]): Heard {
    const system = textOf(recordOf(entries[0])?.['system']);
    if (system === undefined) return 'malformed';
    const wasMatching = this.#isMatching;
    this.#isMatching = !WITHOUT_MATCHING.has(system);
    return wasMatching || !this.#isMatching
      ? 'idle'
      : { phase: 'connecting', reason: 'planned_reconnect', detail: `the exchange is ${system} again` };
  }
}

/** Too many requests, and requests that could not be read, are answered without method and channel. */
function hearComplaint(words: string | undefined): Heard {
  return words === undefined ? 'malformed' : faultOfWords(words);
}
