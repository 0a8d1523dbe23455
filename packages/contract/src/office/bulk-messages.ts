import { z } from 'zod/mini';
import { id, isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList, period } from './call.ts';

/** Roles that write messages to a selection of clients, and those of the second person who releases them. */
export const BULK_WRITERS = ['support', 'administrator'] as const;
export const BULK_RELEASERS = ['compliance', 'administrator'] as const;
const READERS = ['support', 'compliance', 'administrator'] as const;

/** Maximum number of recipients of one message, and of messages that are not ended. */
export const BULK_MOST_RECIPIENTS = 100_000;
export const BULK_MOST_OPEN = 20;
/** Maximum number of UIDs in a selection. */
export const BULK_MOST_UIDS = 500;
export const BULK_SUBJECT_MAX = 120;
export const BULK_TEXT_MAX = 4_000;

const subject = { kind: 'bulk_message', field: 'id' };
const language = z.string().check(z.regex(/^[a-z]{2,3}$/));
const codes = (form: RegExp, most: number) => z._default(z.string().check(z.maxLength(most), z.regex(form)), '');

/** The clients to whom a message goes: those who meet every condition. Closed accounts get none. */
export const bulkSelection = z.object({
  accounts: z._default(z.enum(['real', 'demo']), 'real'),
  /** ISO 3166 codes of registration, separated by commas; empty for all. */
  countries: codes(/^([A-Z]{2}(,[A-Z]{2})*)?$/, 800),
  /** Language codes of the platform, separated by commas; empty for all. */
  languages: codes(/^([a-z]{2,3}(,[a-z]{2,3})*)?$/, 100),
  /** The identity is verified, or is not. */
  verified: z.optional(z.enum(['1', '0'])),
  /** There are open positions, or none. */
  positions: z.optional(z.enum(['1', '0'])),
  /** The last use of a session: from the first moment on, and before the second. */
  seen_from: z.optional(z.iso.datetime()),
  seen_to: z.optional(z.iso.datetime()),
  /** UIDs, separated by commas; empty for all. */
  uids: codes(/^(\d{8,15}(,\d{8,15})*)?$/, BULK_MOST_UIDS * 12),
});

const kind = z.enum(['service', 'marketing']);
/** Text that is shown as it is: no control characters but line breaks. */
const plain = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.maxLength(most)),
    z.pipe(
      z.transform((text: string) => text.replaceAll('\r\n', '\n').trim()),
      z.string().check(z.minLength(least), z.regex(/^(?:\n|[^\p{Cc}])*$/u)),
    ),
  );
const line = plain(3, BULK_SUBJECT_MAX).check(z.refine((text) => !text.includes('\n')));
const bulkText = z.object({ language, subject: line, text: plain(3, BULK_TEXT_MAX) });

/** A message to a selection of clients. */
export const bulkMessage = z.object({
  id: z.int(),
  /** The English subject. */
  subject: z.string(),
  /** marketing: mail goes only to clients who agreed to news. */
  kind,
  by_chat: z.boolean(),
  by_mail: z.boolean(),
  /** waiting: needs a second person. rejected: that person said no, or the author withdrew it. stopped: for good. */
  state: z.enum(['waiting', 'rejected', 'sending', 'paused', 'stopped', 'done']),
  author: z.string(),
  created_at: isoTime,
  /** The second person. */
  releaser: z.nullable(z.string()),
  released_at: z.nullable(isoTime),
  ended_at: z.nullable(isoTime),
  /** Recipients as they were selected at the release, those who got it, and those left out for a reason. */
  recipients: z.int(),
  sent: z.int(),
  skipped: z.int(),
});

/** A message with its selection and texts. */
export const bulkMessageDetail = z.object({
  ...bulkMessage.shape,
  selection: bulkSelection,
  texts: z.array(z.object({ language: z.string(), subject: z.string(), text: z.string() })),
});

/** One recipient of a message. */
export const bulkRecipient = z.object({
  id: z.int(),
  user_id: z.int(),
  uid: z.string(),
  state: z.enum(['waiting', 'sent', 'skipped']),
  /** Language of the text that was sent. */
  language: z.string(),
  by_chat: z.boolean(),
  by_mail: z.boolean(),
  /** Why the client was left out: closed, or no way that the message may take. */
  reason: z.nullable(z.enum(['closed', 'no_way'])),
  at: z.nullable(isoTime),
});

/** Clients of a selection. */
export const bulkCount = z.object({
  clients: z.int(),
  /** Clients to whom a mail may go. */
  by_mail: z.int(),
  /** There are more than a message may have. */
  too_many: z.boolean(),
});

export const bulkMessageCalls = {
  officeBulkMessages: defineStaffList({
    path: '/office/api/bulk_messages/list',
    roles: READERS,
    summary: 'Messages to selections of clients, newest first.',
    filters: { ...period, state: z.optional(bulkMessage.shape.state) },
    row: bulkMessage,
  }),
  officeBulkMessage: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/bulk_messages/detail',
    roles: READERS,
    changesState: false,
    subject,
    summary: 'A message with its selection and texts.',
    input: z.object({ id }),
    output: bulkMessageDetail,
  }),
  officeBulkCount: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/bulk_messages/count',
    roles: READERS,
    changesState: false,
    summary: `Counts the clients of a selection now, up to ${BULK_MOST_RECIPIENTS}.`,
    input: z.object({ ...bulkSelection.shape, kind }),
    output: bulkCount,
  }),
  officeBulkPreview: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/bulk_messages/preview',
    roles: READERS,
    changesState: false,
    subject,
    summary:
      'The mail that a client with a language would get, in the house’s own words, with the English text where that language has none. Without a mail, the message as written in the chat.',
    input: z.object({ id, language }),
    output: z.object({ language: z.string(), subject: z.string(), text: z.string() }),
  }),
  officeBulkRecipients: defineStaffList({
    path: '/office/api/bulk_messages/recipients',
    roles: READERS,
    personal: true,
    subject,
    summary: 'The recipients of a released message, in the order of sending.',
    filters: { id, state: z.optional(bulkRecipient.shape.state) },
    row: bulkRecipient,
  }),
  officeProposeBulk: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/bulk_messages/propose',
    roles: BULK_WRITERS,
    changesState: true,
    summary: `Stores a message to a selection of clients, which a second person must release. There is an English text; clients whose language has none get it. At most ${BULK_MOST_OPEN} that have not ended.`,
    bodyBytes: 512 * 1024,
    input: z.object({
      selection: bulkSelection,
      kind,
      by_chat: z.boolean(),
      by_mail: z.boolean(),
      texts: z.array(bulkText).check(
        z.maxLength(30),
        z.refine((texts) => texts.some((text) => text.language === 'en')),
        z.refine((texts) => new Set(texts.map((text) => text.language)).size === texts.length),
      ),
    }),
    output: bulkMessage,
  }),
  officeReleaseBulk: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/bulk_messages/release',
    roles: BULK_RELEASERS,
    changesState: true,
    subject,
    summary: `Releases a waiting message as the second person: the clients of the selection at this moment, at most ${BULK_MOST_RECIPIENTS}, become its recipients, and the sending begins. Not for the author, nor for an account that counts as the author’s or is too new to decide.`,
    input: z.object({ id }),
    output: bulkMessage,
  }),
  officeRejectBulk: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/bulk_messages/reject',
    roles: READERS,
    changesState: true,
    subject,
    summary: 'Rejects a waiting message. Its author withdraws it so; others need the right to release.',
    input: z.object({ id }),
    output: bulkMessage,
  }),
  officeSteerBulk: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/bulk_messages/steer',
    roles: READERS,
    changesState: true,
    subject,
    summary:
      'Pauses, resumes or stops the sending of a released message. A stopped one cannot be resumed. Messages that are in the outbox already are sent.',
    input: z.object({ id, deed: z.enum(['pause', 'resume', 'stop']) }),
    output: bulkMessage,
  }),
} as const;
