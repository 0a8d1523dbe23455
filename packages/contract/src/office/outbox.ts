import { z } from 'zod/mini';
import { id, isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList, period } from './call.ts';

/** A mail or SMS to a user, without its text. */
export const outboxMessage = z.object({
  id: z.int(),
  channel: z.enum(['mail', 'sms']),
  recipient: z.string(),
  /** Kind of the message. */
  template: z.string(),
  /** Name of the kind in the reader's language. */
  name: z.string(),
  language: z.string(),
  /** Empty for a message with a code. */
  subject: z.string(),
  /** held: no sender is configured, so staff must read and pass on the message. */
  state: z.enum(['waiting', 'held', 'sent', 'failed', 'expired']),
  tries: z.int(),
  created_at: isoTime,
  ended_at: z.nullable(isoTime),
  last_error: z.string(),
});

export const outboxCalls = {
  officeOutbox: defineStaffList({
    path: '/office/api/outbox/list',
    roles: ['support', 'administrator'],
    personal: true,
    summary: 'Mail and SMS to users, newest first, without their texts.',
    filters: {
      ...period,
      channel: z.optional(outboxMessage.shape.channel),
      state: z.optional(outboxMessage.shape.state),
      recipient: z.optional(z.string().check(z.maxLength(254))),
    },
    row: outboxMessage,
  }),
  officeOutboxMessage: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/outbox/read',
    roles: ['administrator'],
    changesState: false,
    personal: true,
    subject: { kind: 'message', field: 'id' },
    summary:
      'A message with its text. The text may contain a verification code, so only administrators may read it, and the audit log records every read.',
    input: z.object({ id }),
    output: z.object({ ...outboxMessage.shape, body: z.nullable(z.string()) }),
  }),
} as const;
