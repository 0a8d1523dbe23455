import { rememberedRecord, rememberedUser, userFromRemembered } from '@fairlot/client';
import type { SignedIn } from '@fairlot/client';
import { dropErrors, readStored, writeStored } from '@fairlot/web';
import { z } from 'zod/mini';
import { api } from '../services/services.ts';
import { isOtherAccount, storedSession, useSession } from './session.ts';
import { signInOrder } from './sign-in-order.ts';
import { swapped, withLate, withSignedIn } from './two-sessions.ts';
import type { KeptSession, TwoSessions } from './two-sessions.ts';

type Show = (path: string) => void;

const KEY = 'fairlot.keptSession';
const stored = z.object({ token: z.string(), user: rememberedUser });

/** The kept session of the other kind, demo or real; null without one. Nothing of the page uses its token. */
export function keptSession(): KeptSession | null {
  const parsed = stored.safeParse(readStored(KEY));
  if (!parsed.success) return null;
  const { token, user: record } = parsed.data;
  const user = userFromRemembered(record, null);
  return user.isDemo === useSession.getState().user?.isDemo ? null : { token, user };
}

const inOrder = signInOrder(useSession);

/**
 * Sends a sign-in and shows the screen at `path` with its session. The demo id stays on the device when its user signs in
 * to a real account, and a session of the other kind is kept. An answer that does not count any more changes neither the
 * account in use nor the screen. Rejects if the sign-in fails.
 */
export function startSession(send: () => Promise<SignedIn>, path: string, show: Show): Promise<void> {
  return inOrder(send, {
    take: (signedIn) => change(withSignedIn(sessionsNow(), signedIn), path, show),
    leave: putAway,
  });
}

/** Keeps a session that came too late for the change of accounts, or else ends it: nobody else knows its token. */
function putAway(signedIn: SignedIn): void {
  const { token } = signedIn;
  const now = sessionsNow();
  const { session, kept } = withLate(now, signedIn);
  if (kept?.token === token) storeKept(kept);
  else void api.call('logout', {}, { quiet: true, token }).catch(() => undefined);
  if (session.demoId !== now.session.demoId) useSession.setState({ demoId: session.demoId });
}

/** Changes to the kept session, which keeps the present one instead, and shows the screen at `path`. */
export function takeKept(path: string, show: Show): void {
  change(swapped(sessionsNow()), path, show);
}

const sessionsNow = (): TwoSessions => ({ session: useSession.getState(), kept: keptSession() });

/**
 * Stores the sessions and shows the screen at `path`. A page that was signed in to another account is loaded again, so
 * that no figure, cached answer, open form or call of that account is left in it. Orders without an outcome are stored
 * with their account, and asked for when it is in use again.
 */
function change({ session, kept }: TwoSessions, path: string, show: Show): void {
  const isOther = isOtherAccount(session);
  dropErrors();
  storeKept(kept);
  useSession.setState(session);
  // A browser that stores nothing would lose the session with the page.
  if (!isOther || storedSession()?.token !== session.token) {
    show(path);
    return;
  }
  history.replaceState(null, '', `#${path}`);
  location.reload();
}

function storeKept(kept: KeptSession | null): void {
  writeStored(KEY, kept === null ? undefined : { token: kept.token, user: rememberedRecord(kept.user) });
}
