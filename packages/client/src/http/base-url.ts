/** The page's word on where its server is; `<meta name="fairlot-api" content="…">` carries it. */
export type StatedApi = 'same-origin' | 'derived' | (string & {});

/** Registries under two-letter countries that sell names one level lower: example.co.uk has no subdomain. */
const SECOND_LEVEL = new Set(['co', 'com', 'net', 'org', 'gov', 'edu', 'ac', 'or', 'ne']);
const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/**
 * The rule of the specification, section 7: the first subdomain of the page's origin replaced by `api`. The page's own
 * origin when the site is called DEMO, and for localhost, addresses and hosts without a subdomain.
 */
export function derivedApiOrigin(pageOrigin: string, title: string): string {
  const page = new URL(pageOrigin);
  const labels = page.hostname.split('.');
  const own =
    title === 'DEMO' ||
    page.hostname.startsWith('[') ||
    IPV4.test(page.hostname) ||
    page.hostname.endsWith('localhost');
  const last = labels.at(-1) ?? '';
  const registered = last.length === 2 && SECOND_LEVEL.has(labels.at(-2) ?? '') ? 3 : 2;
  if (own || labels.length <= registered) return page.origin;
  page.hostname = ['api', ...labels.slice(1)].join('.');
  return page.origin;
}

/**
 * The origin that calls go to. Without a word from the page it is the page's own, because a self-hosted site must work
 * on any host name without further DNS; `derived` asks for the specification's rule; an absolute address is taken as it is.
 */
export function apiOrigin(pageOrigin: string, title: string, stated?: StatedApi | null): string {
  if (stated === undefined || stated === null || stated === '' || stated === 'same-origin')
    return new URL(pageOrigin).origin;
  if (stated === 'derived') return derivedApiOrigin(pageOrigin, title);
  return new URL(stated).origin;
}

/** The socket's address on an API origin. */
export function socketUrl(origin: string, path: string): string {
  const url = new URL(path, origin);
  url.protocol = url.protocol === 'http:' ? 'ws:' : 'wss:';
  return url.href;
}
