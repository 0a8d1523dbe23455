import type { ConnectionState } from '@fairlot/client';
import { useSyncExternalStore } from 'react';
import { realtime } from './services.ts';

/** What the visitor may be told of the connection. */
export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(realtime.state.subscribe, realtime.state.getSnapshot);
}
