import { useSession, signedOut } from './session.ts';

type Listener = () => void;
let listener: Listener = () => undefined;

/** Registers what happens after a session was found invalid; the shell goes to the sign-in page. */
export function onSessionLost(next: Listener): () => void {
  listener = next;
  return () => {
    if (listener === next) listener = () => undefined;
  };
}

/** The server no longer knows the session (code 999): the stored user is reset, then the visitor may sign in again. */
export function sessionLost(): void {
  if (useSession.getState().token === null) return;
  signedOut();
  listener();
}
