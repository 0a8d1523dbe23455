import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { RecentMap } from '../platform/recent-map.ts';

/** A list takes 2 µs to check, several times a call; its last addresses are remembered, at most twice as many. */
const REMEMBERED = 5_000;
const LONGEST_ADDRESS = 64;

/** True when an address belongs to a list of addresses and ranges. */
export type AddressTest = (address: string) => boolean;

/** Builds a test for addresses and CIDR ranges. IPv4-mapped IPv6 addresses match as IPv4. */
export function addressTest(networks: readonly string[]): AddressTest {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  const tested = new RecentMap<string, boolean>(REMEMBERED);
  return (address) => {
    const known = tested.get(address);
    if (known !== undefined) return known;
    const plain = unmapped(address);
    const isListed = isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
    // A forwarded address is the client's text, of any length.
    if (address.length <= LONGEST_ADDRESS) tested.set(address, isListed);
    return isListed;
  };
}

/** True for the networks of which visitors from the internet do not come. */
export const isPrivateAddress: AddressTest = addressTest([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]);

/** The address of the connection's other end, which is a proxy's behind one. */
export function peerAddress(request: IncomingMessage): string {
  return unmapped(request.socket.remoteAddress ?? '');
}

/** Headers that proxies add. A proxy that adds none of them can't be told from its visitors. */
const OF_PROXIES = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-forwarded-proto',
  'x-forwarded-host',
  'via',
] as const;

/** True when a request says that a proxy has passed it on. Visitors may say so themselves. */
export function hasProxyHeaders({ headers }: IncomingMessage): boolean {
  return OF_PROXIES.some((name) => headers[name] !== undefined);
}

/** True when a request comes from this machine or a private network, and no proxy, named or not, has passed it on. */
export function isLocalRequest(request: IncomingMessage): boolean {
  return !hasProxyHeaders(request) && isPrivateAddress(peerAddress(request));
}

/** The client's address: the nearest hop that is not a trusted proxy. Hops beyond it can be forged. */
export function clientAddress(request: IncomingMessage, isTrustedProxy: AddressTest): string {
  let address = peerAddress(request);
  const header = request.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((hop) => hop.trim());
  while (isTrustedProxy(address)) {
    const hop = hops.pop();
    if (hop === undefined || isIP(hop) === 0) break;
    address = unmapped(hop);
  }
  return address;
}

/**
 * The key of limits per address: an IPv4 address, or the /64 network of an IPv6 address, which one customer usually
 * has.
 */
export function addressGroup(address: string): string {
  const plain = unmapped(address);
  return isIP(plain) === 6 ? networkOf(plain, 4) : plain;
}

/**
 * The key of limits per neighbourhood: the /24 network of an IPv4 address, or the /48 of an IPv6 address, which one
 * customer of a hosting provider often has.
 */
export function widerGroup(address: string): string {
  const plain = unmapped(address);
  return isIP(plain) === 6 ? networkOf(plain, 3) : plain.split('.').slice(0, 3).join('.');
}

/** The first 16-bit groups of an IPv6 address, without leading zeros, so that one network has one name. */
function networkOf(address: string, groups: number): string {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  // An IPv4 address at the end stands for two groups, which lie behind every network.
  const given = head.length + tail.length + (address.includes('.') ? 1 : 0);
  const zeros = Array.from({ length: Math.max(0, 8 - given) }, () => '0');
  return [...head, ...zeros, ...tail]
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Removes the IPv6 mapping of an IPv4 address, and a link-local zone. */
export function unmapped(given: string): string {
  const [address = ''] = given.split('%');
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
