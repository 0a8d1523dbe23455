import { z } from 'zod/mini';
import { id, isoTime, nothing } from '../scalar.ts';
import { STAFF_ROLES, defineStaffCall, defineStaffList, period } from './call.ts';

/** Sign-in name of a member of staff: 3 to 64 characters, lower case. */
export const staffName = z.pipe(
  z.string().check(z.maxLength(64)),
  z.pipe(
    z.transform((value: string) => value.trim().toLowerCase()),
    z.string().check(z.regex(/^[a-z0-9][a-z0-9._@+-]{2,63}$/)),
  ),
);
/** Minimum characters of a staff password. The server also refuses commonly used passwords. */
export const MIN_STAFF_PASSWORD = 12;
export const MAX_STAFF_PASSWORD = 256;
/** A password at sign-in. MIN_STAFF_PASSWORD does not apply: a refusal must not tell anything about the real password. */
const currentPassword = z.string().check(z.minLength(1), z.maxLength(MAX_STAFF_PASSWORD));
const newPassword = z.string().check(z.minLength(MIN_STAFF_PASSWORD), z.maxLength(MAX_STAFF_PASSWORD));
const oneTimeToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,128}$/));
const totpCode = z.string().check(z.regex(/^\d{6}$/));
const roles = z.array(z.enum(STAFF_ROLES)).check(
  z.minLength(1),
  z.maxLength(STAFF_ROLES.length),
  z.refine((list) => new Set(list).size === list.length),
);

/** The signed-in member of staff. */
export const staffSelf = z.object({
  id: z.int(),
  name: z.string(),
  roles: z.array(z.enum(STAFF_ROLES)),
  /** The second factor is set up. Until then only its set-up is possible. */
  enrolled: z.boolean(),
});

/** A member of staff, as administrators see it. */
export const staffMember = z.object({
  id: z.int(),
  name: z.string(),
  roles: z.array(z.enum(STAFF_ROLES)),
  /** invited: set-up link unused. enrolling: no second factor yet. */
  state: z.enum(['invited', 'enrolling', 'active', 'disabled']),
  created_at: isoTime,
  last_seen_at: z.nullable(isoTime),
  /** Address for set-up links and notices; null = none. */
  email: z.nullable(z.string()),
  /**
   * Name of the colleague whose person this account counts as, because that colleague may have set it up; null = a
   * person of its own.
   */
  acts_for: z.nullable(z.string()),
  /** When the account may approve and decide about money; null = now. */
  decides_from: z.nullable(isoTime),
});

/**
 * A set-up link. It goes to the mailbox of its owner (`sent_to`). Where no mail is sent, `token` has it, once, for
 * `/office/#/setup?token=`.
 */
export const staffLink = z.object({
  id: z.int(),
  token: z.nullable(z.string()),
  sent_to: z.nullable(z.string()),
  expires_at: isoTime,
});

/** An office session of the caller. */
export const staffSession = z.object({
  id: z.int(),
  address: z.string(),
  /** Country of the address in the language of the request; empty when unknown. */
  country: z.string(),
  agent: z.string(),
  created_at: isoTime,
  last_seen_at: isoTime,
  /** 1 = the session of this request. */
  current: z.int(),
});

/** Mailbox of a member of staff. */
const mailbox = z.string().check(z.maxLength(254), z.regex(/^[^\s@<>"\p{Cc}]+@[^\s@<>"\p{Cc}]+\.[^\s@<>"\p{Cc}]+$/u));

const administrators = ['administrator'] as const;

export const staffAccountCalls = {
  staffLinkInfo: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/link',
    roles: 'visitor',
    changesState: true,
    // Only looks at a link. A POST keeps the token out of addresses and logs.
    idempotency: 'none',
    summary: 'Purpose of a set-up link: the first administrator (no name yet) or an invited member of staff.',
    input: z.object({ token: oneTimeToken }),
    output: z.object({ name: z.nullable(z.string()), expires_at: isoTime }),
  }),
  staffSetUp: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/set_up',
    roles: 'visitor',
    changesState: true,
    // The link works once, so a repeat changes nothing.
    idempotency: 'none',
    summary: 'Uses a set-up link, which works once: sets the password, and the name for a link without one.',
    input: z.object({ token: oneTimeToken, name: z.optional(staffName), password: newPassword }),
    output: z.object({ name: z.string() }),
  }),
  staffSignIn: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/sign_in',
    roles: 'visitor',
    changesState: true,
    // Every sign-in gets a token of its own.
    idempotency: 'none',
    summary:
      'Signs in with name, password and the code of the second factor (no code at the first sign-in). A cookie carries the session.',
    input: z.object({ name: z.string().check(z.maxLength(64)), password: currentPassword, code: z.optional(totpCode) }),
    output: staffSelf,
  }),
  staffSignOut: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/sign_out',
    roles: 'enrolling',
    changesState: true,
    // The session that would identify a repeat has ended.
    idempotency: 'none',
    summary: 'Ends the session.',
    input: nothing,
    output: z.object({}),
  }),
  staffSelf: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/staff/self',
    roles: 'enrolling',
    changesState: false,
    summary: 'The signed-in member of staff: name, roles, state of the second factor.',
    input: nothing,
    output: staffSelf,
  }),
  staffBeginEnrolment: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/begin_enrolment',
    roles: 'enrolling',
    changesState: true,
    summary: 'Issues a new secret for the second factor, as text and as the URI for an authenticator.',
    input: nothing,
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  staffFinishEnrolment: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/finish_enrolment',
    roles: 'enrolling',
    changesState: true,
    // The answer carries the cookie of a new session, and the former session has ended.
    idempotency: 'none',
    summary: 'Confirms the secret with a code of the authenticator. The office stays closed until then.',
    input: z.object({ code: totpCode }),
    output: staffSelf,
  }),
  staffChangePassword: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/change_password',
    roles: STAFF_ROLES,
    changesState: true,
    // The answer carries the cookie of a new session, and the former session has ended.
    idempotency: 'none',
    summary:
      'Changes the caller’s password and ends all of the caller’s sessions; the answer sets the cookie of a new one.',
    input: z.object({ password: currentPassword, code: totpCode, new_password: newPassword }),
    output: z.object({}),
  }),
  staffSessions: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/staff/sessions',
    roles: STAFF_ROLES,
    changesState: false,
    summary: 'The caller’s office sessions.',
    input: nothing,
    output: z.array(staffSession),
  }),
  staffEndSession: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/end_session',
    roles: STAFF_ROLES,
    changesState: true,
    summary: 'Ends one of the caller’s office sessions.',
    input: z.object({ id }),
    output: z.object({}),
  }),
  staffMembers: defineStaffList({
    path: '/office/api/staff/members',
    roles: administrators,
    summary: 'All members of staff. The period is that of their invitation.',
    filters: { ...period },
    row: staffMember,
  }),
  staffInvite: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/invite',
    roles: administrators,
    changesState: true,
    subject: { kind: 'staff', field: 'name' },
    summary:
      'Adds a member of staff and sends the set-up link for the password to `email`. Where no mail is sent, the answer has the link. While there are real accounts, the account may not approve for 24 hours, and counts as its maker until another administrator confirms it.',
    input: z.object({ name: staffName, roles, email: z.optional(mailbox) }),
    output: staffLink,
  }),
  staffNewLink: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/new_link',
    roles: administrators,
    changesState: true,
    subject: { kind: 'staff', field: 'id' },
    summary:
      'Sends a new set-up link after a lost password or second factor, to the mailbox on record or to `email`. Removes the old password and second factor and ends all sessions of the member. While there are real accounts, the account may not approve for 24 hours; unless the link went to the mailbox on record, the account then counts as the caller’s.',
    input: z.object({ id, email: z.optional(mailbox) }),
    output: staffLink,
  }),
  staffConfirm: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/confirm',
    roles: administrators,
    changesState: true,
    subject: { kind: 'staff', field: 'id' },
    summary:
      'Confirms that an account belongs to a person of its own. Only an administrator who is another person than its maker can.',
    input: z.object({ id }),
    output: staffMember,
  }),
  staffSetRoles: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/set_roles',
    roles: administrators,
    changesState: true,
    subject: { kind: 'staff', field: 'id' },
    summary:
      'Changes the roles of a member of staff. `seen`: the roles that the caller read; others in force now are refused with `record_changed`. While there are real accounts, the change becomes a proposal. The last administrator cannot lose that role.',
    input: z.object({ id, roles, seen: z.optional(roles) }),
    /** `proposal`: the number of the proposal that waits; null for a change that is done. */
    output: z.object({ ...staffMember.shape, proposal: z.nullable(z.int()) }),
  }),
  staffDisable: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/disable',
    roles: administrators,
    changesState: true,
    subject: { kind: 'staff', field: 'id' },
    summary: 'Disables a member of staff at once. The last administrator cannot be disabled.',
    input: z.object({ id }),
    output: staffMember,
  }),
  staffEnable: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/enable',
    roles: administrators,
    changesState: true,
    subject: { kind: 'staff', field: 'id' },
    summary: 'Enables a disabled member of staff, with the same password and second factor.',
    input: z.object({ id }),
    output: staffMember,
  }),
} as const;
