import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { nothing } from './scalar.ts';

/** Mails about the daily statement: none, after days with a movement of money, or after every day. */
export const STATEMENT_MAIL_MODES = ['off', 'active', 'daily'] as const;
export type StatementMailMode = (typeof STATEMENT_MAIL_MODES)[number];

const mode = z.enum(STATEMENT_MAIL_MODES);

export const statementMailCalls = {
  statementMail: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/statement/mail',
    access: 'user',
    changesState: false,
    summary: 'When the caller gets a mail with a link to the statement of the day before.',
    input: z.object({}),
    /** `mailbox`: false for accounts without an email address, which get none. */
    output: z.object({ mode, mailbox: z.boolean() }),
  }),
  setStatementMail: defineCall({
    methods: ['POST'],
    path: '/v1/api/main/statement/set_mail',
    access: 'user',
    changesState: true,
    summary: 'Chooses when the caller gets mails about the daily statement.',
    input: z.object({ mode }),
    output: nothing,
  }),
  stopStatementMail: defineCall({
    methods: ['POST'],
    path: '/v1/api/main/statement/stop_mail',
    access: 'visitor',
    changesState: true,
    // The token names the account; a repeat changes nothing more.
    idempotency: 'own',
    summary: 'Ends the mails about the daily statement with the token of one of them. Needs no session.',
    input: z.object({ token: z.string().check(z.regex(/^[\w-]{20,200}$/)) }),
    output: nothing,
  }),
} as const;
