import { z } from 'zod/mini';
import { id, isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList, period } from './call.ts';
import { staffText } from './users.ts';

const deciders = ['compliance', 'administrator'] as const;
const subject = { kind: 'email_change', field: 'id' };
const state = z.enum(['open', 'done', 'refused', 'cancelled', 'expired']);

/** A change of a user’s email address. */
export const emailChangeRow = z.object({
  id: z.int(),
  user_id: z.int(),
  uid: z.string(),
  /** The address or mobile number in force. */
  account: z.string(),
  new_email: z.string(),
  /** open: until both mailboxes have confirmed, or the wait is over. cancelled: `ended_words` is owner, new_password, frozen, closed or taken. */
  state,
  /** The old mailbox is lost, so two members of staff must agree. */
  needs_staff: z.boolean(),
  asked_at: isoTime,
  /** Member of staff who proposed it; null for the owner. */
  asked_by: z.nullable(z.string()),
  reason: z.string(),
  new_confirmed_at: z.nullable(isoTime),
  old_confirmed_at: z.nullable(isoTime),
  checked_by: z.nullable(z.string()),
  checked_words: z.string(),
  approved_by: z.nullable(z.string()),
  approved_words: z.string(),
  /** When the change takes effect without the old mailbox. */
  effective_at: z.nullable(isoTime),
  ended_at: z.nullable(isoTime),
  ended_by: z.nullable(z.string()),
  ended_words: z.string(),
});

export const emailChangeStaffCalls = {
  emailChanges: defineStaffList({
    path: '/office/api/email_changes/list',
    roles: deciders,
    personal: true,
    summary: 'Changes of email addresses: open ones oldest first, others newest first.',
    filters: { ...period, state: z.optional(state), user_id: z.optional(id) },
    row: emailChangeRow,
  }),
  proposeEmailChange: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/email_changes/propose',
    roles: deciders,
    changesState: true,
    subject: { kind: 'user', field: 'user_id' },
    summary:
      'Proposes another email address for a user, with a reason, as the first person. A link goes to the new mailbox and one to the old. When both confirm, the address changes; without the old one, a second person must agree.',
    input: z.object({ user_id: id, email: z.string().check(z.minLength(3), z.maxLength(254)), reason: staffText }),
    output: emailChangeRow,
  }),
  agreeEmailChange: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/email_changes/agree',
    roles: deciders,
    changesState: true,
    subject,
    summary:
      'Agrees to a change whose old mailbox is lost, as the first or the second person. 72 hours after the second, once the new mailbox has confirmed, the address changes, all sessions end and withdrawals wait. The owner is told at once and each day.',
    input: z.object({ id, words: staffText }),
    output: emailChangeRow,
  }),
  refuseEmailChange: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/email_changes/refuse',
    roles: deciders,
    changesState: true,
    subject,
    summary: 'Refuses an open change. The user is sent the reason.',
    input: z.object({ id, reason: staffText }),
    output: emailChangeRow,
  }),
} as const;
