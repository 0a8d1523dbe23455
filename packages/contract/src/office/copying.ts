import { z } from 'zod/mini';
import { COPY_DEEDS, COPY_ENDS, COPY_SKIPS, COPY_STATES, copyFigures, copyTerms } from '../copying.ts';
import { decimal, id, isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList, period } from './call.ts';

const VIEWERS = ['support', 'compliance', 'dealer', 'administrator'] as const;
const ENDERS = ['compliance', 'administrator'] as const;
const reason = z.pipe(
  z.string().check(z.maxLength(300)),
  z.pipe(
    z.transform((text: string) => text.trim()),
    z.string().check(
      z.minLength(3),
      z.refine((text) => !text.includes('\0')),
    ),
  ),
);

/** A copy, as staff see it: who copies whom, under which terms, with which result. */
export const staffCopy = z.object({
  id: z.int(),
  /** The copier and the leader: numbers of accounts, and the names that staff know them by. */
  user_id: z.int(),
  uid: z.string(),
  leader_id: z.int(),
  leader_uid: z.string(),
  leader_name: z.string(),
  account_kind: z.enum(['real', 'demo']),
  state: z.enum(COPY_STATES),
  ended: z.nullable(z.enum(COPY_ENDS)),
  reason: z.string(),
  terms: copyTerms,
  fee_percent: z.int(),
  figures: copyFigures,
  started_at: isoTime,
  ended_at: z.nullable(isoTime),
});

/** A leader's deed in a copy, as staff see it. */
export const staffCopyDeed = z.object({
  id: z.int(),
  copy_id: z.int(),
  user_id: z.int(),
  leader_id: z.int(),
  leader_order_id: z.int(),
  deed: z.enum(COPY_DEEDS),
  at: isoTime,
  code: z.string(),
  order_id: z.nullable(z.int()),
  lots: z.nullable(decimal),
  skip: z.nullable(z.enum(COPY_SKIPS)),
  detail: z.string(),
  leader_price: z.nullable(decimal),
  price: z.nullable(decimal),
  difference: z.nullable(decimal),
  delay_ms: z.nullable(z.int()),
});

export const copyingStaffCalls = {
  officeCopies: defineStaffList({
    path: '/office/api/copies',
    roles: VIEWERS,
    personal: true,
    summary: 'Copies of all accounts, latest first.',
    filters: {
      ...period,
      state: z.optional(z.enum(COPY_STATES)),
      kind: z.optional(z.enum(['real', 'demo'])),
      user_id: z.optional(id),
      leader_id: z.optional(id),
    },
    row: staffCopy,
  }),
  officeCopyDeeds: defineStaffList({
    path: '/office/api/copies/deeds',
    roles: VIEWERS,
    personal: true,
    summary: 'Deeds of leaders in copies, latest first: an order each, or a recorded skip.',
    filters: {
      ...period,
      copy_id: z.optional(id),
      skip: z.optional(z.enum(COPY_SKIPS)),
    },
    row: staffCopyDeed,
  }),
  officeCopyStop: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/copies/stop',
    roles: ENDERS,
    changesState: true,
    subject: { kind: 'copy', field: 'id' },
    summary: 'Ends a copy; its copier reads the reason. `close: 1` closes its positions.',
    input: z.object({ id, close: z.int().check(z.gte(0), z.lte(1)), reason }),
    output: staffCopy,
  }),
} as const;
