import { unauthorized, wrongAnswer } from '../connection/fault.ts';
import { decimalOf, listOf, readJson, recordOf, textOf, timeOf, type Json } from '../connection/json.ts';
import type { Conversation, Heard, Link } from '../connection/link.ts';
import type { SourceSink } from '../source.ts';

type JsonRecord = Readonly<Record<string, Json>>;

/** The Advanced Trade protocol on one connection: tickers, and heartbeats every second. */
export class CoinbaseConversation implements Conversation {
  readonly #link: Link;
  readonly #found: () => readonly string[];
  /** The symbols of this connection. */
  #symbols: readonly string[] = [];
  readonly #sink: SourceSink;
  /** The number of the last message; they count over the connection. */
  #sequence: number | undefined;

  constructor(link: Link, found: () => readonly string[], sink: SourceSink) {
    this.#link = link;
    this.#found = found;
    this.#sink = sink;
  }

  /** The source closes a connection without a subscription after 5 s. */
  opened(): void {
    this.#symbols = this.#found();
    this.#link.send(JSON.stringify({ type: 'subscribe', channel: 'heartbeats' }));
    this.#link.send(JSON.stringify({ type: 'subscribe', channel: 'ticker', product_ids: this.#symbols }));
  }

  received(text: string): Heard {
    const message = recordOf(readJson(text));
    if (message === undefined) return 'malformed';
    if (message['type'] === 'error') return this.#hearError(textOf(message['message']) ?? 'no reason');
    const channel = textOf(message['channel']);
    const sequence = Number(textOf(message['sequence_num']) ?? 'none');
    if (channel === undefined || !Number.isSafeInteger(sequence)) return 'malformed';
    const expected = this.#sequence === undefined ? sequence : this.#sequence + 1;
    this.#sequence = sequence;
    // Messages are missing. A new connection begins with the current quotes.
    if (sequence !== expected)
      return { phase: 'connecting', reason: 'sequence_gap', detail: `message ${sequence} instead of ${expected}` };
    if (channel === 'heartbeats') return 'alive';
    return channel === 'ticker' ? this.#hearTickers(message) : 'idle';
  }

  #hearTickers(message: JsonRecord): Heard {
    const time = timeOf(message['timestamp']);
    const tickers = listOf(message['events']).flatMap((event) => listOf(recordOf(event)?.['tickers']));
    let heard: Heard = time === undefined || tickers.length === 0 ? 'malformed' : 'alive';
    for (const entry of tickers) {
      const ticker = recordOf(entry);
      const symbol = textOf(ticker?.['product_id']);
      const bid = decimalOf(ticker?.['best_bid']);
      const ask = decimalOf(ticker?.['best_ask']);
      if (time === undefined || symbol === undefined || bid === undefined || ask === undefined) heard = 'malformed';
      else if (this.#symbols.includes(symbol)) this.#sink.tick({ symbol, time, bid, ask });
    }
    return heard;
  }

  #hearError(words: string): Heard {
    if (/rate limit|too many|exceeded/i.test(words)) return { phase: 'refused', reason: 'rate_limited', detail: words };
    if (/authenticat|unauthori[sz]ed|jwt|permission/i.test(words)) return unauthorized(words);
    return wrongAnswer(words);
  }
}
