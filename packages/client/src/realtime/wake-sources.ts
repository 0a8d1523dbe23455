import type { Realtime } from './realtime.ts';

interface EventSource {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

/** The browser's event sources for wake-ups and network changes. */
export interface WakeEnvironment {
  readonly window: EventSource;
  readonly document: EventSource & { readonly visibilityState: string };
  /** Gives the network state at the start: a page that is opened offline gets no event. */
  readonly navigator?: { readonly onLine: boolean };
}

/**
 * Tests the connection when the page becomes visible, is restored from the back-forward cache, is resumed, or the
 * network changes, because some phones suspend sockets without closing them. Returns a function that detaches the
 * listeners.
 */
export function attachWakeSources(
  realtime: Pick<Realtime, 'wake' | 'network'>,
  environment: WakeEnvironment,
): () => void {
  const { window, document } = environment;
  if (environment.navigator?.onLine === false) realtime.network(false);
  const wake = (): void => realtime.wake();
  const visible = (): void => {
    if (document.visibilityState === 'visible') realtime.wake();
  };
  const sources = [
    [document, 'visibilitychange', visible],
    [document, 'resume', wake],
    [window, 'pageshow', wake],
    [window, 'online', () => realtime.network(true)],
    [window, 'offline', () => realtime.network(false)],
  ] as const;
  for (const [source, type, listener] of sources) source.addEventListener(type, listener);
  return () => {
    for (const [source, type, listener] of sources) source.removeEventListener(type, listener);
  };
}
