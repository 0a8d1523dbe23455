import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { decimal, nothing } from './scalar.ts';

/** The signed-in user. */
export const user = z.object({
  id: z.int(),
  uid: z.string(),
  email: z.string(),
  /** International number; empty for a user who registered by email. */
  mobile: z._default(z.string(), ''),
  /** 1 = demo. */
  is_demo: z.int(),
  invite_code: z.string(),
  /** Available: money that nothing freezes. */
  balance: decimal,
  /** Reserved for pending orders or held for withdrawals. */
  lock_balance: decimal,
});

export const balance = z.object({ balance: decimal, lock_balance: decimal });

export const accountCalls = {
  getBalance: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/wallet/getBalance',
    access: 'user',
    changesState: false,
    summary: 'Available and frozen balance, in dollars.',
    input: nothing,
    output: balance,
  }),
  resetDemo: defineCall({
    methods: ['GET', 'POST'],
    path: '/v1/api/main/user/resetForexDemoAccount',
    access: 'user',
    changesState: true,
    idempotency: 'own',
    summary: 'Resets a demo account: cancels its pending orders, closes its positions and restores its funds.',
    input: nothing,
    output: balance,
  }),
  createDemo: defineCall({
    methods: ['GET', 'POST'],
    path: '/api/user/createAccountDemoForU',
    access: 'visitor',
    changesState: true,
    idempotency: 'own',
    summary:
      'Signs in to the demo account of this device (demo_id), or opens one. The device stores the demo_id of the answer.',
    input: z.object({ demo_id: z.optional(z.string().check(z.maxLength(64), z.regex(/^[A-Za-z0-9_-]*$/))) }),
    output: z.object({ token: z.string(), user, demo_id: z.string() }),
  }),
  userInfo: defineCall({
    methods: ['GET'],
    path: '/api/user/info',
    access: 'user',
    changesState: false,
    summary: 'The signed-in user.',
    input: nothing,
    output: user,
  }),
  logout: defineCall({
    methods: ['POST'],
    path: '/api/user/logout',
    access: 'user',
    changesState: true,
    // The session that would identify a repeat has ended.
    idempotency: 'none',
    summary: 'Ends the session of this token.',
    input: nothing,
    output: z.object({}),
  }),
} as const;
