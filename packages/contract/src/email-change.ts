import { z } from 'zod/mini';
import { ownerProof } from './auth.ts';
import { defineCall } from './call.ts';
import { isoTime, nothing } from './scalar.ts';

const email = z._default(
  z.pipe(
    z.string().check(z.maxLength(254)),
    z.transform((text: string) => text.trim()),
  ),
  '',
);

/** An open change of the email address. */
export const openEmailChange = z.object({
  /** The new address. */
  email: z.string(),
  asked_at: isoTime,
  new_confirmed: z.boolean(),
  old_confirmed: z.boolean(),
  /** When the address changes without the old mailbox; null until two members of staff have agreed. */
  effective_at: z.nullable(isoTime),
});

export const emailChangeCalls = {
  emailChange: defineCall({
    methods: ['GET'],
    path: '/api/user/email_change',
    access: 'real',
    changesState: false,
    summary: 'The open change of the caller’s email address; null without one.',
    input: nothing,
    output: z.object({ change: z.nullable(openEmailChange) }),
  }),
  askEmailChange: defineCall({
    methods: ['POST'],
    path: '/api/user/email_change/ask',
    access: 'real',
    changesState: true,
    summary:
      'Asks for another email address: with the password, and a code where the user has an authenticator. A link goes to the new mailbox and one to the old; when both have confirmed, the address changes and all sessions end. With `old_lost`, two members of staff must agree, and the change waits for 72 hours. At most five a day.',
    input: z.object({ email, old_lost: z._default(z.boolean(), false), ...ownerProof }),
    output: openEmailChange,
  }),
  cancelEmailChange: defineCall({
    methods: ['POST'],
    path: '/api/user/email_change/cancel',
    access: 'real',
    changesState: true,
    summary: 'Stops the open change of the caller’s email address. Succeeds without one.',
    input: nothing,
    output: z.object({}),
  }),
  confirmEmailChange: defineCall({
    methods: ['POST'],
    path: '/api/user/email_change/confirm',
    access: 'visitor',
    changesState: true,
    // The token is the key: a repeat gets the same answer.
    idempotency: 'own',
    summary:
      'Confirms a change of an email address for the mailbox to which the link was sent. `changed` tells whether the address is changed now, or the other mailbox or staff still have to agree.',
    input: z.object({ token: z._default(z.string().check(z.maxLength(64)), '') }),
    output: z.object({ changed: z.boolean() }),
  }),
} as const;
