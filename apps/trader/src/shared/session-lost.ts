import { signedOut, useSession } from './session.ts';

/** Where to sign in, and where to go on afterwards. */
export function signInPath(from: string): string {
  return `/login?from=${encodeURIComponent(from)}`;
}

/** The server no longer knows the session (code 999): the stored user is reset, and the visitor may sign in again. */
export function sessionLost(): void {
  if (useSession.getState().token === null) return;
  signedOut(signInPath(location.hash.slice(1) || '/'));
}
