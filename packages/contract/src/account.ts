import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { decimal, nothing } from './scalar.ts';

/** The signed-in user. */
export const user = z.object({
  id: z.int(),
  uid: z.string(),
  email: z.string(),
  /** International number of a user who registered with a mobile phone. */
  mobile: z._default(z.string(), ''),
  /** 1 = demo. */
  is_demo: z.int(),
  invite_code: z.string(),
  balance: decimal,
  lock_balance: decimal,
});

export const balance = z.object({ balance: decimal, lock_balance: decimal });

export const accountCalls = {
  getBalance: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/wallet/getBalance',
    access: 'user',
    changesState: false,
    summary: 'Balance and what is frozen, in dollars.',
    input: nothing,
    output: balance,
  }),
  resetDemo: defineCall({
    methods: ['GET', 'POST'],
    path: '/v1/api/main/user/resetForexDemoAccount',
    access: 'user',
    changesState: true,
    summary: 'Cancels and closes everything of a demo account and restores its funds.',
    input: nothing,
    output: balance,
  }),
  createDemo: defineCall({
    methods: ['GET', 'POST'],
    path: '/api/user/createAccountDemoForU',
    access: 'visitor',
    changesState: true,
    summary: 'Signs in to the demo account of this device (demo_id), or makes one. The answer’s demo_id is to be kept.',
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
    summary: 'Ends the session of this token.',
    input: nothing,
    output: z.object({}),
  }),
} as const;
