import { z } from 'zod/mini';
import { ownerProof } from './auth.ts';
import { defineCall } from './call.ts';
import { isoTime, nothing } from './scalar.ts';

/** Days in which the owner can take closing an account back. */
export const CLOSING_GRACE_DAYS = 14;

export const personalDataCalls = {
  closeAccount: defineCall({
    methods: ['POST'],
    path: '/api/user/close',
    access: 'real',
    changesState: true,
    // It ends the session of this request, so a repeat has no caller.
    idempotency: 'none',
    summary: `Closes the caller’s account; needs a code of the authenticator, or the password where there is none. Refused while there are positions, orders, money or open requests. Ends all sessions. Until \`until\` (${CLOSING_GRACE_DAYS} days), signing in with \`reopen\` takes it back.`,
    input: z.object(ownerProof),
    output: z.object({ until: isoTime }),
  }),
  exportData: defineCall({
    methods: ['POST'],
    path: '/api/user/export',
    access: 'real',
    changesState: true,
    // The archive is made anew for each request; there is one a day.
    idempotency: 'none',
    answersFile: 'application/zip',
    summary:
      'All data of the caller as a ZIP archive: tables as CSV and in one JSON, images, and a text that explains them. Needs a code of the authenticator, or the password where there is none; once in 24 hours.',
    input: z.object(ownerProof),
    output: nothing,
  }),
} as const;
