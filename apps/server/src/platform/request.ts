import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY } from '@fairlot/contract';

/** The bare token of an authorization header; "Bearer x" is taken too. Undefined when there is none. */
export function tokenOf(headers: IncomingHttpHeaders): string | undefined {
  const given = headers.authorization?.trim();
  if (given === undefined) return undefined;
  const token = /^bearer\s+/i.test(given) ? given.replace(/^bearer\s+/i, '') : given;
  return token === '' || token.toLowerCase() === 'bearer' ? undefined : token;
}

/** The idempotency key of a request. Clients of the specification send none: each of their requests is a wish of its own. */
export function idempotencyKey(
  headers: IncomingHttpHeaders,
): { readonly ok: true; readonly key: string } | { readonly ok: false } {
  const given = headers[IDEMPOTENCY_HEADER];
  if (given === undefined) return { ok: true, key: randomUUID() };
  return typeof given === 'string' && IDEMPOTENCY_KEY.test(given) ? { ok: true, key: given } : { ok: false };
}

/**
 * Whether a state-changing request may have been made without anybody's wish: by following a link, by an image, by a
 * browser that fetches ahead. A page can't set the authorization header on those, not even an empty one.
 */
export function isUnwished(method: string, headers: IncomingHttpHeaders): boolean {
  if (headers['sec-fetch-mode'] === 'navigate') return true;
  const purposes = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']];
  if (purposes.some((purpose) => /prefetch|preview|prerender/i.test(String(purpose ?? '')))) return true;
  return method === 'GET' && headers.authorization === undefined;
}

const AGENT_LENGTH = 200;

/** What a client calls itself, for people to read. */
export function agentOf(headers: IncomingHttpHeaders): string {
  return (headers['user-agent'] ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, AGENT_LENGTH);
}
