import type { Topic, TopicEvent } from '@fairlot/client';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ConnectionState } from '@fairlot/client';
import { realtime } from './services.ts';

/** Listens to a topic while the screen is in view; null listens to nothing. The first event is a snapshot. */
export function useRealtimeTopic<T extends Topic>(topic: T | null, listener: (event: TopicEvent<T>) => void): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => (topic === null ? undefined : realtime.subscribe(topic, (event) => latest.current(event))), [topic]);
}

/** What the visitor may be told of the connection. */
export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(realtime.state.subscribe, realtime.state.getSnapshot);
}
