import { z } from 'zod/mini';
import { id, isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList } from './call.ts';
import { verifiedIdentity } from './verified-identity.ts';

const deciders = ['compliance', 'administrator'] as const;
const subject = { kind: 'factor_reset', field: 'id' };
const state = z.enum(['waiting', 'checked', 'approved', 'done', 'refused', 'cancelled', 'expired']);

/** How the person was identified, or the reason of a refusal. */
const words = z.pipe(
  z.string().check(z.maxLength(600)),
  z.pipe(
    z.transform((text: string) => text.trim()),
    z.string().check(z.minLength(10), z.maxLength(500), z.regex(/^[^\p{Cc}]*$/u)),
  ),
);

/** A request to remove a lost authenticator. */
export const factorResetRow = z.object({
  id: z.int(),
  user_id: z.int(),
  email: z.string(),
  mobile: z.string(),
  /**
   * waiting: for the first person. checked: for the second one. approved: the authenticator is removed at
   * `effective_at`. cancelled: by its owner (`ended_words`: signed_in, owner, new_password, factor_removed, frozen).
   */
  state,
  /** State of the last identity verification. */
  identity: verifiedIdentity.identity,
  asked_at: isoTime,
  checked_by: z.nullable(z.string()),
  approved_by: z.nullable(z.string()),
  effective_at: z.nullable(isoTime),
});

/** A request with everything that the people who decide need. */
export const factorResetDetail = z.object({
  ...factorResetRow.shape,
  /** Network address, its country and the user agent of the request. */
  address: z.string(),
  country: z.string(),
  agent: z.string(),
  verified_name: z.string(),
  /** False when the papers must be asked for first, because the identity is not approved. */
  may_check: z.boolean(),
  /** How the first and the second person identified the user. */
  checked_words: z.string(),
  checked_at: z.nullable(isoTime),
  approved_words: z.string(),
  approved_at: z.nullable(isoTime),
  /** No second person had the right to approve: the wait is twice as long. */
  alone: z.boolean(),
  ended_at: z.nullable(isoTime),
  ended_by: z.nullable(z.string()),
  ended_words: z.string(),
  frozen_at: z.nullable(isoTime),
  registered_at: isoTime,
  password_changed_at: z.nullable(isoTime),
  factor_changed_at: z.nullable(isoTime),
  /** The last payment method that was bound. */
  method_bound_at: z.nullable(isoTime),
  open_withdrawals: z.int(),
  /** The newest ten sessions. */
  sessions: z.array(z.object({ at: isoTime, address: z.string(), country: z.string(), agent: z.string() })),
  /** Earlier requests of the user, newest first. */
  history: z.array(z.object({ id: z.int(), state, asked_at: isoTime, ended_words: z.string() })),
});

export const factorResetStaffCalls = {
  factorResets: defineStaffList({
    path: '/office/api/factor_resets/list',
    roles: deciders,
    personal: true,
    summary: 'Requests to remove a lost authenticator: open ones oldest first, others newest first.',
    filters: { state: z.optional(state) },
    row: factorResetRow,
  }),
  factorReset: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/factor_resets/detail',
    roles: deciders,
    changesState: false,
    personal: true,
    subject,
    summary: 'A request with the identity of its user, recent changes and sessions.',
    input: z.object({ id }),
    output: factorResetDetail,
  }),
  checkFactorReset: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/factor_resets/check',
    roles: ['compliance'],
    changesState: true,
    subject,
    summary:
      'Agrees as the first person. `words` say how the person was identified. Without an approved identity, papers must have been asked for by a refusal of the last 30 days (papers_required). Where nobody else could agree, the request is approved at once and waits twice as long.',
    input: z.object({ id, words }),
    output: factorResetRow,
  }),
  approveFactorReset: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/factor_resets/approve',
    roles: deciders,
    changesState: true,
    subject,
    summary:
      'Agrees as the second person. After factor_reset_wait_hours the authenticator is removed, all sessions end and withdrawals wait.',
    input: z.object({ id, words }),
    output: factorResetRow,
  }),
  refuseFactorReset: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/factor_resets/refuse',
    roles: deciders,
    changesState: true,
    subject,
    summary: 'Refuses an open request, also one that is approved. The user is sent the reason.',
    input: z.object({ id, reason: words }),
    output: factorResetRow,
  }),
} as const;
