import type { StaffRole } from '@fairlot/contract';

/** A signed-in member of staff, as all rooms know it. */
export interface StaffSession {
  /** Row of the session. */
  readonly id: number;
  readonly staff: number;
  readonly name: string;
  readonly roles: readonly StaffRole[];
  /** True when the second factor is set up. Without it, only its set-up is allowed. */
  readonly enrolled: boolean;
}

/** Finds office sessions by their tokens. StaffSessionStore implements it. */
export interface StaffSessions {
  /**
   * The session of a token; undefined when there is none, or it expired or was ended. Counts as activity when
   * `isPerson`.
   */
  find(token: string, isPerson: boolean): Promise<StaffSession | undefined>;
}
