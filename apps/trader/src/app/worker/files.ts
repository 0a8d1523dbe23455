/**
 * The worker's strategy for a request: the page itself (network first), a built file (cache first), or a picture that
 * may change (stale while revalidate).
 */
export type Strategy = 'page' | 'built' | 'picture';

/**
 * Chooses the strategy for a request; undefined leaves it to the browser. Only public files are cached: calls, the
 * socket, uploads, the office and other origins are never touched, so the cache holds no user's data.
 */
export function strategyOf(url: URL, origin: string, method: string, isNavigation: boolean): Strategy | undefined {
  if (method !== 'GET' || url.origin !== origin) return undefined;
  if (isNavigation) return url.pathname === '/' ? 'page' : undefined;
  if (url.pathname.startsWith('/assets/')) return 'built';
  return url.pathname.startsWith('/icons/') || url.pathname.startsWith('/logos/') ? 'picture' : undefined;
}

/** Parses a page's message: activate this build now, or cache files that the page has already loaded (500 at most). */
export function readMessage(
  data: unknown,
): { readonly type: 'take-over' } | { readonly type: 'keep'; readonly urls: readonly string[] } | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  if (data.type === 'take-over') return { type: 'take-over' };
  if (data.type !== 'keep' || !('urls' in data) || !Array.isArray(data.urls)) return undefined;
  return { type: 'keep', urls: data.urls.filter((url): url is string => typeof url === 'string').slice(0, 500) };
}

/**
 * The notification for a push message. Unreadable data still gives one, because a browser shows a default text for a
 * push without a notification.
 */
export interface PushNotification {
  readonly title: string;
  readonly options: NotificationOptions;
}

export function readPush(data: unknown): PushNotification {
  const given = (typeof data === 'object' && data !== null ? data : {}) as Readonly<Record<string, unknown>>;
  const text = (name: string): string => (typeof given[name] === 'string' ? given[name] : '');
  const title = text('title') === '' ? 'Fairlot' : text('title');
  return {
    title,
    options: {
      body: text('body'),
      tag: text('tag'),
      lang: text('lang'),
      dir: given['dir'] === 'rtl' ? 'rtl' : 'ltr',
      icon: '/icons/icon-192.png',
      data: { path: pathOf(given['path']) },
    },
  };
}

/**
 * Validates a path for use behind the `#` of the address. Anything else becomes `/`, so that a push message cannot open
 * another site.
 */
export function pathOf(value: unknown): string {
  return typeof value === 'string' && /^\/(?!\/)[\w/?=&.-]*$/.test(value) ? value : '/';
}
