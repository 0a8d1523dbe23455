import type { SourceSink } from '../source.ts';
import { wrongAnswer, type Fault } from './fault.ts';
import type { Link, LinkEvents, Transport } from './link.ts';
import { RestError } from './rest.ts';

/** Finds which of the symbols a source has. */
export type FindKnown = (symbols: readonly string[], signal: AbortSignal) => Promise<ReadonlySet<string>>;

/** The symbols that a source was seen to have. */
export class KnownSymbols {
  readonly #form: RegExp;
  readonly #find: FindKnown;
  #known: ReadonlySet<string> = new Set();
  /** The symbols that the last look-up did not find. */
  #missing: readonly string[] = [];

  /** `form`: the source's names of symbols. Anything else could change a request, and is unknown without a look-up. */
  constructor(form: RegExp, find: FindKnown) {
    this.#form = form;
    this.#find = find;
  }

  /** Asks for all symbols again before the next connection. */
  forget(): void {
    this.#known = new Set();
  }

  /**
   * The symbols that the source has. Asks for those that were not seen yet. Throws a RestError for refused credentials and
   * limits; when the source does not answer for another reason, those count as known that the last answer did not lack.
   */
  async among(symbols: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
    const possible = symbols.filter((symbol) => this.#form.test(symbol));
    const asked = possible.filter((symbol) => !this.#known.has(symbol));
    if (asked.length === 0) return possible;
    try {
      this.#known = new Set([...this.#known, ...(await this.#find(asked, signal))]);
    } catch (error) {
      if (!(error instanceof RestError) || error.fault.phase === 'refused') throw error;
      return possible.filter((symbol) => !this.#missing.includes(symbol));
    }
    this.#missing = asked.filter((symbol) => !this.#known.has(symbol));
    return possible.filter((symbol) => this.#known.has(symbol));
  }
}

/**
 * A transport for a source that ignores unknown symbols, or refuses a whole subscription for one: looks them up, reports
 * the unknown ones and opens the connection for the others.
 */
export function knownSymbolsTransport(
  symbols: () => ReadonlySet<string>,
  sink: Pick<SourceSink, 'unknownSymbol'>,
  known: KnownSymbols,
  open: (symbols: readonly string[], events: LinkEvents) => Link,
): Transport {
  return (events) => {
    const wanted = [...symbols()];
    const closing = new AbortController();
    let link: Link | undefined;
    // A request that is refused as wrong may name a symbol that the source no longer has.
    const ended = (fault: Fault): void => {
      if (fault.reason === 'wrong_answer') known.forget();
      events.ended(fault);
    };
    const connect = async (): Promise<void> => {
      const found = await known.among(wanted, closing.signal);
      if (closing.signal.aborted) return;
      for (const symbol of wanted) if (!found.includes(symbol)) sink.unknownSymbol(symbol);
      if (found.length === 0) events.ended(wrongAnswer('the source has none of the symbols'));
      else link = open(found, { ...events, ended });
    };
    connect().catch((error: unknown) => {
      if (closing.signal.aborted) return;
      // An address that cannot be opened concerns this source alone: the market goes on with the others.
      events.ended(error instanceof RestError ? error.fault : wrongAnswer(String(error)));
    });
    return {
      send: (text) => link?.send(text),
      ping: () => link?.ping(),
      close: () => {
        closing.abort();
        link?.close();
      },
    };
  };
}
