import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { USER_TEXT_MAX } from './constants.ts';
import { id, nothing } from './scalar.ts';
import { supportMessage } from './support-message.ts';

/** Messages per request. */
export const SUPPORT_PAGE = 50;

/** A user's text, trimmed. It allows no control characters except line breaks and tabs. */
export const userText = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(USER_TEXT_MAX + 200)),
    z.transform((value: string) => value.replaceAll('\r\n', '\n').trim()),
  ),
  z.string().check(z.minLength(1), z.maxLength(USER_TEXT_MAX), z.regex(/^(?:[^\p{Cc}]|[\n\t])*$/u)),
);

export const supportCalls = {
  supportMessages: defineCall({
    methods: ['GET'],
    path: '/api/support/messages',
    access: 'user',
    changesState: false,
    summary: 'The latest messages of the caller’s support chat, or those before a given message, oldest first.',
    input: z.object({ before: z.optional(id) }),
    output: z.object({
      list: z.array(supportMessage),
      /** Older messages exist. */ more: z.boolean(),
      unread: z.int(),
    }),
  }),
  supportSend: defineCall({
    methods: ['POST'],
    path: '/api/support/send',
    access: 'user',
    changesState: true,
    idempotency: 'own',
    summary: 'Sends a message to customer service.',
    input: z.object({ text: userText }),
    output: supportMessage,
  }),
  supportRead: defineCall({
    methods: ['POST'],
    path: '/api/support/read',
    access: 'user',
    changesState: true,
    summary: 'Marks all messages up to this one as read.',
    input: z.object({ id }),
    output: z.object({ unread: z.int() }),
  }),
  supportUnread: defineCall({
    methods: ['GET'],
    path: '/api/support/unread',
    access: 'user',
    changesState: false,
    summary: 'Number of unread answers.',
    input: nothing,
    output: z.object({ unread: z.int() }),
  }),
  feedbackSubmit: defineCall({
    methods: ['POST'],
    path: '/api/feedback/submit',
    access: 'user',
    changesState: true,
    idempotency: 'own',
    summary: 'Sends a suggestion or a complaint. Staff answer in the support chat.',
    input: z.object({ kind: z.enum(['suggestion', 'complaint']), text: userText }),
    output: z.object({ id: z.int() }),
  }),
} as const;
