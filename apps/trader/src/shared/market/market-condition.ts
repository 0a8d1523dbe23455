import type { ConnectionState } from '@fairlot/client';
import { useConnectionState } from '../services/connection-state.ts';
import { useDrawn } from '../layout/use-drawn.ts';
import { useInstruments, useQuote, useSelectedInstrument } from './market.ts';

/**
 * The connection's state; the others only while it is live. `doubt`: the selected price waits for confirmation. `clock`:
 * the server's clock is in doubt, and with it every price. `sourceless`: no source has a price of the selected one.
 */
export type MarketCondition = ConnectionState | 'stale' | 'closed' | 'doubt' | 'clock' | 'sourceless';

const CONDITIONS = { price: 'doubt', clock: 'clock', source: 'sourceless' } as const;

/** The most severe condition that holds: connection lost, all markets closed, or the selected price in doubt
 * or stale. */
export function useMarketCondition(): MarketCondition {
  const connection = useConnectionState();
  // Deferred until after the first paint: screens with the list request it themselves.
  const drawn = useDrawn();
  const { list } = useInstruments(drawn);
  const selected = useSelectedInstrument(drawn);
  const quote = useQuote(selected?.id);
  if (connection !== 'live') return connection;
  if (list.length > 0 && list.every((instrument) => !instrument.isOpen)) return 'closed';
  if (quote?.freshness === 'doubt') return quote.doubt === undefined ? 'doubt' : CONDITIONS[quote.doubt];
  return quote?.freshness === 'stale' ? 'stale' : 'live';
}
