import { listOf, recordOf, textOf } from '../connection/json.ts';
import { RestError, type RestClient } from '../connection/rest.ts';

/**
 * The instruments of an account. The stream refuses the whole request for one unknown instrument, without a name, so
 * unknown ones are found before.
 */
export class KnownInstruments {
  readonly #rest: RestClient;
  readonly #url: string;
  #names: ReadonlySet<string> = new Set();

  constructor(rest: RestClient, url: string) {
    this.#rest = rest;
    this.#url = url;
  }

  /** Reads the list again before the next connection. */
  forget(): void {
    this.#names = new Set();
  }

  /**
   * True for the symbols that the account has. Reads the list when a symbol is not in it yet. Throws a RestError for
   * refused credentials and limits; while the list cannot be read for another reason, every symbol counts as known.
   */
  async check(symbols: ReadonlySet<string>, signal: AbortSignal): Promise<(symbol: string) => boolean> {
    if ([...symbols].some((symbol) => !this.#names.has(symbol))) {
      try {
        const answer = recordOf(await this.#rest.get(this.#url, signal));
        const names = listOf(answer?.['instruments']).map((entry) => textOf(recordOf(entry)?.['name']));
        this.#names = new Set(names.filter((name) => name !== undefined));
      } catch (error) {
        if (!(error instanceof RestError) || error.fault.phase === 'refused') throw error;
        return () => true;
      }
    }
    return (symbol) => this.#names.has(symbol);
  }
}
