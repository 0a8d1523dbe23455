import { z } from 'zod/mini';
import { decimal, id, isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList } from './call.ts';

/** Who may look at people. Dealers work with instruments, not with persons. */
const LOOK = ['support', 'compliance', 'finance', 'administrator'] as const;
const words = z.pipe(
  z.string().check(z.maxLength(500)),
  z.pipe(
    z.transform((text: string) => text.trim()),
    z.string().check(
      z.minLength(3),
      z.refine((text) => !text.includes('\0')),
    ),
  ),
);
/** Signed dollars with up to two decimals, not zero. */
const signedDollars = z.string().check(
  z.regex(/^-?(0|[1-9]\d{0,9})(\.\d{1,2})?$/),
  z.refine((text) => /[1-9]/.test(text)),
);
const subject = { kind: 'user', field: 'user_id' };

/** A user in a list of the office. */
export const officeUser = z.object({
  id: z.int(),
  uid: z.string(),
  email: z.string(),
  mobile: z.string(),
  kind: z.enum(['demo', 'real']),
  /** ISO 3166 code of the country that was named at registration. */
  area: z.string(),
  created_at: isoTime,
  /** null while the user may sign in. */
  frozen_at: z.nullable(isoTime),
});

/** A user with the account’s figures of this moment. */
export const officeUserDetail = z.object({
  ...officeUser.shape,
  invite_code: z.string(),
  inviter_id: z.nullable(z.int()),
  language: z.string(),
  risk_consent_at: z.nullable(isoTime),
  /** Whether the user’s own second factor is on. */
  second_factor: z.boolean(),
  sessions: z.int(),
  /** null where the trading account is not open yet. Dollars. */
  account: z.nullable(
    z.object({
      balance: decimal,
      lock_balance: decimal,
      equity: decimal,
      used_margin: decimal,
      free_margin: decimal,
      floating_profit: decimal,
      open_positions: z.int(),
    }),
  ),
});

/** Something that happened to a user or was done by or to one. */
export const timelineEntry = z.object({
  at: isoTime,
  /** registered, session, order, position, ledger, deposit, withdrawal, method, identity, feedback, note, staff. */
  kind: z.string(),
  /** What happened, as a stable word: opened, closed, cancelled, signed_in, a ledger type, an action of staff … */
  event: z.string(),
  /** Number of the record. */
  reference: z.string(),
  /** Signed dollars where money moved. */
  amount: z.nullable(decimal),
  /** Written by people or made of figures; shown as it is. */
  text: z.string(),
});

/** A session of a user’s. */
export const officeUserSession = z.object({
  id: z.int(),
  created_at: isoTime,
  last_seen_at: isoTime,
  address: z.string(),
  agent: z.string(),
  expires_at: isoTime,
  ended_at: z.nullable(isoTime),
});

/** A correction of a balance. Once done it is a ledger entry with its memo. */
export const adjustment = z.object({
  id: z.int(),
  user_id: z.int(),
  uid: z.string(),
  /** Signed dollars. */
  amount: decimal,
  memo: z.string(),
  /** waiting: a second person is to approve it. refused: the account has not enough. rejected: the second person said no. */
  state: z.enum(['waiting', 'approved', 'done', 'refused', 'rejected']),
  author: z.string(),
  approver: z.nullable(z.string()),
  created_at: isoTime,
  decided_at: z.nullable(isoTime),
  /** The engine’s reason where it refused. */
  reason: z.nullable(z.string()),
});

export const officeUserCalls = {
  officeUsers: defineStaffList({
    path: '/office/api/users/list',
    roles: LOOK,
    personal: true,
    summary: 'Users by number, uid, a part of the email or of the mobile number; the newest first.',
    filters: { q: z.optional(z.string().check(z.maxLength(100))), kind: z.optional(z.enum(['demo', 'real'])) },
    row: officeUser,
  }),
  officeUser: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/users/detail',
    roles: LOOK,
    changesState: false,
    personal: true,
    subject,
    summary: 'A user with the account’s figures.',
    input: z.object({ user_id: id }),
    output: officeUserDetail,
  }),
  officeUserTimeline: defineStaffList({
    path: '/office/api/users/timeline',
    roles: LOOK,
    personal: true,
    subject,
    summary: 'Everything about a user in one line of time, the latest first.',
    filters: { user_id: id, kind: z.optional(z.string().check(z.maxLength(20))) },
    row: timelineEntry,
  }),
  officeUserSessions: defineStaffList({
    path: '/office/api/users/sessions',
    roles: LOOK,
    personal: true,
    subject,
    summary: 'A user’s sessions, the latest first.',
    filters: { user_id: id },
    row: officeUserSession,
  }),
  officeEndUserSessions: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/users/end_sessions',
    roles: ['support', 'compliance', 'administrator'],
    changesState: true,
    subject,
    summary: 'Signs a user out everywhere.',
    input: z.object({ user_id: id }),
    output: z.object({}),
  }),
  officeFreezeUser: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/users/freeze',
    roles: ['compliance', 'administrator'],
    changesState: true,
    subject,
    summary: 'The user may not sign in until this is lifted, and is signed out everywhere. Positions stay as they are.',
    input: z.object({ user_id: id, reason: words }),
    output: z.object({}),
  }),
  officeUnfreezeUser: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/users/unfreeze',
    roles: ['compliance', 'administrator'],
    changesState: true,
    subject,
    summary: 'The user may sign in again.',
    input: z.object({ user_id: id, reason: words }),
    output: z.object({}),
  }),
  officeAddNote: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/users/note',
    roles: LOOK,
    changesState: true,
    subject,
    summary: 'A note about a user for other staff. It stays as it was written.',
    input: z.object({ user_id: id, text: words }),
    output: z.object({ id: z.int() }),
  }),
  officeAdjustments: defineStaffList({
    path: '/office/api/adjustments/list',
    roles: ['finance', 'compliance', 'administrator'],
    personal: true,
    summary: 'Corrections of balances, the newest first.',
    filters: { user_id: z.optional(id), state: z.optional(adjustment.shape.state) },
    row: adjustment,
  }),
  officeAdjust: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/adjustments/propose',
    roles: ['finance'],
    changesState: true,
    subject,
    summary:
      'Corrects a balance by a visible ledger entry that names its reason and its author; above two_person_amount a second person has to approve it. Repeating it under its key does it once.',
    input: z.object({ user_id: id, amount: signedDollars, memo: words }),
    output: adjustment,
  }),
  officeDecideAdjustment: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/adjustments/decide',
    roles: ['finance', 'administrator'],
    changesState: true,
    subject: { kind: 'adjustment', field: 'id' },
    summary: 'The second person’s word on a correction that waits. Its author can’t give it.',
    input: z.object({ id, approve: z.boolean() }),
    output: adjustment,
  }),
} as const;
