import type { Realtime } from './realtime.ts';

interface EventSource {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

/** What of the browser tells that a page came back or the network changed. */
export interface WakeEnvironment {
  readonly window: EventSource;
  readonly document: EventSource & { readonly visibilityState: string };
  /** A page that is opened without a network hears of no change. */
  readonly navigator?: { readonly onLine: boolean };
}

/**
 * Wakes the connection when the page becomes visible, is shown again from the back-forward cache, is resumed, or the
 * network changes. Some phones suspend sockets without closing them. Returns how to detach.
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
