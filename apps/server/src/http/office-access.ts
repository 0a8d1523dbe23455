import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type AddressTest, isPrivateAddress } from './addresses.ts';
import type { UnnamedProxies } from './unnamed-proxies.ts';

export interface OfficeAccess {
  /** The only origin at which the office is served; undefined for every one. */
  readonly origin: string | undefined;
  /** Networks of the staff; undefined for everywhere. */
  readonly isFrom: AddressTest | undefined;
  /** True when the operator accepts that passwords of staff cross the internet readable. */
  readonly isPlainHttpAllowed: boolean;
  readonly proxies: UnnamedProxies;
}

const NEEDS_TLS =
  'The back office is not served to this address by plain http, because passwords and sessions would cross the network readable. Open it by https (docs/operations.md, "TLS first"), or through an SSH tunnel to this machine. Behind a reverse proxy with TLS, name its address in FAIRLOT_TRUSTED_PROXIES.\n';

/** Paths on the office's own host besides the office: pictures of news, and the operator's probes. */
const BESIDE = /^\/(media\/|healthz$|readyz$|metrics$)/;

/**
 * Serves the office only at its origin and to its networks; for all others it does not exist. At its origin there is
 * nothing else, because a script in a trader's page of the same origin could use the session of staff. By plain http
 * only private networks get it. Call it before the routes are registered.
 */
export function guardOffice(app: FastifyInstance, access: OfficeAccess): void {
  const { origin, isFrom, isPlainHttpAllowed, proxies } = access;
  if (origin === undefined && isFrom === undefined && isPlainHttpAllowed) return;
  const own = origin === undefined ? undefined : new URL(origin);
  app.addHook('onRequest', async (request, reply) => {
    // The matched route, because a path can be written in many ways: /%6fffice/.
    const path = request.routeOptions.url;
    if (path === undefined) return undefined;
    const isHere = own === undefined || isHost(request.headers, own);
    if (path === '/office' || path.startsWith('/office/')) {
      const isAllowed = isHere && (isFrom === undefined || (!proxies.isForwarded(request.raw) && isFrom(request.ip)));
      if (!isAllowed) return reply.callNotFound();
      // Through a proxy that is not named, everybody has its address, which is often a private one.
      const isPrivate = !proxies.isForwarded(request.raw) && isPrivateAddress(request.ip);
      const isReadable = request.protocol === 'http' && !isPrivate;
      return isReadable && !isPlainHttpAllowed ? reply.code(403).type('text/plain').send(NEEDS_TLS) : undefined;
    }
    if (own === undefined || !isHere || BESIDE.test(path)) return undefined;
    return path === '/' ? reply.redirect('/office/') : reply.callNotFound();
  });
}

/**
 * True when a request names the host of an origin, with or without the scheme's own port. Only `Host` counts, which
 * decides at the proxy too: proxies pass on a visitor's X-Forwarded-Host, which Fastify's `host` prefers.
 */
function isHost({ host = '' }: IncomingHttpHeaders, own: URL): boolean {
  const given = `${own.protocol}//${host.toLowerCase()}`;
  return URL.canParse(given) && new URL(given).host === own.host;
}
