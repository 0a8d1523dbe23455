import { z } from 'zod/mini';
import { decimal, id, isoTime } from '../scalar.ts';
import { defineStaffCall } from './call.ts';

/**
 * Dollars that were moved by the decision of one person: deposits, withdrawals and adjustments, by amount, whatever
 * their sign. `day` = the last 24 hours, `week` = the last 7 days.
 */
export const movedAlone = z.object({
  /** Above these sums, of the caller or of the user, a second person must agree. */
  day_limit: decimal,
  week_limit: decimal,
  /** By the caller, and by accounts that count as the caller. */
  own_day: decimal,
  own_week: decimal,
  /** For the user, by anybody. */
  user_day: decimal,
  user_week: decimal,
  /** When the caller's account may approve and decide about money; null = now. */
  may_decide_from: z.nullable(isoTime),
});

export const limitCalls = {
  officeLimits: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/limits/read',
    roles: ['finance', 'compliance', 'administrator'],
    changesState: false,
    summary: 'The sums that decide about a second person: what one person has moved, for the caller and for a user.',
    input: z.object({ user_id: id }),
    output: movedAlone,
  }),
} as const;
