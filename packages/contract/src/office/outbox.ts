import { z } from 'zod/mini';
import { id, isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList } from './call.ts';

/** A message to a user, on its way or not. What it says is read one by one. */
export const outboxMessage = z.object({
  id: z.int(),
  channel: z.enum(['mail', 'sms']),
  recipient: z.string(),
  /** What kind of message it is. */
  template: z.string(),
  language: z.string(),
  /** Empty where it holds a code. */
  subject: z.string(),
  /** held: nothing is configured that sends, so it waits to be read here. */
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
      'A message with its text. It may hold a code that opens an account, so only administrators read it, and every reading is in the audit log.',
    input: z.object({ id }),
    output: z.object({ ...outboxMessage.shape, body: z.nullable(z.string()) }),
  }),
} as const;
