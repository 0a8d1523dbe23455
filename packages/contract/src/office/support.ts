import { z } from 'zod/mini';
import { id, isoTime } from '../scalar.ts';
import { supportMessage } from '../support-message.ts';
import { userText } from '../support.ts';
import { defineStaffCall, defineStaffList } from './call.ts';

const answerers = ['support', 'administrator'] as const;
const complaintReaders = ['support', 'compliance', 'administrator'] as const;
const conversation = { kind: 'user', field: 'user_id' } as const;

/** A message as staff see it: with the colleague who wrote it. */
export const staffMessage = z.extend(supportMessage, { staff_name: z.string() });

/** One user's conversation. */
export const staffConversation = z.object({
  user_id: z.int(),
  /** What the account is known by: its email, else its mobile number, else empty (demo). */
  account: z.string(),
  is_demo: z.int(),
  /** waiting: the user wrote last. */
  state: z.enum(['waiting', 'answered']),
  unread: z.int(),
  last_text: z.string(),
  last_at: isoTime,
  last_id: z.int(),
  /** When the message that waits longest was written. */
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
    roles: answerers,
    summary: 'Conversations: those that wait longest first, then the answered ones, newest first.',
    filters: { state: z.optional(z.enum(['waiting', 'answered'])) },
    row: staffConversation,
  }),
  staffConversation: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/support/read',
    roles: answerers,
    changesState: false,
    personal: true,
    subject: conversation,
    summary: 'The newest messages of a conversation, or those before one of them, in the order of writing.',
    input: z.object({ user_id: id, before: z.optional(id) }),
    output: z.object({ list: z.array(staffMessage), more: z.boolean() }),
  }),
  staffSupportNews: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/support/news',
    roles: answerers,
    changesState: false,
    summary:
      'Tells whose conversations have a message after this one. Where there is none it waits for one, at most 25 seconds: asked again and again, it keeps the office live. Without a number it answers at once.',
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
    roles: answerers,
    changesState: true,
    subject: conversation,
    summary: 'Answers a user.',
    input: z.object({ user_id: id, text: userText }),
    output: staffMessage,
  }),
  supportSeen: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/support/seen',
    roles: answerers,
    changesState: true,
    subject: conversation,
    summary: 'Everything up to this message has been seen.',
    input: z.object({ user_id: id, id }),
    output: z.object({}),
  }),
  staffFeedback: defineStaffList({
    path: '/office/api/feedback/list',
    roles: complaintReaders,
    personal: true,
    summary: 'Suggestions and complaints: open ones oldest first, others newest first.',
    filters: { kind: z.optional(z.enum(['suggestion', 'complaint'])), state: z.optional(z.enum(['open', 'done'])) },
    row: staffFeedback,
  }),
  feedbackClose: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/feedback/close',
    roles: complaintReaders,
    changesState: true,
    subject: { kind: 'feedback', field: 'id' },
    summary: 'Closes it, once. The answer goes to the user’s support chat.',
    input: z.object({ id, answer: userText }),
    output: staffFeedback,
  }),
} as const;
