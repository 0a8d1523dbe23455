import { z } from 'zod/mini';
import { decimal, id, isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList, period } from './call.ts';
import { verifiedIdentity } from './verified-identity.ts';

/** Roles with access to personal data. Dealers have none: they see accounts and orders by their numbers. */
export const USER_READERS = ['support', 'compliance', 'finance', 'administrator'] as const;
/** Roles that may take a list of users out of the house as a file. */
export const USER_FILE_ROLES = ['compliance', 'administrator'] as const;
/** A text of staff about a user: 3 to 500 characters. */
export const staffText = z.pipe(
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
  /** ISO 3166 code of the country given at registration. */
  area: z.string(),
  created_at: isoTime,
  /** null while the user may sign in and is paid. */
  frozen_at: z.nullable(isoTime),
});

/** The facts by which a search can find a user. */
export const FOUND_BY = [
  'number',
  'uid',
  'reference',
  'invite_code',
  'email',
  'mobile',
  'name',
  'document',
  'payout',
  'transaction',
  'address',
] as const;
/** Matches of one kind that a search reads. A total above it means that there are more. */
export const MOST_FOUND = 1_000;

/** A user in the list. */
export const listedUser = z.object({
  ...officeUser.shape,
  /** Number and name of the account’s group; null before the trading account is opened. */
  group_id: z.nullable(z.int()),
  group: z.nullable(z.string()),
  /** The fact that a search found the user by: the first in the order of FOUND_BY; null without a search. */
  found_by: z.nullable(z.enum(FOUND_BY)),
});

/** A user with the current figures of the account. */
export const officeUserDetail = z.object({
  ...officeUser.shape,
  ...verifiedIdentity,
  invite_code: z.string(),
  inviter_id: z.nullable(z.int()),
  language: z.string(),
  risk_consent_at: z.nullable(isoTime),
  /** Reason of the freeze in force; empty while there is none, and for freezes from before it was kept. */
  frozen_reason: z.string(),
  /** Name of the member of staff who froze the user; null when the owner did it with a link. */
  frozen_by: z.nullable(z.string()),
  /** The account was closed, which can be taken back until closed_at. */
  closing_at: z.nullable(isoTime),
  /** The reason of staff; empty when the owner closed the account. */
  closing_reason: z.string(),
  /** Closing is final; what the law does not ask to keep is erased. */
  closed_at: z.nullable(isoTime),
  erased_at: z.nullable(isoTime),
  /** The user’s two-step sign-in is on. */
  second_factor: z.boolean(),
  /** Number of passkeys. */
  passkeys: z.int(),
  sessions: z.int(),
  /** Dollars; null before the trading account is opened. */
  account: z.nullable(
    z.object({
      /** Without what is held for withdrawals; reserves of pending orders are a part of it. */
      balance: decimal,
      /** Money that nothing freezes. */
      available: decimal,
      /** Reserved for pending orders or held for withdrawals. */
      lock_balance: decimal,
      equity: decimal,
      used_margin: decimal,
      free_margin: decimal,
      floating_profit: decimal,
      open_positions: z.int(),
    }),
  ),
});

/** One event in the history of a user. */
export const timelineEntry = z.object({
  at: isoTime,
  /** registered, session, order, position, ledger, deposit, withdrawal, method, identity, feedback, note, staff. */
  kind: z.string(),
  /** Stable name of the event: opened, closed, cancelled, signed_in, a ledger type, an action of staff … */
  event: z.string(),
  /** Number of the related record. */
  reference: z.string(),
  /** Signed dollars; null for an event without money. */
  amount: z.nullable(decimal),
  /** Free text or figures, shown unchanged. */
  text: z.string(),
});

/** A session of a user. */
export const officeUserSession = z.object({
  id: z.int(),
  created_at: isoTime,
  last_seen_at: isoTime,
  address: z.string(),
  /** Country of the address in the language of the request; empty when unknown. */
  country: z.string(),
  agent: z.string(),
  expires_at: isoTime,
  ended_at: z.nullable(isoTime),
});

/** An adjustment of a balance. Once done it is a ledger entry with its memo. */
export const adjustment = z.object({
  id: z.int(),
  user_id: z.int(),
  uid: z.string(),
  /** Signed dollars. */
  amount: decimal,
  memo: z.string(),
  /** waiting: needs the approval of a second person. refused: the balance is too low. rejected: the second person said no. */
  state: z.enum(['waiting', 'approved', 'done', 'refused', 'rejected']),
  author: z.string(),
  approver: z.nullable(z.string()),
  created_at: isoTime,
  decided_at: z.nullable(isoTime),
  /** Reason of the engine’s refusal. */
  reason: z.nullable(z.string()),
  /** The text of `reason` in the caller’s language. */
  message: z.nullable(z.string()),
  /** The paid withdrawal that was returned, or the credited deposit that was charged back; null for a correction. */
  about: z.nullable(z.enum(['withdrawal', 'deposit'])),
  about_id: z.nullable(z.int()),
});

export const officeUserCalls = {
  officeUsers: defineStaffList({
    path: '/office/api/users/list',
    roles: USER_READERS,
    personal: true,
    file: { roles: USER_FILE_ROLES, mostRows: 10_000 },
    summary:
      'Users, newest first. `q` is anything that identifies: number, uid, reference of deposits, invitation code, part of the email or mobile number (one or two characters: its beginning), words or parts of the verified name in any order, network address of a sign-in. Finance, compliance and administrators also find by payout account or wallet (its first 6 characters at least) and transaction ID; compliance by the whole document number and by names that are not verified. `found_by` tells which of these it was. A search lists the newest 1,000 users of each kind of match; a `total` of 1,001 then means that there are more. As a file: for compliance and administrators only, with at most 10,000 users.',
    filters: {
      ...period,
      q: z.optional(z.string().check(z.maxLength(100))),
      kind: z.optional(z.enum(['demo', 'real'])),
      group_id: z.optional(id),
    },
    row: listedUser,
  }),
  officeUser: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/users/detail',
    roles: USER_READERS,
    changesState: false,
    personal: true,
    subject,
    summary: 'A user with the figures of the account.',
    input: z.object({ user_id: id }),
    output: officeUserDetail,
  }),
  officeUserTimeline: defineStaffList({
    path: '/office/api/users/timeline',
    roles: USER_READERS,
    personal: true,
    subject,
    summary:
      'Timeline of a user: all events, newest first. The period is that of the events. Reasons of decisions about the identity are shown to compliance and administrators only.',
    filters: { ...period, user_id: id, kind: z.optional(z.string().check(z.maxLength(20))) },
    row: timelineEntry,
  }),
  officeUserSessions: defineStaffList({
    path: '/office/api/users/sessions',
    roles: USER_READERS,
    personal: true,
    subject,
    summary: 'A user’s sessions, newest first. The period is that of their begin.',
    filters: { ...period, user_id: id },
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
    summary:
      'Freezes a user: ends all sessions, and refuses sign-in and payments until unfreeze. Positions stay unchanged. Staff who may read the user read the reason.',
    input: z.object({ user_id: id, reason: staffText }),
    output: z.object({}),
  }),
  officeUnfreezeUser: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/users/unfreeze',
    roles: ['compliance', 'administrator'],
    changesState: true,
    subject,
    summary:
      'Unfreezes a user, who may sign in and be paid again, and tells the user. For a day the same person decides no withdrawals of this user.',
    input: z.object({ user_id: id, reason: staffText }),
    output: z.object({}),
  }),
  officeCloseUser: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/users/close',
    roles: ['compliance'],
    changesState: true,
    subject,
    summary:
      'Closes a real account: ends all sessions and refuses sign-in. Refused while there are positions, orders, money or open requests. Only staff can take it back, for 14 days.',
    input: z.object({ user_id: id, reason: staffText }),
    output: z.object({}),
  }),
  officeReopenUser: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/users/reopen',
    roles: ['compliance'],
    changesState: true,
    subject,
    summary: 'Takes back that an account was closed, by its owner or by staff, before it is final.',
    input: z.object({ user_id: id, reason: staffText }),
    output: z.object({}),
  }),
  officeAddNote: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/users/note',
    roles: USER_READERS,
    changesState: true,
    subject,
    summary: 'Adds a note about a user for other staff. Notes cannot be changed.',
    input: z.object({ user_id: id, text: staffText }),
    output: z.object({ id: z.int() }),
  }),
  officeAdjustments: defineStaffList({
    path: '/office/api/adjustments/list',
    roles: ['finance', 'compliance', 'administrator'],
    personal: true,
    summary: 'Adjustments of balances: waiting ones oldest first, others newest first.',
    filters: { ...period, user_id: z.optional(id), state: z.optional(adjustment.shape.state) },
    row: adjustment,
  }),
  officeAdjust: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/adjustments/propose',
    roles: ['finance'],
    changesState: true,
    idempotency: 'own',
    subject,
    summary:
      'Proposes an adjustment: a visible ledger entry with its reason and author. Above the sums that one person may move, a second person must approve it. Repeated calls with the same key adjust once.',
    input: z.object({ user_id: id, amount: signedDollars, memo: staffText }),
    output: adjustment,
  }),
  officeDecideAdjustment: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/adjustments/decide',
    roles: ['finance', 'administrator'],
    changesState: true,
    subject: { kind: 'adjustment', field: 'id' },
    summary: 'Approves or rejects a waiting adjustment. Its author cannot decide it.',
    input: z.object({ id, approve: z.boolean() }),
    output: adjustment,
  }),
} as const;
