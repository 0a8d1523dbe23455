import { user as userSchema } from '@fairlot/contract';
import type { OutputOf, calls } from '@fairlot/contract';
import { z } from 'zod/mini';
import { create } from 'zustand';
import { readStored, writeStored } from './persisted.ts';

/** The signed-in user as the server describes it. */
export type User = OutputOf<(typeof calls)['userInfo']>;

export interface Session {
  /** null for a visitor. */
  readonly token: string | null;
  readonly user: User | null;
  /** Finds this device's demo account again; kept when the user signs out. */
  readonly demoId: string | null;
}

const SESSION_KEY = 'fairlot.session';
const stored = z.object({
  token: z.nullable(z.string()),
  user: z.nullable(userSchema),
  demoId: z.nullable(z.string()),
});
const NOBODY: Session = { token: null, user: null, demoId: null };

function firstSession(): Session {
  const parsed = stored.safeParse(readStored(SESSION_KEY));
  return parsed.success ? parsed.data : NOBODY;
}

/** The one place that knows who is signed in. Screens read it with `useSession(selector)`. */
export const useSession = create<Session>(firstSession);

useSession.subscribe((session) => writeStored(SESSION_KEY, session));

/** Another window of this browser signed in or out: this one follows. */
if (typeof addEventListener === 'function') {
  addEventListener('storage', ({ key }) => {
    if (key === SESSION_KEY) useSession.setState(firstSession());
  });
}

/** Keeps what a sign-in answered. A demo account’s number stays with the device when somebody signs in to a real one. */
export function signedIn(answer: { readonly token: string; readonly user: User; readonly demo_id?: string }): void {
  useSession.setState({
    token: answer.token,
    user: answer.user,
    ...(answer.demo_id === undefined ? {} : { demoId: answer.demo_id }),
  });
}

/** The same user goes on with another token: the former one has ended. */
export function tokenChanged(token: string): void {
  useSession.setState({ token });
}

/** Replaces the user's data, such as the balance, while the session goes on. */
export function userChanged(user: User): void {
  useSession.setState({ user });
}

/** Where the page goes when somebody was signed out on a screen that needs a user; null: the guard's usual way. */
export const useLanding = create<{ readonly path: string | null }>(() => ({ path: null }));

/** Forgets token and user, and leads to a path. The demo number stays with the device. */
export function signedOut(landing: string): void {
  useLanding.setState({ path: landing });
  useSession.setState({ token: null, user: null });
}

/** Whether somebody is signed in; what the guard of routes asks. */
export function useIsSignedIn(): boolean {
  return useSession((session) => session.token !== null);
}
