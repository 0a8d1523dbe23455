import { instrumentName } from '@fairlot/i18n';
import type { LanguageCode } from '@fairlot/i18n';
import type { Clock } from '../../platform/clock.ts';
import type { ListedInstrument, MarketData } from '../../market/port.ts';
import { PreparedJson } from '../../platform/answer.ts';
import { presentInstrument } from './presenter.ts';

/** The same list is written at most this often per language; a page's quotes move by the socket. */
const LIFE_MS = 200;

/** The list of instruments as JSON, shared by those who ask for it at the same moment. */
export class TradeList {
  private readonly kept = new Map<LanguageCode, { readonly at: number; readonly text: PreparedJson }>();
  private readonly market: MarketData;
  private readonly clock: Clock;

  constructor(market: MarketData, clock: Clock) {
    this.market = market;
    this.clock = clock;
  }

  read(language: LanguageCode, search: string): PreparedJson {
    if (search !== '')
      return this.write(
        language,
        this.market.instruments().filter((instrument) => matches(instrument, search, language)),
      );
    const now = this.clock();
    const kept = this.kept.get(language);
    if (kept !== undefined && Math.abs(now - kept.at) < LIFE_MS) return kept.text;
    const text = this.write(language, this.market.instruments());
    this.kept.set(language, { at: now, text });
    return text;
  }

  private write(language: LanguageCode, instruments: readonly ListedInstrument[]): PreparedJson {
    const list = instruments.map((instrument) => presentInstrument(instrument, this.market, language));
    return new PreparedJson([Buffer.from(JSON.stringify(list))]);
  }
}

function matches(instrument: ListedInstrument, search: string, language: LanguageCode): boolean {
  const wanted = search.toLowerCase();
  const texts = [instrument.code, instrument.displayCode, instrumentName(language, instrument.code)];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}
