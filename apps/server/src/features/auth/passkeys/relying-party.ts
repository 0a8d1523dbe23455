import { isIP } from 'node:net';

/** The site as WebAuthn knows it. Passkeys belong to its id and work on its pages alone. */
export interface RelyingParty {
  /** Host name of the trading pages. */
  readonly id: string;
  /** Origins of pages that may use the passkeys. */
  readonly origins: readonly string[];
}

/**
 * The relying party of the pages at `pages`, as the operator configured it: never from a header of a request, which an
 * attacker writes. `others` are further origins of the operator's pages; those under the same host name count. Undefined
 * where browsers offer no passkeys: without https, or at an address without a name. A server at a loopback address is
 * reached as `localhost`.
 */
export function relyingPartyOf(pages: string, others: readonly string[]): RelyingParty | undefined {
  const own = new URL(pages);
  const host = own.hostname.replaceAll(/[[\]]/g, '');
  const isLoopback = host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  const id = isLoopback ? 'localhost' : host;
  if (isIP(id) !== 0) return undefined;
  if (isLoopback) own.hostname = id;
  const origins = [own, ...others.map((origin) => new URL(origin))].filter(
    ({ protocol, hostname }) =>
      (hostname === id || hostname.endsWith(`.${id}`)) && (protocol === 'https:' || id === 'localhost'),
  );
  return origins.includes(own) ? { id, origins: origins.map(({ origin }) => origin) } : undefined;
}
