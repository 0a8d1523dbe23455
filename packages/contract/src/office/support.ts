import { z } from 'zod/mini';
import { id, isoTime } from '../scalar.ts';
import { supportMessage } from '../support-message.ts';
import { userText } from '../support.ts';
import { defineStaffCall, defineStaffList, period } from './call.ts';

const supportRoles = ['support', 'administrator'] as const;
const feedbackRoles = ['support', 'compliance', 'administrator'] as const;
const conversation = { kind: 'user', field: 'user_id' } as const;

/** A message with the name of its author among staff. */
export const staffMessage = z.extend(supportMessage, { staff_name: z.string() });

/** The support chat of one user. */
export const staffConversation = z.object({
  user_id: z.int(),
  /** Identifier of the account: its email, else its mobile number, else empty (demo). */
  account: z.string(),
  is_demo: z.int(),
  /** waiting: the last message is the user’s. */
  state: z.enum(['waiting', 'answered']),
  unread: z.int(),
  last_text: z.string(),
  last_at: isoTime,
  last_id: z.int(),
  /** Time of the oldest unanswered message. */
  waiting_since: z.nullable(isoTime),
});

export const staffFeedback = z.object({
  id: z.int(),
  user_id: z.int(),
  account: z.string(),
  kind: z.enum(['suggestion', 'complaint']),
  text: z.string(),
  state: z.enum(['open', 'done']),
  created_at: isoTime,
  decided_at: z.nullable(isoTime),
  decided_by: z.string(),
  answer: z.string(),
});

export const supportStaffCalls = {
  staffConversations: defineStaffList({
    path: '/office/api/support/list',
    roles: supportRoles,
    personal: true,
    summary: 'Support chats: waiting ones first, longest wait first; then answered ones, newest first.',
    filters: { ...period, state: z.optional(z.enum(['waiting', 'answered'])) },
    row: staffConversation,
  }),
  staffConversation: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/support/read',
    roles: supportRoles,
    changesState: false,
    personal: true,
    subject: conversation,
    summary: 'The latest messages of a support chat, or those before a given message, oldest first.',
    input: z.object({ user_id: id, before: z.optional(id) }),
    output: z.object({ list: z.array(staffMessage), more: z.boolean() }),
  }),
  staffSupportNews: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/support/news',
    roles: supportRoles,
    changesState: false,
    summary:
      'Long poll: answers the users whose support chats have a message after the given one, and waits up to 25 seconds for one. Without a number it answers at once.',
    input: z.object({
      after: z.optional(
        z.union([
          z.int().check(z.nonnegative()),
          z.pipe(
            z.string().check(z.regex(/^\d{1,15}$/)),
            z.transform((value: string) => Number(value)),
          ),
        ]),
      ),
    }),
    output: z.object({ last: z.int(), users: z.array(z.int()), waiting: z.int(), complaints: z.int() }),
  }),
  supportAnswer: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/support/answer',
    roles: supportRoles,
    changesState: true,
    idempotency: 'own',
    subject: conversation,
    summary: 'Answers a user.',
    input: z.object({ user_id: id, text: userText }),
    output: staffMessage,
  }),
  supportSeen: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/support/seen',
    roles: supportRoles,
    changesState: true,
    subject: conversation,
    summary: 'Marks all messages up to this one as seen.',
    input: z.object({ user_id: id, id }),
    output: z.object({}),
  }),
  staffFeedback: defineStaffList({
    path: '/office/api/feedback/list',
    roles: feedbackRoles,
    personal: true,
    summary: 'Suggestions and complaints: open ones oldest first, closed ones newest first.',
    filters: {
      ...period,
      kind: z.optional(z.enum(['suggestion', 'complaint'])),
      state: z.optional(z.enum(['open', 'done'])),
    },
    row: staffFeedback,
  }),
  feedbackClose: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/feedback/close',
    roles: feedbackRoles,
    changesState: true,
    subject: { kind: 'feedback', field: 'id' },
    summary: 'Closes a suggestion or complaint, once, and sends the answer to the user’s support chat.',
    input: z.object({ id, answer: userText }),
    output: staffFeedback,
  }),
} as const;
