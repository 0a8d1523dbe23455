import { z } from 'zod/mini';
import { isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList } from './call.ts';

/** Most characters of a changed subject and of a changed text. */
export const MAIL_SUBJECT_MAX = 150;
export const MAIL_TEXT_MAX = 4000;

/** Kind of a mail, as the outbox names it. */
const kind = z.string().check(z.regex(/^[a-z_]{1,40}$/));
const language = z.string().check(z.regex(/^[a-z]{2,3}$/));
const subjectLine = z.string().check(
  z.minLength(1),
  z.maxLength(MAIL_SUBJECT_MAX),
  z.refine((value) => value.trim() !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)),
);
const text = z.string().check(
  z.minLength(1),
  z.maxLength(MAIL_TEXT_MAX),
  // Tabs and marks that would reorder a link's address are refused.
  z.refine((value) => value.trim() !== '' && !/[^\P{Cc}\n]|[\u202A-\u202E]/u.test(value)),
);
const words = { subject_line: subjectLine, text };
const which = { kind, language };
const subject = { kind: 'mail', field: 'kind' } as const;
const roles = ['administrator'] as const;

/** The text of a kind of mail in a language. */
export const mailText = z.object({
  /** kind:language. */
  id: z.string(),
  kind: z.string(),
  /** Name of the kind in the reader's language. */
  name: z.string(),
  language: z.string(),
  subject_line: z.string(),
  /** The house's own text is in force, not the built-in one. */
  changed: z.boolean(),
  /** Grows with each change; 0 before the first. */
  version: z.int(),
  /** Last change; null without one. */
  changed_at: z.nullable(isoTime),
  changed_by: z.nullable(z.string()),
});

const rendered = z.object({ subject_line: z.string(), text: z.string(), html: z.string() });

export const mailTextCalls = {
  mailTexts: defineStaffList({
    path: '/office/api/mail_texts/list',
    roles,
    summary: 'Every kind of mail in every language, with its subject in force. `kind`: a kind, or a part of a name.',
    filters: {
      kind: z.optional(z.string().check(z.maxLength(100))),
      language: z.optional(language),
      changed: z.optional(z.enum(['1', '0'])),
    },
    row: mailText,
  }),
  mailText: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/mail_texts/read',
    roles,
    changesState: false,
    summary: 'The text of a kind of mail in a language, the built-in text, and a preview on example figures.',
    input: z.object(which),
    output: z.object({
      ...mailText.shape,
      text: z.string(),
      built_in: z.object({ subject_line: z.string(), text: z.string() }),
      /** Names that a text may have in double braces. The required ones must stand in the text. */
      placeholders: z.array(z.object({ name: z.string(), required: z.boolean() })),
      preview: rendered,
    }),
  }),
  previewMailText: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/mail_texts/preview',
    roles,
    changesState: true,
    subject,
    summary: 'Renders a text on example figures, with the same refusals as a change. Saves nothing.',
    input: z.object({ ...which, ...words }),
    output: rendered,
  }),
  changeMailText: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/mail_texts/change',
    roles,
    changesState: true,
    subject,
    summary:
      'Replaces the text of a kind of mail in a language. `version`: as read. While there are real accounts, the change becomes a proposal. Refused: unknown or missing placeholders, addresses of other sites.',
    input: z.object({ ...which, version: z.int(), ...words }),
    /** `proposal`: the number of the proposal that waits; null for a change that is done. */
    output: z.object({ version: z.int(), proposal: z.nullable(z.int()) }),
  }),
  resetMailText: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/mail_texts/reset',
    roles,
    changesState: true,
    subject,
    summary: 'Returns to the built-in text at once. `version`: as read.',
    input: z.object({ ...which, version: z.int() }),
    output: z.object({ version: z.int() }),
  }),
  testMailText: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/mail_texts/test',
    roles,
    changesState: true,
    subject,
    summary: 'Sends a text on example figures to the mailbox of the caller; at most ten an hour. Saves nothing.',
    input: z.object({ ...which, ...words }),
    /** `sent`: false where no mail is sent; the message is in the outbox. */
    output: z.object({ to: z.string(), sent: z.boolean() }),
  }),
} as const;
