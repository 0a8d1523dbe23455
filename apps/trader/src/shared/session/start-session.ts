import { rememberedRecord, rememberedUser, userFromRemembered } from '@fairlot/client';
import type { SignedIn } from '@fairlot/client';
import { dropErrors, readStored, writeStored } from '@fairlot/web';
import { z } from 'zod/mini';
import { api } from '../services/services.ts';
import { isOtherAccount, signedOut, storedSession, useLanding, useSession } from './session.ts';
import { signInOrder } from './sign-in-order.ts';
import { replacedTokens, swapped, withLate, withSignedIn } from './two-sessions.ts';
import type { KeptSession, TwoSessions } from './two-sessions.ts';

type Show = (path: string) => void;

const KEY = 'fairlot.keptSession';
const stored = z.object({ token: z.string(), user: rememberedUser });

/** The kept session of the other kind, demo or real; null without one. Nothing of the page uses its token. */
export function keptSession(): KeptSession | null {
  const kept = storedKept();
  return kept?.user.isDemo === useSession.getState().user?.isDemo ? null : kept;
}

/** The kept session, also of the kind in use: another window may have changed accounts a moment ago. */
function storedKept(): KeptSession | null {
  const parsed = stored.safeParse(readStored(KEY));
  if (!parsed.success) return null;
  const { token, user } = parsed.data;
  return { token, user: userFromRemembered(user, null) };
}

const inOrder = signInOrder(useSession);

/**
 * Sends a sign-in and shows the screen at `path` with its session. The demo id stays on the device when its user signs in
 * to a real account, a session of the other kind is kept, and one of the same kind is ended at the server. An answer that
 * does not count any more changes neither the account in use nor the screen. Rejects if the sign-in fails.
 */
export function startSession(send: () => Promise<SignedIn>, path: string, show: Show): Promise<void> {
  return inOrder(send, {
    take: (signedIn) => {
      // The former session may have ended a moment ago, with a way to the sign-in screen that is not gone yet.
      useLanding.setState({ path: null });
      change(withSignedIn(sessionsNow(), signedIn), path, show);
    },
    leave: putAway,
  });
}

/**
 * Sends a call that ends the session in use for good, and leads to `landing`. It takes its turn among the sign-ins: its
 * answer ends no session that began since. Rejects if the call fails.
 */
export function endSession(send: () => Promise<unknown>, landing: string): Promise<void> {
  return inOrder(send, { take: () => signedOut(landing), leave: stay });
}

const stay = (): void => undefined;

/** Keeps a session that came too late for the change of accounts, or else ends it: nobody else knows its token. */
function putAway(signedIn: SignedIn): void {
  const now = sessionsNow();
  const { session, kept } = withLate(now, signedIn);
  if (kept?.token === signedIn.token) storeKept(kept);
  else endAtServer(signedIn.token);
  if (session.demoId !== now.session.demoId) useSession.setState({ demoId: session.demoId });
}

/** Changes to the kept session, which keeps the present one instead, and shows the screen at `path`. */
export function takeKept(path: string, show: Show): void {
  change(swapped({ ...sessionsNow(), kept: keptSession() }), path, show);
}

const sessionsNow = (): TwoSessions => ({ session: useSession.getState(), kept: storedKept() });

/**
 * Stores the sessions and shows the screen at `path`. A page that was signed in to another account is loaded again, so
 * that no figure, cached answer, open form or call of that account is left in it. Orders without an outcome are stored
 * with their account, and asked for when it is in use again.
 */
function change(next: TwoSessions, path: string, show: Show): void {
  const { session, kept } = next;
  const before = sessionsNow();
  const isOther = isOtherAccount(session);
  dropErrors();
  storeKept(kept);
  useSession.setState({ ...session, former: before.session.token });
  for (const token of replacedTokens(before, sessionsNow())) endAtServer(token);
  // A browser that stores nothing would lose the session with the page.
  if (!isOther || storedSession()?.token !== session.token) {
    show(path);
    return;
  }
  history.replaceState(null, '', `#${path}`);
  location.reload();
}

/** Ends a session that this device does not use any more. The call outlives the page, which may be left at once. */
export function endAtServer(token: string): void {
  void api.call('logout', {}, { quiet: true, keepalive: true, token }).catch(() => undefined);
}

function storeKept(kept: KeptSession | null): void {
  writeStored(KEY, kept === null ? undefined : { token: kept.token, user: rememberedRecord(kept.user) });
}
