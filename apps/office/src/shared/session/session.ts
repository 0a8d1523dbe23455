import type { StaffOutput } from '@fairlot/client';
import { create } from 'zustand';

export type StaffSelf = StaffOutput<'staffSelf'>;

interface Session {
  /** undefined: not known yet; null: not signed in. */
  readonly self: StaffSelf | null | undefined;
  /** True when the session ended by itself: by time, or by a colleague's action. */
  readonly hasEnded: boolean;
}

/** The signed-in member of staff. The session itself is a cookie that scripts cannot read. */
export const useSession = create<Session>(() => ({ self: undefined, hasEnded: false }));

/** Returns the signed-in, enrolled member of staff. Throws outside the screens that require it. */
export function useSelf(): StaffSelf {
  const self = useSession((session) => session.self);
  if (self === null || self === undefined) throw new Error('a screen of the office is rendered without a session');
  return self;
}
