import type { StaffOutput } from '@fairlot/client';
import { create } from 'zustand';

export type StaffSelf = StaffOutput<'staffSelf'>;

interface Session {
  /** undefined: not asked yet; null: nobody is signed in. */
  readonly self: StaffSelf | null | undefined;
}

/** Who is signed in. The session itself is a cookie that no script can read. */
export const useSession = create<Session>(() => ({ self: undefined }));

/** The member of staff who is signed in and enrolled; only for screens behind the sign-in. */
export function useSelf(): StaffSelf {
  const self = useSession((session) => session.self);
  if (self === null || self === undefined) throw new Error('a screen of the office is shown to nobody');
  return self;
}
