import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { USER_TEXT_MAX } from './constants.ts';
import { id, nothing } from './scalar.ts';
import { supportMessage } from './support-message.ts';

/** Messages that one request reads. */
export const SUPPORT_PAGE = 50;

/** What somebody wrote: the ends are trimmed; line breaks and tabs are the only control characters. */
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
    summary: 'The newest messages of one’s own conversation, or those before one of them, in the order of writing.',
    input: z.object({ before: z.optional(id) }),
    output: z.object({
      list: z.array(supportMessage),
      /** Whether there are older ones. */ more: z.boolean(),
      unread: z.int(),
    }),
  }),
  supportSend: defineCall({
    methods: ['POST'],
    path: '/api/support/send',
    access: 'user',
    changesState: true,
    summary: 'Writes to customer service.',
    input: z.object({ text: userText }),
    output: supportMessage,
  }),
  supportRead: defineCall({
    methods: ['POST'],
    path: '/api/support/read',
    access: 'user',
    changesState: true,
    summary: 'Everything up to this message has been read.',
    input: z.object({ id }),
    output: z.object({ unread: z.int() }),
  }),
  supportUnread: defineCall({
    methods: ['GET'],
    path: '/api/support/unread',
    access: 'user',
    changesState: false,
    summary: 'How many answers have not been read.',
    input: nothing,
    output: z.object({ unread: z.int() }),
  }),
  feedbackSubmit: defineCall({
    methods: ['POST'],
    path: '/api/feedback/submit',
    access: 'user',
    changesState: true,
    summary: 'A suggestion or a complaint. It is answered in the support chat.',
    input: z.object({ kind: z.enum(['suggestion', 'complaint']), text: userText }),
    output: z.object({ id: z.int() }),
  }),
} as const;
