import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../platform/log.ts';
import { type AddressTest, hasProxyHeaders, isPrivateAddress, peerAddress } from './addresses.ts';

/**
 * Notices a reverse proxy that FAIRLOT_TRUSTED_PROXIES does not name. Behind one, all visitors have the proxy's address:
 * they share the limits per address, and the rights of addresses.
 */
export class UnnamedProxies {
  readonly #isTrusted: AddressTest;
  readonly #log: Log;
  #found: string | undefined;

  constructor(isTrusted: AddressTest, log: Log) {
    this.#isTrusted = isTrusted;
    this.#log = log;
  }

  /** The address of the first one found since the start. */
  get found(): string | undefined {
    return this.#found;
  }

  /** Looks at every request of the server's. Call it before the routes are registered. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', (request, _reply, next) => {
      this.#note(request.raw);
      next();
    });
  }

  /** True when a request has a proxy's headers and does not come from a named one. */
  isForwarded(request: IncomingMessage): boolean {
    return hasProxyHeaders(request) && !this.#isTrusted(peerAddress(request));
  }

  /**
   * Tells the operator once. Visitors from the internet may send the headers themselves, so
   * only a private address is evidence.
   */
  #note(request: IncomingMessage): void {
    if (this.#found !== undefined || !this.isForwarded(request)) return;
    const address = peerAddress(request);
    if (!isPrivateAddress(address)) return;
    this.#found = address;
    this.#log.error(
      { address },
      `a reverse proxy at ${address} is not named in FAIRLOT_TRUSTED_PROXIES: all its visitors count as one address in limits; name it and start again`,
    );
  }
}
