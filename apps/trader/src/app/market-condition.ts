import type { ConnectionState } from '@fairlot/client';
import { useConnectionState } from '../shared/connection-state.ts';
import { useInstruments, useQuote, useSelectedInstrument } from '../shared/market.ts';

/** What the strip says: the connection first, then how current the chosen instrument's price is. */
export type MarketCondition = ConnectionState | 'stale' | 'closed';

/** The worst that is true: no connection, every market closed, or the chosen price too old. */
export function useMarketCondition(): MarketCondition {
  const connection = useConnectionState();
  const { list } = useInstruments();
  const selected = useSelectedInstrument();
  const quote = useQuote(selected?.Id);
  if (connection !== 'live') return connection;
  if (list.length > 0 && list.every((instrument) => instrument.MarketStatus !== 1)) return 'closed';
  return quote?.freshness === 'stale' ? 'stale' : 'live';
}
