import { z } from 'zod/mini';
import { id, isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList, period } from './call.ts';

const compliance = ['compliance'] as const;
const subject = { kind: 'identity', field: 'id' };
const status = z.enum(['waiting', 'finished', 'rejected', 'revoked']);

/** Reason of a rejection or a revocation, as the user reads it. */
const reason = z.pipe(
  z.string().check(z.maxLength(600)),
  z.pipe(
    z.transform((text: string) => text.trim()),
    z.string().check(z.minLength(3), z.maxLength(500), z.regex(/^[^\p{Cc}]*$/u)),
  ),
);

/** A submission in the review queue. */
export const identityRow = z.object({
  id: z.int(),
  user_id: z.int(),
  email: z.string(),
  mobile: z.string(),
  name: z.string(),
  status,
  submitted_at: isoTime,
  decided_at: z.nullable(isoTime),
  /** Name of the reviewer. */
  decided_by: z.nullable(z.string()),
  /** When an approval was revoked, and the name of who did it. */
  revoked_at: z.nullable(isoTime),
  revoked_by: z.nullable(z.string()),
});

/** A submission with everything that the reviewer needs. */
export const identityDetail = z.object({
  ...identityRow.shape,
  /** Full number of the document. */
  card_id: z.string(),
  /** URLs of the pictures; the office's cookie grants access. */
  front_pic: z.string(),
  reverse_pic: z.string(),
  /** ISO 3166 code of the country given at registration; empty without one. */
  area: z.string(),
  /** The country is excluded from the service. */
  area_excluded: z.boolean(),
  registered_at: isoTime,
  /** Country of residence according to the reviewer. */
  country: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Other users who submitted the same document number. */
  same_card: z.array(z.object({ user_id: z.int(), status })),
  /** The user's other submissions, newest first. */
  history: z.array(
    z.object({
      id: z.int(),
      status,
      submitted_at: isoTime,
      decided_at: z.nullable(isoTime),
      reason: z.nullable(z.string()),
    }),
  ),
});

export const identityStaffCalls = {
  identityQueue: defineStaffList({
    path: '/office/api/identity/list',
    roles: compliance,
    personal: true,
    summary: 'Submissions of one state: waiting ones oldest first, others newest first.',
    filters: { ...period, status: z._default(status, 'waiting'), user_id: z.optional(id) },
    row: identityRow,
  }),
  identityDetail: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/identity/detail',
    roles: compliance,
    changesState: false,
    personal: true,
    subject,
    summary: 'A submission with its pictures, the full document number and other users of the same number.',
    input: z.object({ id }),
    output: identityDetail,
  }),
  approveIdentity: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/identity/approve',
    roles: compliance,
    changesState: true,
    subject,
    summary:
      'Approves a submission. `country` is the country of residence on the document; an excluded country is refused.',
    input: z.object({ id, country: z.string().check(z.regex(/^[A-Z]{2}$/)) }),
    output: identityRow,
  }),
  rejectIdentity: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/identity/reject',
    roles: compliance,
    changesState: true,
    subject,
    summary: 'Rejects a submission. The user reads the reason and may submit again.',
    input: z.object({ id, reason }),
    output: identityRow,
  }),
  revokeIdentity: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/identity/revoke',
    roles: compliance,
    changesState: true,
    subject,
    summary:
      'Revokes an approval. The user reads the reason, may submit again, and is refused what needs a verified identity, also withdrawals that wait.',
    input: z.object({ id, reason }),
    output: identityRow,
  }),
} as const;
