import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY } from '@fairlot/contract';
import { type KeyStamp, nextKeyStamp, timeKey } from '@fairlot/domain';
import { type LanguageCode, languageOr } from '@fairlot/i18n';

/** The token of an authorization header, with or without "Bearer". Undefined when there is none. */
export function tokenOf(headers: IncomingHttpHeaders): string | undefined {
  const given = headers.authorization?.trim();
  if (given === undefined) return undefined;
  const token = /^bearer\s+/i.test(given) ? given.replace(/^bearer\s+/i, '') : given;
  return token === '' || token.toLowerCase() === 'bearer' ? undefined : token;
}

const KEY_BYTES = 9;
let lastStamp: KeyStamp = 0;

/** A key with the time, so that an order under it needs no search of the journal. */
function newKey(): string {
  lastStamp = nextKeyStamp(lastStamp, Date.now());
  return timeKey(lastStamp, randomBytes(KEY_BYTES));
}

/**
 * The idempotency key of a request, or undefined when it is invalid. Clients that follow only the specification send
 * none; each of their requests gets a new key.
 */
export function idempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const given = headers[IDEMPOTENCY_HEADER];
  if (given === undefined) return newKey();
  return typeof given === 'string' && IDEMPOTENCY_KEY.test(given) ? given : undefined;
}

/** The language of a request's `lang` header, or the default language. */
export function languageOf(headers: IncomingHttpHeaders): LanguageCode {
  const given = headers['lang'];
  return languageOr(typeof given === 'string' ? given : undefined);
}

/**
 * True when a state-changing request may have been made without its sender's intention: by a link, an image or a
 * prefetch. A page can't set the authorization header on those, not even an empty one.
 */
export function isUnintended(method: string, headers: IncomingHttpHeaders): boolean {
  if (headers['sec-fetch-mode'] === 'navigate') return true;
  const purposes = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']];
  if (purposes.some((purpose) => /prefetch|preview|prerender/i.test(String(purpose ?? '')))) return true;
  return method === 'GET' && headers.authorization === undefined;
}

const AGENT_LENGTH = 200;

/** The User-Agent in printable ASCII, for people to read. */
export function agentOf(headers: IncomingHttpHeaders): string {
  return (headers['user-agent'] ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, AGENT_LENGTH);
}
