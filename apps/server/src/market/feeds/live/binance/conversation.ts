import { wrongAnswer, type Fault } from '../connection/fault.ts';
import { decimalOf, readJson, recordOf, textOf, type Json } from '../connection/json.ts';
import type { Conversation, Heard, Link } from '../connection/link.ts';
import type { SourceSink } from '../source.ts';

type JsonRecord = Readonly<Record<string, Json>>;

const BOOK_TICKER = '@bookTicker';
/** Codes of the source's errors: too many requests or messages. */
const LIMIT_CODES = new Set(['-1003', '-1015', '-1034']);

/** The name of a symbol's stream. */
export function streamOf(symbol: string): string {
  return `${symbol.toLowerCase()}${BOOK_TICKER}`;
}

/** The combined stream of best bids and offers. It carries no time, so quotes are stamped on arrival. */
export class BinanceConversation implements Conversation {
  readonly #link: Link;
  readonly #symbols: () => ReadonlySet<string>;
  readonly #sink: SourceSink;
  readonly #now: () => number;

  constructor(link: Link, symbols: () => ReadonlySet<string>, sink: SourceSink, now: () => number) {
    this.#link = link;
    this.#symbols = symbols;
    this.#sink = sink;
    this.#now = now;
  }

  /** The source pings every 20 s only; its answers to our pings are the heartbeat. */
  probe(): void {
    this.#link.ping();
  }

  received(text: string): Heard {
    const message = recordOf(readJson(text));
    if (message === undefined) return 'malformed';
    const data = recordOf(message['data']);
    const stream = textOf(message['stream']);
    const event = textOf((data ?? message)['e']);
    if (event === 'serverShutdown')
      return { phase: 'connecting', reason: 'planned_reconnect', detail: 'the server shuts down' };
    if (stream !== undefined && data !== undefined)
      return stream.endsWith(BOOK_TICKER) ? this.#hearQuote(stream, data) : 'alive';
    // An answer to a request, of which there is none here.
    if (message['result'] === null) return 'idle';
    return faultOf(recordOf(message['error']) ?? message) ?? 'malformed';
  }

  #hearQuote(stream: string, data: JsonRecord): Heard {
    const bid = decimalOf(data['b']);
    const ask = decimalOf(data['a']);
    const name = textOf(data['s']);
    if (bid === undefined || ask === undefined || name === undefined || streamOf(name) !== stream) return 'malformed';
    // The instruments' mapping writes symbols in any case.
    for (const symbol of this.#symbols())
      if (streamOf(symbol) === stream) this.#sink.tick({ symbol, time: this.#now(), bid, ask });
    return 'alive';
  }
}

function faultOf(error: JsonRecord): Fault | undefined {
  const code = textOf(error['code']);
  if (code === undefined) return undefined;
  const detail = `error ${code}: ${textOf(error['msg']) ?? ''}`;
  return LIMIT_CODES.has(code) ? { phase: 'refused', reason: 'rate_limited', detail } : wrongAnswer(detail);
}
