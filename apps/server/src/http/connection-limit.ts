import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type AddressTest, addressGroup, unmapped, widerGroup } from './addresses.ts';
import { NEIGHBOURS } from './network-budgets.ts';
import { PlaceCounter } from './place-counter.ts';

/** Connections of all clients: sockets, and some requests under way. */
const MOST = 30_000;
/** Connections of one network, however idle. Pages have six and a socket each. */
const OF_NETWORK = 1000;

/**
 * Closes connections beyond the limits before a byte of theirs is read, and tells `onRefused`. Proxies that the operator
 * names have no limit.
 */
export function limitConnections(
  server: Server,
  isTrustedProxy: AddressTest,
  onRefused: () => void = () => undefined,
  ofNetwork = OF_NETWORK,
): void {
  const places = new PlaceCounter();
  server.maxConnections = MOST;
  server.on('drop', onRefused);
  server.on('connection', (socket: Socket) => {
    const address = unmapped(socket.remoteAddress ?? '');
    if (isTrustedProxy(address)) return;
    const free = places.take([
      [`network ${addressGroup(address)}`, ofNetwork],
      [`neighbourhood ${widerGroup(address)}`, ofNetwork * NEIGHBOURS],
    ]);
    if (free === undefined) {
      socket.destroy();
      onRefused();
    } else socket.once('close', free);
  });
}
