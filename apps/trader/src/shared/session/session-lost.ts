import { endsWithRenewal, followStored, signedOut, storedSession, useSession } from './session.ts';

/** Path of the sign-in screen that returns to `from` afterwards. */
export function signInPath(from: string): string {
  return `/login?from=${encodeURIComponent(from)}`;
}

/**
 * Handles code 999: the server no longer knows the session. Resets the stored user and leads to sign in, or takes over
 * the session with which another window has replaced it. A renewal ends the former session itself; if it fails, the
 * connection tells again.
 */
export function sessionLost(): void {
  const { token } = useSession.getState();
  if (token === null || endsWithRenewal(token, sessionLost)) return;
  const next = storedSession()?.token ?? token;
  if (next === token) signedOut(signInPath(location.hash.slice(1) || '/'), token);
  else followStored();
}
