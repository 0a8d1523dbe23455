import { z } from 'zod/mini';
import { nothing } from '../scalar.ts';
import { defineStaffCall } from './call.ts';

export const marketClockCalls = {
  officeAcceptClock: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/market/accept_clock',
    roles: ['dealer', 'administrator'],
    changesState: true,
    summary:
      'Accepts a jump of the server’s clock: market time moves to it, and dealing goes on. Refused with record_changed when the clock is trusted anyway.',
    input: nothing,
    output: z.object({}),
  }),
} as const;
