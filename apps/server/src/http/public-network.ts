import type { LookupAddress, LookupOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { type LookupFunction, isIP } from 'node:net';
import { callbackify } from 'node:util';
import { addressTest } from './addresses.ts';

/** Networks that are not on the public internet (IANA special-purpose registries). */
const isPrivate4 = addressTest([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);
const isGlobal6 = addressTest(['2000::/3']);
/** Networks within it for protocols and documentation, and 6to4, which embeds any IPv4 address. */
const isSpecial6 = addressTest(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Tells whether an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  return isIP(address) === 4 ? !isPrivate4(address) : isIP(address) === 6 && isGlobal6(address) && !isSpecial6(address);
}

/** Resolves all addresses of a host name. Rejects when it has none. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/**
 * Queries name servers directly: the system's lookup blocks a thread of the pool that password hashing and files share,
 * for as long as a slow name server takes.
 */
const names = new Resolver({ timeout: 2_000, tries: 2 });

const resolveName: Resolve = async (hostname) => {
  const [four, six] = await Promise.allSettled([names.resolve4(hostname), names.resolve6(hostname)]);
  const found = [four, six]
    .flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    .map((address) => ({ address, family: isIP(address) }));
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
};

/**
 * A DNS lookup that fails when any address of the host is not public. The connection uses the checked address, so DNS
 * rebinding can't redirect it afterwards.
 */
export function publicLookup(resolve: Resolve = resolveName): LookupFunction {
  const publicAddresses = callbackify(
    async (hostname: string): Promise<readonly [LookupAddress, ...LookupAddress[]]> => {
      const [first, ...rest] = await resolve(hostname);
      if (first === undefined || ![first, ...rest].every(({ address }) => isPublicAddress(address)))
        throw new Error(`${hostname} is not on the public internet`);
      return [first, ...rest];
    },
  );
  return (hostname, options: LookupOptions, callback) => {
    publicAddresses(hostname, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      return options.all === true
        ? callback(null, [...addresses])
        : callback(null, addresses[0].address, addresses[0].family);
    });
  };
}
