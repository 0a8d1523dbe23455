import type { QuoteSource } from '@fairlot/domain';
import type { Text } from '../language/language.ts';

/** Proper names of the venues. */
const VENUES = {
  oanda: 'OANDA',
  binance: 'Binance',
  kraken: 'Kraken',
  coinbase: 'Coinbase',
  dxlink: 'dxFeed',
} as const;

/** The name of a price's origin. */
export function sourceName(source: QuoteSource, t: Text): string {
  return source === 'simulated' || source === 'replay' ? t(`market.${source}`) : VENUES[source];
}
