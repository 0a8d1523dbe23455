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

/** The session with the one before it. */
export interface SessionNow extends Session {
  /** Token that the present one replaced, or that ended by itself; null after a sign-out, which is the user's choice. */
  readonly former: string | null;
}

const SESSION_KEY = 'fairlot.session';
/** Which account is signed in. Addresses, balance and other personal data are not stored; the server has them. */
const stored = z.object({
  token: z.nullable(z.string()),
  user: z.nullable(rememberedUser),
  demoId: z.nullable(z.string()),
  former: z._default(z.nullable(z.string()), null),
});
const VISITOR: SessionNow = { token: null, user: null, demoId: null, former: null };

/** The only place that knows the signed-in user. Components read it with `useSession(selector)`. */
export const useSession = create<SessionNow>(() => VISITOR);

function readSession(value: unknown): SessionNow | undefined {
  const parsed = stored.safeParse(value);
  if (!parsed.success) return undefined;
  const { user, ...rest } = parsed.data;
  return { ...rest, user: user === null ? null : userFromRemembered(user, useSession.getState().user) };
}

/** The session that another window has stored last. */
let followed: SessionNow | undefined;

/** Restores the stored session, and follows sign-ins and sign-outs in other windows of this browser. */
export function restoreSession(): void {
  keepStored(useSession, {
    key: SESSION_KEY,
    read: readSession,
    written: ({ user, ...rest }) => ({ ...rest, user: user === null ? null : rememberedRecord(user) }),
    // Windows of two versions of the page, which store it differently, would write it in turn without an end.
    isStored: (session) => session === followed,
  });
  addEventListener('storage', ({ key }) => {
    if (key === SESSION_KEY) follow();
  });
  // A page that the browser kept aside, to show it again at "back", has heard nothing meanwhile.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && storedSession() !== undefined) follow();
  });
}

/** Takes over what another window has stored, after a renewal of the token that is under way. */
function follow(): void {
  if (renewal === undefined) followStored();
  else renewal.isOvertaken = true;
}

/** Takes over the session that another window has stored. */
export function followStored(): void {
  const next = storedSession() ?? VISITOR;
  const { token, former } = useSession.getState();
  // Another window was late to learn that the session ended which this one has replaced. Stores the present one again.
  if (token !== null && next.token === null && next.former !== null && next.former === former) useSession.setState({});
  // Another window has changed to another account.
  else if (isOtherAccount(next)) location.reload();
  else useSession.setState((followed = next), true);
}

/** The session that this browser has stored; undefined without one. */
export const storedSession = (): SessionNow | undefined => readSession(readStored(SESSION_KEY));

/** True if the page is signed in to one account and `next` is a session of another. */
export function isOtherAccount(next: Session): boolean {
  const { user } = useSession.getState();
  return user !== null && next.user !== null && user.uid !== next.user.uid;
}

/** The wait of this window for another token of its user. */
interface Renewal {
  readonly former: string | null;
  /** True if another window has stored a session meanwhile. */
  isOvertaken: boolean;
  /** Handles the end of the former session, which was told meanwhile, if the token is not replaced. */
  onFailure?: () => void;
}

let renewal: Renewal | undefined;

/** Returns true while `token` is being replaced: then its end is handled by `end` if the renewal fails. */
export function endsWithRenewal(token: string, end: () => void): boolean {
  if (renewal?.former !== token) return false;
  renewal.onFailure = end;
  return true;
}

/**
 * Replaces the token of the user by the answer of `renew`. The former token ends before the answer comes: other windows
 * are told and sign out, which this one does not follow meanwhile. A user who has signed out here stays so: then the
 * token is returned for its session to be ended.
 */
export async function renewToken(renew: () => Promise<string>): Promise<string | undefined> {
  const { token: former } = useSession.getState();
  const own: Renewal = { former, isOvertaken: false };
  renewal = own;
  try {
    const token = await renew();
    if (former === null || useSession.getState().token !== former || (own.isOvertaken && isOtherChoice())) return token;
    useSession.setState({ token, former });
    return undefined;
  } finally {
    renewal = undefined;
    if (own.isOvertaken) followStored();
    if (useSession.getState().token === former) own.onFailure?.();
  }
}

/** True if the user has signed out or changed to another account in another window. */
function isOtherChoice(): boolean {
  const next = storedSession() ?? VISITOR;
  return next.token === null ? next.former === null : isOtherAccount(next);
}

/** Replaces the user's data, such as the balance, within the session. A late answer about another user is dropped. */
export function userChanged(user: User): void {
  if (useSession.getState().user?.uid === user.uid) useSession.setState({ user });
}

/** Path to show after a sign-out on a private screen; null: the route guard's default. */
export const useLanding = create<{ readonly path: string | null }>(() => ({ path: null }));

/**
 * Ends the session and navigates to `landing`. The demo id and a kept session stay on the device. `former` is the token of
 * a session that ended by itself.
 */
export function signedOut(landing: string, former: string | null = null): void {
  useLanding.setState({ path: landing });
  useSession.setState({ token: null, user: null, former });
}

/** True if a user is signed in. */
export function useIsSignedIn(): boolean {
  return useSession((session) => session.token !== null);
}
