import { isLoopback } from './loopback.ts';

/**
 * Protection of the way to a database: the same machine; TLS with the server's name and certificate checked; TLS without
 * that check; or none.
 */
export type DatabaseTls = 'local' | 'verified' | 'unverified' | 'off';

/**
 * Reads the protection from the URL's `sslmode`. Undefined for another machine without a word on TLS, or with a mode that
 * falls back to clear text.
 */
export function databaseTls(url: string): DatabaseTls | undefined {
  const { host, mode, likeLibpq } = partsOf(url);
  if (host === undefined) return undefined;
  if (host === '' || host.startsWith('/') || isLoopback(host)) return 'local';
  // The client checks the certificate with each of these, unless it is told to behave like libpq.
  if (mode === 'verify-full') return 'verified';
  if (mode === 'require' || mode === 'verify-ca') return likeLibpq ? 'unverified' : 'verified';
  if (mode === 'no-verify') return 'unverified';
  return mode === 'disable' ? 'off' : undefined;
}

interface Parts {
  /** Decoded: empty or a path for a Unix socket. */
  readonly host: string | undefined;
  readonly mode: string | undefined;
  readonly likeLibpq: boolean;
}

function partsOf(url: string): Parts {
  // With a user and no host, only the parameters say where the socket is.
  const parsed = [url, url.replace('@/', '@localhost/')].find((each) => URL.canParse(each));
  if (parsed === undefined) return { host: undefined, mode: undefined, likeLibpq: false };
  const { hostname, searchParams } = new URL(parsed);
  // Of repeated parameters the client takes the last.
  const last = (name: string): string | undefined => searchParams.getAll(name).at(-1);
  const host = last('host') ?? hostname.replaceAll(/%2f/gi, '/');
  return { host, mode: last('sslmode'), likeLibpq: last('uselibpqcompat') === 'true' };
}
