import { z } from 'zod/mini';
import { id, isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList } from './call.ts';

const compliance = ['compliance'] as const;
const subject = { kind: 'identity', field: 'id' };
const status = z.enum(['waiting', 'finished', 'rejected']);

/** Why something is rejected, as its owner reads it. */
const reason = z.pipe(
  z.string().check(z.maxLength(600)),
  z.pipe(
    z.transform((text: string) => text.trim()),
    z.string().check(z.minLength(3), z.maxLength(500), z.regex(/^[^\p{Cc}]*$/u)),
  ),
);

/** A submission in the queue. */
export const identityRow = z.object({
  id: z.int(),
  user_id: z.int(),
  email: z.string(),
  mobile: z.string(),
  name: z.string(),
  status,
  submitted_at: isoTime,
  decided_at: z.nullable(isoTime),
  /** Name of who decided. */
  decided_by: z.nullable(z.string()),
});

/** A submission as its reviewer sees it. */
export const identityDetail = z.object({
  ...identityRow.shape,
  /** In full. */
  card_id: z.string(),
  /** Addresses that the office's cookie opens. */
  front_pic: z.string(),
  reverse_pic: z.string(),
  /** ISO 3166 code of the country that was named at registration, empty where none was. */
  area: z.string(),
  /** Whether the service is not offered there. */
  area_excluded: z.boolean(),
  registered_at: isoTime,
  /** Country of residence as the reviewer found it. */
  country: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Other users who submitted the same number of a document. */
  same_card: z.array(z.object({ user_id: z.int(), status })),
  /** This user's other submissions, the latest first. */
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
    summary: 'Submissions of one state: those that wait, the oldest first; the others, the latest first.',
    filters: { status: z._default(status, 'waiting'), user_id: z.optional(id) },
    row: identityRow,
  }),
  identityDetail: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/identity/detail',
    roles: compliance,
    changesState: false,
    personal: true,
    subject,
    summary: 'A submission with its pictures, the document’s full number, and who else submitted that number.',
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
      'Finishes a submission. `country` is that of residence, as the document shows it; excluded ones are refused.',
    input: z.object({ id, country: z.string().check(z.regex(/^[A-Z]{2}$/)) }),
    output: identityRow,
  }),
  rejectIdentity: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/identity/reject',
    roles: compliance,
    changesState: true,
    subject,
    summary: 'Rejects a submission; its owner reads the reason and may submit again.',
    input: z.object({ id, reason }),
    output: identityRow,
  }),
} as const;
