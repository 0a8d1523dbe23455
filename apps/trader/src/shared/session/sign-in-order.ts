import type { StoreApi } from 'zustand';
import type { SessionNow } from './session.ts';

/** A choice that was sent. It names only the next one, so that those that have ended are freed. */
interface Sent {
  /** Settles when its outcome holds; never rejects. */
  ended?: Promise<unknown>;
  /** The next one that was sent. */
  newer?: Sent;
}

/** Receivers of the answer to a choice: `take` if it counts, otherwise `leave`. */
interface Outcome<T> {
  readonly take: (answer: T) => void;
  readonly leave: (answer: T) => void;
}

/** Sends a choice of the user and calls `take` or `leave` with its answer. Rejects if the choice fails. */
type SendInOrder = <T>(send: () => Promise<T>, outcome: Outcome<T>) => Promise<void>;

/**
 * Returns a function that sends a choice of the account, such as a sign-in, and passes on its answer, however late that
 * comes. It counts only while the user has not chosen otherwise since: who has would trade in the wrong account. A
 * session that ends by itself is no choice. Of several choices under way the newest one that succeeds counts, so an
 * older answer waits for the newer ones.
 */
export function signInOrder(session: Pick<StoreApi<SessionNow>, 'subscribe'>): SendInOrder {
  let newest: Sent = {};

  const run = async <T>(own: Sent, send: () => Promise<T>, { take, leave }: Outcome<T>): Promise<void> => {
    let isOvertaken = false;
    const stop = session.subscribe((now, before) => {
      if (isChoice(now, before)) isOvertaken = true;
    });
    try {
      const answer = await send();
      for (let each = own.newer; each !== undefined; each = each.newer) await each.ended;
      (isOvertaken ? leave : take)(answer);
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

/** True if the user has signed in or out between the two, also out of a session that had ended by itself. */
function isChoice(now: SessionNow, before: SessionNow): boolean {
  const hasEnded = now.user === null && now.former !== null;
  return !hasEnded && (now.user?.uid ?? null) !== (before.user?.uid ?? before.former);
}
