/** How a request of the page is answered: from the files of its build, as a file that may change, or as the page itself. */
export type Way = 'page' | 'built' | 'picture';

/**
 * What the worker answers at all. Calls, the socket, uploads, the office and everything of other origins go their own way:
 * what is kept here is the same for everybody and holds nothing of any user.
 */
export function wayOf(url: URL, origin: string, method: string, isNavigation: boolean): Way | undefined {
  if (method !== 'GET' || url.origin !== origin) return undefined;
  if (isNavigation) return url.pathname === '/' ? 'page' : undefined;
  if (url.pathname.startsWith('/assets/')) return 'built';
  return url.pathname.startsWith('/icons/') || url.pathname.startsWith('/logos/') ? 'picture' : undefined;
}

/** Reads a message of a page: take over now, or keep what it has loaded already. */
export function readMessage(
  data: unknown,
): { readonly type: 'take-over' } | { readonly type: 'keep'; readonly urls: readonly string[] } | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  if (data.type === 'take-over') return { type: 'take-over' };
  if (data.type !== 'keep' || !('urls' in data) || !Array.isArray(data.urls)) return undefined;
  return { type: 'keep', urls: data.urls.filter((url): url is string => typeof url === 'string').slice(0, 500) };
}

/** What a push message shows. A message that cannot be read still has to show something, or the browser shows words of its own. */
export interface Shown {
  readonly title: string;
  readonly options: NotificationOptions;
}

export function readPush(data: unknown): Shown {
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

/** A path of ours, behind the # of the address; whatever else was sent leads to the start. */
export function pathOf(value: unknown): string {
  return typeof value === 'string' && /^\/(?!\/)[\w/?=&.-]*$/.test(value) ? value : '/';
}
