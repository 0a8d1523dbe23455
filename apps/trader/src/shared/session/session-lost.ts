import { signedOut, useSession } from './session.ts';

/** Path of the sign-in screen that returns to `from` afterwards. */
export function signInPath(from: string): string {
  return `/login?from=${encodeURIComponent(from)}`;
}

/** Handles code 999: the server no longer knows the session. Resets the stored user and leads to sign in. */
export function sessionLost(): void {
  if (useSession.getState().token === null) return;
  signedOut(signInPath(location.hash.slice(1) || '/'));
}
