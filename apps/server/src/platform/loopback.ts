import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** True for a host of a URL that is this machine: nobody else reads what goes there. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  const family = isIP(name);
  return family === 0 ? name === 'localhost' : LOOPBACK.check(name, family === 4 ? 'ipv4' : 'ipv6');
}
