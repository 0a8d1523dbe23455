import { z } from 'zod/mini';
import { id, isoTime, nothing } from '../scalar.ts';
import { defineStaffCall, defineStaffList, period } from './call.ts';

/** One entry of the audit log: the call, the member of staff and the outcome. */
export const auditEntry = z.object({
  id: z.int(),
  at: isoTime,
  /** null before sign-in, and for the server itself. */
  staff_id: z.nullable(z.int()),
  staff_name: z.string(),
  address: z.string(),
  /** Path of the call, without /office/api/. */
  action: z.string(),
  /** Kind and number or name of the record, such as deposit 17. */
  subject: z.nullable(z.string()),
  /** The user concerned. */
  user_id: z.nullable(z.int()),
  /** The input as JSON, without secrets. */
  input: z.string(),
  /** ok, or the reason of the refusal; null while the call runs, and for good if the server crashed during it. */
  outcome: z.nullable(z.string()),
  /** Number of the entry that recorded the outcome; null if the call did not change state, or while it runs. */
  outcome_id: z.nullable(z.int()),
  /** SHA-256 of the previous entry’s hash and this entry, in hex. */
  hash: z.string(),
});

export const auditCalls = {
  auditList: defineStaffList({
    path: '/office/api/audit/list',
    roles: ['administrator', 'compliance'],
    summary: 'The audit log, newest first. It quotes what staff wrote about users, so each look at it is an entry too.',
    personal: true,
    subject: { kind: 'user', field: 'user_id' },
    filters: {
      staff_id: z.optional(id),
      staff_name: z.optional(z.string().check(z.maxLength(64))),
      user_id: z.optional(id),
      /** An action, or the part before its slash for all actions of an area. */
      action: z.optional(z.string().check(z.maxLength(80))),
      subject: z.optional(z.string().check(z.maxLength(80))),
      ...period,
    },
    row: auditEntry,
  }),
  auditVerify: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/audit/verify',
    roles: ['administrator', 'compliance', 'finance'],
    changesState: false,
    summary: 'Verifies the hash chain of the audit log by computing every hash again.',
    input: nothing,
    output: z.object({ ok: z.boolean(), entries: z.int(), head: z.string(), findings: z.array(z.string()) }),
  }),
} as const;
