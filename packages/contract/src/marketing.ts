import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { isoTime, nothing } from './scalar.ts';

const consent = z.object({
  accepted: z.boolean(),
  /** When the caller agreed; null without an agreement. */
  since: z.nullable(isoTime),
});

export const marketingCalls = {
  marketing: defineCall({
    methods: ['GET'],
    path: '/api/user/marketing',
    access: 'real',
    changesState: false,
    summary: 'Tells whether the caller agreed to get news and offers by mail.',
    input: nothing,
    output: consent,
  }),
  setMarketing: defineCall({
    methods: ['POST'],
    path: '/api/user/marketing/set',
    access: 'real',
    changesState: true,
    summary: 'Agrees to news and offers by mail, or takes that back. Without an agreement none are sent.',
    input: z.object({ accepted: z.boolean() }),
    output: consent,
  }),
  endMarketing: defineCall({
    methods: ['POST'],
    path: '/api/user/marketing/end',
    access: 'visitor',
    changesState: true,
    // The token is the key: a repeat gets the same answer.
    idempotency: 'own',
    summary: 'Takes back the agreement to news by mail of the client who got the link with such a mail.',
    input: z.object({ token: z._default(z.string().check(z.maxLength(64)), '') }),
    output: z.object({}),
  }),
} as const;
