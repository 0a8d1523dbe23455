import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type LookupFunction, isIP } from 'node:net';
import { isPublicAddress } from '../../http/public-network.ts';
import { NewsFailure } from './failure.ts';

/** Most bytes of a document. */
export const MOST_BYTES = 1024 * 1024;
const MOST_REDIRECTS = 3;
/** Time for all of a document, redirects included. */
const DEADLINE_MS = 10_000;
/** Characters of a document in which its declared encoding is looked for. */
const PROLOG_LENGTH = 200;

/** Hosts that documents may come from. */
export interface DocumentOrigins {
  /** Origins that the operator allows although they are private or not https. */
  readonly privateOrigins: readonly string[];
  /** Resolves all other hosts, and fails for private addresses. */
  readonly lookup: LookupFunction;
}

/**
 * Reads a document as text. An address comes from staff and a redirect from a stranger, so both could name a host in the
 * private network (SSRF): each hop must be https on the public internet, or an origin that the operator allows. Throws a
 * NewsFailure.
 */
export async function readDocument(address: string, origins: DocumentOrigins, stop: AbortSignal): Promise<string> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const signal = AbortSignal.any([deadline, stop]);
  try {
    let url = checked(address, origins);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      const response = await requested(url, origins, signal);
      const next = redirectOf(response);
      if (next === undefined) return await textOf(response);
      response.destroy();
      url = checked(URL.canParse(next, url.href) ? new URL(next, url.href).href : next, origins);
    }
    throw new NewsFailure('redirects');
  } catch (error) {
    if (error instanceof NewsFailure) throw error;
    if (deadline.aborted) throw new NewsFailure('timeout');
    throw new NewsFailure('unreachable', codeOf(error));
  }
}

function checked(address: string, { privateOrigins }: DocumentOrigins): URL {
  if (!URL.canParse(address)) throw new NewsFailure('address');
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') throw new NewsFailure('address');
  if (privateOrigins.includes(url.origin)) return url;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // A host that is an address is connected to without a lookup.
  if (url.protocol !== 'https:' || (isIP(host) !== 0 && !isPublicAddress(host)))
    throw new NewsFailure('address', url.host);
  return url;
}

function requested(
  url: URL,
  { privateOrigins, lookup }: DocumentOrigins,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Fairlot' },
        // A connection of its own, so that none stays open between two reads.
        agent: false,
        signal,
        ...(privateOrigins.includes(url.origin) ? {} : { lookup }),
      },
      resolve,
    );
    request.on('error', reject);
    request.end();
  });
}

/** The address that an answer redirects to; undefined for a document. */
function redirectOf(response: IncomingMessage): string | undefined {
  const { statusCode = 0, headers } = response;
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) return headers.location;
  if (statusCode === 200) return undefined;
  response.destroy();
  throw new NewsFailure('status', String(statusCode));
}

async function textOf(response: IncomingMessage): Promise<string> {
  if ((response.headers['content-encoding'] ?? 'identity') !== 'identity') {
    response.destroy();
    throw new NewsFailure('encoding', 'content-encoding');
  }
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    // Leaving the loop destroys the response.
    if (size > MOST_BYTES) throw new NewsFailure('too_large');
    parts.push(part);
  }
  return decoded(Buffer.concat(parts), response.headers['content-type'] ?? '');
}

/** Decodes by the byte order mark, the header or the XML declaration, in this order; else UTF-8. */
export function decoded(bytes: Buffer, contentType: string): string {
  const prolog = bytes.subarray(0, PROLOG_LENGTH).toString('latin1');
  const mark = prolog.startsWith('\u00ff\u00fe')
    ? 'utf-16le'
    : prolog.startsWith('\u00fe\u00ff')
      ? 'utf-16be'
      : undefined;
  const named =
    mark ??
    /charset="?([\w-]+)/i.exec(contentType)?.[1] ??
    /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*encoding=["']([\w-]+)/.exec(prolog)?.[1] ??
    'utf-8';
  try {
    return new TextDecoder(named, { fatal: true }).decode(bytes);
  } catch {
    throw new NewsFailure('encoding', named.slice(0, 40));
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
