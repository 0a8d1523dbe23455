import type { SignedIn, User } from '@fairlot/client';
import type { Session } from './session.ts';

/** A session that this device keeps while another one is in use. */
export interface KeptSession {
  readonly token: string;
  readonly user: User;
}

/** The sessions of a device: the one in use and the kept one, which is of the other kind, demo or real. */
export interface TwoSessions {
  readonly session: Session;
  readonly kept: KeptSession | null;
}

/** The sessions after a sign-in. A former session of the other kind is kept. */
export function withSignedIn({ session, kept }: TwoSessions, { token, user, demoId }: SignedIn): TwoSessions {
  const former = [keptOf(session), kept].find((each) => each !== null && each.user.isDemo !== user.isDemo);
  return { session: { token, user, demoId: demoId ?? session.demoId }, kept: former ?? null };
}

/**
 * The sessions after a sign-in that came too late to be used. It is kept if it is of the other kind and nothing newer is
 * kept. A visitor keeps none, and the demo id of the device stays: it may be that of the account in use.
 */
export function withLate({ session, kept }: TwoSessions, { token, user, demoId }: SignedIn): TwoSessions {
  const isOtherKind = session.user !== null && session.user.isDemo !== user.isDemo;
  return {
    session: { ...session, demoId: session.demoId ?? demoId ?? null },
    kept: kept ?? (isOtherKind ? { token, user } : null),
  };
}

/** The sessions after a change to the kept one, which keeps the present one instead. */
export function swapped({ session, kept }: TwoSessions): TwoSessions {
  if (kept === null) return { session, kept };
  return { session: { ...kept, demoId: session.demoId }, kept: keptOf(session) };
}

/** Tokens of sessions that the device had before and has no more. */
export function replacedTokens(before: TwoSessions, after: TwoSessions): Set<string> {
  const had = new Set(tokensOf(before));
  for (const token of tokensOf(after)) had.delete(token);
  return had;
}

function tokensOf({ session, kept }: TwoSessions): string[] {
  return [session.token, kept?.token].filter((token) => typeof token === 'string');
}

function keptOf({ token, user }: Session): KeptSession | null {
  return token === null || user === null ? null : { token, user };
}
