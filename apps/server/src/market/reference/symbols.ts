// Symbols of the instruments at each source. A source that lacks one is not used for it; the office can change all of them.
import type { SourceSymbols } from '../port.ts';
import { REFERENCE_INSTRUMENTS } from './instruments.ts';

/** OANDA's names of contracts whose code is not the pair. Its Japanese index is quoted in yen and, as JP225_USD, in dollars. */
const OANDA: Readonly<Record<string, string>> = {
  WTI: 'WTICO_USD',
  BRENT: 'BCO_USD',
  NATGAS: 'NATGAS_USD',
  US500: 'SPX500_USD',
  US100: 'NAS100_USD',
  US30: 'US30_USD',
  GER40: 'DE30_EUR',
  UK100: 'UK100_GBP',
  FRA40: 'FR40_EUR',
  EU50: 'EU50_EUR',
  JP225: 'JP225Y_JPY',
  AUS200: 'AU200_AUD',
  HK50: 'HK33_HKD',
};

/** Binance quotes coins in the stablecoin USDT, which is not exactly a dollar. */
const STABLECOIN = 'usdt';

/** Coins that Coinbase does not quote in dollars. */
const NOT_AT_COINBASE: ReadonlySet<string> = new Set(['BNB']);

const CRYPTO = 5;
/** Currencies and metals have the names of their pairs. */
const PAIRS: ReadonlySet<number> = new Set([1, 2]);

/** The symbols of a new installation, by the instrument's code. */
export const REFERENCE_SYMBOLS: ReadonlyMap<string, SourceSymbols> = new Map(
  REFERENCE_INSTRUMENTS.map(({ code, categoryId, baseCurrency, quoteCurrency }): [string, SourceSymbols] => {
    if (categoryId === CRYPTO) return [code, coinSymbols(baseCurrency)];
    const contract = OANDA[code];
    if (!PAIRS.has(categoryId)) return [code, contract === undefined ? {} : { oanda: contract }];
    return [code, { oanda: `${baseCurrency}_${quoteCurrency}`, dxlink: `${baseCurrency}/${quoteCurrency}` }];
  }),
);

function coinSymbols(coin: string): SourceSymbols {
  return {
    kraken: `${coin}/USD`,
    binance: `${coin.toLowerCase()}${STABLECOIN}`,
    ...(!NOT_AT_COINBASE.has(coin) && { coinbase: `${coin}-USD`, dxlink: `${coin}/USD:GDAX` }),
  };
}
