import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Tells whether an address belongs to a list of addresses and ranges. */
export type AddressTest = (address: string) => boolean;

export function addressTest(networks: readonly string[]): AddressTest {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return (address) => {
    const plain = unmapped(address);
    return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
  };
}

/** The client's address: the nearest hop that is not a trusted proxy. What lies beyond it is hearsay. */
export function clientAddress(request: IncomingMessage, isTrustedProxy: AddressTest): string {
  let address = unmapped(request.socket.remoteAddress ?? '');
  const header = request.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((hop) => hop.trim());
  while (isTrustedProxy(address)) {
    const hop = hops.pop();
    if (hop === undefined || isIP(hop) === 0) break;
    address = unmapped(hop);
  }
  return address;
}

/** What limits are counted by: an IPv4 address, or the /64 that one IPv6 customer commonly has. */
export function addressGroup(address: string): string {
  const plain = unmapped(address);
  if (isIP(plain) !== 6) return plain;
  const [head = ''] = plain.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  return [...groups, '0', '0', '0', '0'].slice(0, 4).join(':');
}

/** Without the IPv6 wrapping of an IPv4 address, and without a link's zone. */
function unmapped(given: string): string {
  const [address = ''] = given.split('%');
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
