import type { StaffRole } from '@fairlot/contract';

/** A signed-in member of staff, as every room may know one. */
export interface StaffSession {
  /** Row of the session. */
  readonly id: number;
  readonly staff: number;
  readonly name: string;
  readonly roles: readonly StaffRole[];
  /** Whether the second factor is set up; without it nothing but its set-up is possible. */
  readonly enrolled: boolean;
}

/** Finds office sessions by their tokens; the office's staff feature is one. */
export interface StaffSessions {
  /** The session of a token; undefined when there is none, or it has expired or was ended. Counts as a sign of life where `isPerson`. */
  find(token: string, isPerson: boolean): Promise<StaffSession | undefined>;
}
