import type { SignedIn } from '@fairlot/client';
import type { StoreApi } from 'zustand';
import type { Session } from './session.ts';

/** A sign-in that was sent. It names only the next one, so that those that have ended are freed. */
interface Sent {
  /** Settles when its outcome holds; never rejects. */
  ended?: Promise<unknown>;
  /** The next one that was sent. */
  newer?: Sent;
}

/** Receivers of the session of a sign-in: `take` if it counts, otherwise `leave`. */
interface Outcome {
  readonly take: (signedIn: SignedIn) => void;
  readonly leave: (signedIn: SignedIn) => void;
}

/**
 * Returns a function that sends a sign-in and calls `take` or `leave` with its answer, however late that comes. It counts
 * only while the account in use is the one from which it was sent: otherwise a user who has chosen another account since
 * would trade in the wrong one. Of several sign-ins under way the newest one that succeeds counts, so an older
 * answer waits for the newer ones. Rejects if the sign-in fails.
 */
export function signInOrder(
  session: Pick<StoreApi<Session>, 'subscribe'>,
): (send: () => Promise<SignedIn>, outcome: Outcome) => Promise<void> {
  let newest: Sent = {};

  const run = async (own: Sent, send: () => Promise<SignedIn>, { take, leave }: Outcome): Promise<void> => {
    let isOvertaken = false;
    const stop = session.subscribe(({ user }, before) => {
      if (user?.uid !== before.user?.uid) isOvertaken = true;
    });
    try {
      const signedIn = await send();
      for (let each = own.newer; each !== undefined; each = each.newer) await each.ended;
      (isOvertaken ? leave : take)(signedIn);
    } finally {
      stop();
    }
  };

  return (send, outcome) => {
    const own: Sent = {};
    newest.newer = own;
    newest = own;
    const over = run(own, send, outcome);
    own.ended = over.catch(() => undefined);
    return over;
  };
}
