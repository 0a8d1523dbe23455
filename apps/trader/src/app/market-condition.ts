import type { ConnectionState } from '@fairlot/client';
import { useConnectionState } from '../shared/connection-state.ts';
import { useDrawn } from '../shared/use-drawn.ts';
import { useInstruments, useQuote, useSelectedInstrument } from '../shared/market.ts';

/** What the strip says: the connection first, then how current the chosen instrument's price is. */
export type MarketCondition = ConnectionState | 'stale' | 'closed';

/** The worst that is true: no connection, every market closed, or the chosen price too old. */
export function useMarketCondition(): MarketCondition {
  const connection = useConnectionState();
  // Screens that show the list ask for it themselves.
  const drawn = useDrawn();
  const { list } = useInstruments(drawn);
  const selected = useSelectedInstrument(drawn);
  const quote = useQuote(selected?.Id);
  if (connection !== 'live') return connection;
  if (list.length > 0 && list.every((instrument) => instrument.MarketStatus !== 1)) return 'closed';
  return quote?.freshness === 'stale' ? 'stale' : 'live';
}
