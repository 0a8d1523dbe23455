import type { IncomingHttpHeaders } from 'node:http';
import { OFFICE_HEADER, type StaffAccess, type StaffCall, type StaffListCall } from '@fairlot/contract';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FailReason } from '../http/answer.ts';
import type { StaffSession } from './staff-session.ts';

/**
 * The office's session cookie: unreadable for scripts, and never sent from another site. With https it has the prefix
 * that keeps other hosts of the domain from setting it, which asks for the path `/`.
 */
const PLAIN = { name: 'fairlot_office', path: '/office/' } as const;
const SECURE = { name: '__Host-fairlot_office', path: '/' } as const;
/** Maximum length of a token. */
const MAX_TOKEN_LENGTH = 128;

/** The token of a request's session cookie. */
export function officeToken(headers: IncomingHttpHeaders, isSecure: boolean): string | undefined {
  const { name } = isSecure ? SECURE : PLAIN;
  const token = headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name];
  return token === undefined || token === '' || token.length > MAX_TOKEN_LENGTH ? undefined : token;
}

/**
 * The Set-Cookie header that stores or deletes a token. It lives as long as the browser's session; the server's own
 * limits are shorter.
 */
export function officeCookie(token: string | undefined, secure: boolean): string {
  return stringifySetCookie({
    ...(secure ? SECURE : PLAIN),
    value: token ?? '',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    ...(token === undefined ? { maxAge: 0 } : {}),
  });
}

/**
 * True when a request may come from another origin's page. The cookie is SameSite=Strict; this check also covers sites
 * on the same registrable domain, by a header that they can't send and by the browser's Sec-Fetch-Site.
 */
export function isForeign(method: string, headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && !(method === 'GET' && site === 'none')) return true;
  return method !== 'GET' && headers[OFFICE_HEADER] === undefined;
}

/** The reason why a session may not make a call, or undefined. */
export function gate(call: StaffCall, session: StaffSession | undefined): FailReason | undefined {
  if (call.roles === 'visitor') return undefined;
  if (session === undefined) return 'session_invalid';
  if (call.roles === 'enrolling') return undefined;
  if (!session.enrolled) return 'second_factor_required';
  return hasRole(call.roles, session) ? undefined : 'staff_role_required';
}

/** True when a session may take a list out of the house as a file. */
export function mayExport({ file }: StaffListCall, session: StaffSession): boolean {
  return file === undefined || hasRole(file.roles, session);
}

function hasRole(access: Exclude<StaffAccess, string>, session: StaffSession): boolean {
  return session.roles.some((role) => access.includes(role));
}
