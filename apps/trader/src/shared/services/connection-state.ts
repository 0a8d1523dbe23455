import type { ConnectionState } from '@fairlot/client';
import { useSyncExternalStore } from 'react';
import { realtime } from './services.ts';

/** State of the realtime connection. */
export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(realtime.state.subscribe, realtime.state.getSnapshot);
}
