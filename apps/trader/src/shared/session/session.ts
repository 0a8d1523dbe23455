import { type User, rememberedRecord, rememberedUser, userFromRemembered } from '@fairlot/client';
import { z } from 'zod/mini';
import { create } from 'zustand';
import { keepStored, readStored } from '@fairlot/web';

export interface Session {
  /** null for a visitor. */
  readonly token: string | null;
  readonly user: User | null;
  /** Identifies this device's demo account; kept when the user signs out. */
  readonly demoId: string | null;
}

const SESSION_KEY = 'fairlot.session';
/** Which account is signed in. Addresses, balance and other personal data are not stored; the server has them. */
const stored = z.object({
  token: z.nullable(z.string()),
  user: z.nullable(rememberedUser),
  demoId: z.nullable(z.string()),
});
const VISITOR: Session = { token: null, user: null, demoId: null };

/** The only place that knows the signed-in user. Components read it with `useSession(selector)`. */
export const useSession = create<Session>(() => VISITOR);

function readSession(value: unknown): Session | undefined {
  const parsed = stored.safeParse(value);
  if (!parsed.success) return undefined;
  const { user, ...rest } = parsed.data;
  return { ...rest, user: user === null ? null : userFromRemembered(user, useSession.getState().user) };
}

/** Restores the stored session, and follows sign-ins and sign-outs in other windows of this browser. */
export function restoreSession(): void {
  keepStored(useSession, {
    key: SESSION_KEY,
    read: readSession,
    written: ({ user, ...rest }) => ({ ...rest, user: user === null ? null : rememberedRecord(user) }),
  });
  addEventListener('storage', ({ key }) => {
    if (key !== SESSION_KEY) return;
    if (renewal === undefined) followStored();
    else renewal.isOvertaken = true;
  });
}

/** Takes over the session that another window has stored. */
function followStored(): void {
  const next = storedSession() ?? VISITOR;
  // Another window has changed to another account.
  if (isOtherAccount(next)) location.reload();
  else useSession.setState(next);
}

/** The session that this browser has stored; undefined without one. */
export const storedSession = (): Session | undefined => readSession(readStored(SESSION_KEY));

/** True if the page is signed in to one account and `next` is a session of another. */
export function isOtherAccount(next: Session): boolean {
  const { user } = useSession.getState();
  return user !== null && next.user !== null && user.uid !== next.user.uid;
}

/** The wait of this window for another token of its user, and whether another window has stored a session meanwhile. */
let renewal: { isOvertaken: boolean } | undefined;

/**
 * Replaces the token of the user by the answer of `renew`. The former token ends before the answer comes: other windows
 * are told and sign out, which this one does not follow meanwhile. A user who has signed out here stays so.
 */
export async function renewToken(renew: () => Promise<string>): Promise<void> {
  const { user } = useSession.getState();
  const own = { isOvertaken: false };
  renewal = own;
  try {
    const token = await renew();
    if (user !== null && useSession.getState().user?.uid === user.uid) useSession.setState({ token });
  } finally {
    renewal = undefined;
    if (own.isOvertaken) followStored();
  }
}

/** Replaces the user's data, such as the balance, within the session. A late answer about another user is dropped. */
export function userChanged(user: User): void {
  if (useSession.getState().user?.uid === user.uid) useSession.setState({ user });
}

/** Path to show after a sign-out on a private screen; null: the route guard's default. */
export const useLanding = create<{ readonly path: string | null }>(() => ({ path: null }));

/** Ends the session and navigates to `landing`. The demo id and a kept session stay on the device. */
export function signedOut(landing: string): void {
  useLanding.setState({ path: landing });
  useSession.setState({ token: null, user: null });
}

/** True if a user is signed in. */
export function useIsSignedIn(): boolean {
  return useSession((session) => session.token !== null);
}
