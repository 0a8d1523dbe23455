import type { IncomingHttpHeaders } from 'node:http';
import { OFFICE_HEADER } from '@fairlot/contract';
import type { StaffAccess, StaffCall } from '@fairlot/contract';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FailReason } from './answer.ts';
import type { StaffSession } from './staff-session.ts';

/** The office's session cookie: out of reach of scripts, sent to the office alone and never from another site. */
const COOKIE = 'fairlot_office';
const COOKIE_PATH = '/office/';
/** Longest token that is looked at. */
const MAX_TOKEN_LENGTH = 128;

/** The token of a request's session cookie. */
export function officeToken(headers: IncomingHttpHeaders): string | undefined {
  const token = headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[COOKIE];
  return token === undefined || token === '' || token.length > MAX_TOKEN_LENGTH ? undefined : token;
}

/** The header that keeps a token in the browser, or takes it away. It lives as long as the browser's session; the server's own limits are shorter. */
export function officeCookie(token: string | undefined, secure: boolean): string {
  return stringifySetCookie({
    name: COOKIE,
    value: token ?? '',
    path: COOKIE_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure,
    ...(token === undefined ? { maxAge: 0 } : {}),
  });
}

/**
 * Whether a request may come from a page that is not ours. The cookie is SameSite=Strict already; this also holds for
 * sites on the same registrable domain: a header that they can't send, and what the browser says of the sender.
 */
export function isForeign(method: string, headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && !(method === 'GET' && site === 'none')) return true;
  return method !== 'GET' && headers[OFFICE_HEADER] === undefined;
}

/** Why a session may not make a call; undefined when it may. */
export function gate(call: StaffCall, session: StaffSession | undefined): FailReason | undefined {
  if (call.roles === 'visitor') return undefined;
  if (session === undefined) return 'session_invalid';
  if (call.roles === 'enrolling') return undefined;
  if (!session.enrolled) return 'second_factor_required';
  return hasRole(call.roles, session) ? undefined : 'staff_role_required';
}

function hasRole(access: Exclude<StaffAccess, string>, session: StaffSession): boolean {
  return session.roles.some((role) => access.includes(role));
}
