import type { AccountGroup } from '@fairlot/engine';
import type { LanguageCode } from '@fairlot/i18n';
import { PreparedJson } from '../../http/answer.ts';
import type { ListedInstrument, MarketData } from '../../market/port.ts';
import type { Clock } from '../../platform/clock.ts';
import { RecentMap } from '../../platform/recent-map.ts';
import type { CurrentTerms } from '../../trading/current-terms.ts';
import { nameOf } from './name-of.ts';
import { presentInstrument } from './presenter.ts';

/** Lifetime of a serialized list per language. Pages get newer quotes through the socket. */
const LIFE_MS = 200;

/** Minimum number of cached lists. */
const REMEMBERED = 50;

interface Cached {
  readonly at: number;
  /** The terms that it shows. Changed terms are never answered from the cache. */
  readonly terms: unknown;
  readonly text: PreparedJson;
}

/** The list of instruments as JSON, cached per language and group of accounts. */
export class TradeList {
  readonly #cached = new RecentMap<string, Cached>(REMEMBERED);
  readonly #market: MarketData;
  readonly #terms: CurrentTerms;
  readonly #clock: Clock;

  constructor(market: MarketData, terms: CurrentTerms, clock: Clock) {
    this.#market = market;
    this.#terms = terms;
    this.#clock = clock;
  }

  /** The list with the terms and prices of a group. */
  read(language: LanguageCode, search: string, group?: AccountGroup): PreparedJson {
    if (search !== '')
      return this.#write(
        language,
        this.#market.instruments().filter((instrument) => matches(instrument, search, language)),
        group,
      );
    const now = this.#clock();
    const terms = this.#terms.state();
    const key = `${language} ${group?.id ?? ''}`;
    const cached = this.#cached.get(key);
    if (cached?.terms === terms && Math.abs(now - cached.at) < LIFE_MS) return cached.text;
    const text = this.#write(language, this.#market.instruments(), group);
    this.#cached.set(key, { at: now, terms, text });
    return text;
  }

  #write(
    language: LanguageCode,
    instruments: readonly ListedInstrument[],
    group: AccountGroup | undefined,
  ): PreparedJson {
    const list = instruments.map((instrument) =>
      presentInstrument(instrument, this.#market, this.#terms.state(), language, group),
    );
    return new PreparedJson([Buffer.from(JSON.stringify(list))]);
  }
}

function matches(instrument: ListedInstrument, search: string, language: LanguageCode): boolean {
  const wanted = search.toLowerCase();
  const texts = [instrument.code, instrument.displayCode, nameOf(instrument, language)];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}
