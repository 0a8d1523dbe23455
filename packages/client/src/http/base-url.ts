import { derivedApiOrigin } from '@fairlot/contract';

/** The location of the API as the page states it in `<meta name="fairlot-api" content="…">`. */
export type StatedApi = 'same-origin' | 'derived' | (string & {});

/**
 * The origin that calls go to. The default is the page's own origin, because a self-hosted site must work on any host
 * name without further DNS. `derived` selects the specification's rule; an absolute address is used as it is.
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
