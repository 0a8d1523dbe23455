import { z } from 'zod/mini';
import { id, isoTime, nothing } from '../scalar.ts';
import { STAFF_ROLES, defineStaffCall, defineStaffList } from './call.ts';

/** What a member of staff signs in with: 3 to 64 characters, lower case. */
export const staffName = z.pipe(
  z.string().check(z.maxLength(64)),
  z.pipe(
    z.transform((value: string) => value.trim().toLowerCase()),
    z.string().check(z.regex(/^[a-z0-9][a-z0-9._@+-]{2,63}$/)),
  ),
);
/** Length is what makes a password strong; which ones are refused as known is the server's matter. */
export const MIN_STAFF_PASSWORD = 12;
export const MAX_STAFF_PASSWORD = 256;
/** As it is typed when one is signing in: whether it is any good is not to be told then. */
const givenPassword = z.string().check(z.minLength(1), z.maxLength(MAX_STAFF_PASSWORD));
const newPassword = z.string().check(z.minLength(MIN_STAFF_PASSWORD), z.maxLength(MAX_STAFF_PASSWORD));
const oneTimeToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,128}$/));
const totpCode = z.string().check(z.regex(/^\d{6}$/));
const roles = z.array(z.enum(STAFF_ROLES)).check(
  z.minLength(1),
  z.maxLength(STAFF_ROLES.length),
  z.refine((list) => new Set(list).size === list.length),
);

/** Oneself in the office. */
export const staffSelf = z.object({
  id: z.int(),
  name: z.string(),
  roles: z.array(z.enum(STAFF_ROLES)),
  /** Whether the second factor is set up. Until then only its set-up is possible. */
  enrolled: z.boolean(),
});

/** A member of staff as administrators see one. */
export const staffMember = z.object({
  id: z.int(),
  name: z.string(),
  roles: z.array(z.enum(STAFF_ROLES)),
  /** invited: the link was not used yet. enrolling: no second factor yet. */
  state: z.enum(['invited', 'enrolling', 'active', 'disabled']),
  created_at: isoTime,
  last_seen_at: z.nullable(isoTime),
});

/** A link that is told once; its token goes into `/office/#/setup?token=`. */
export const staffLink = z.object({ id: z.int(), token: z.string(), expires_at: isoTime });

/** One's own sessions of the office. */
export const staffSession = z.object({
  id: z.int(),
  address: z.string(),
  agent: z.string(),
  created_at: isoTime,
  last_seen_at: isoTime,
  /** 1 = the one that asks. */
  current: z.int(),
});

const administrators = ['administrator'] as const;

export const staffAccountCalls = {
  staffLinkInfo: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/link',
    roles: 'visitor',
    changesState: true,
    summary: 'What a set-up link is for: the first administrator (without a name yet) or an invited member of staff.',
    input: z.object({ token: oneTimeToken }),
    output: z.object({ name: z.nullable(z.string()), expires_at: isoTime }),
  }),
  staffSetUp: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/set_up',
    roles: 'visitor',
    changesState: true,
    summary: 'Uses a set-up link, once: chooses the password, and the name where the link has none.',
    input: z.object({ token: oneTimeToken, name: z.optional(staffName), password: newPassword }),
    output: z.object({ name: z.string() }),
  }),
  staffSignIn: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/sign_in',
    roles: 'visitor',
    changesState: true,
    summary:
      'Signs in with name, password and the code of the second factor (none at the first time). The session travels in a cookie.',
    input: z.object({ name: z.string().check(z.maxLength(64)), password: givenPassword, code: z.optional(totpCode) }),
    output: staffSelf,
  }),
  staffSignOut: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/sign_out',
    roles: 'enrolling',
    changesState: true,
    summary: 'Ends the session.',
    input: nothing,
    output: z.object({}),
  }),
  staffSelf: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/staff/self',
    roles: 'enrolling',
    changesState: false,
    summary: 'Oneself: name, roles, whether the second factor is set up.',
    input: nothing,
    output: staffSelf,
  }),
  staffBeginEnrolment: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/begin_enrolment',
    roles: 'enrolling',
    changesState: true,
    summary: 'A new secret for the second factor, as text and as the address that an authenticator reads.',
    input: nothing,
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  staffFinishEnrolment: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/finish_enrolment',
    roles: 'enrolling',
    changesState: true,
    summary: 'Proves with a code that the authenticator has the secret. Only then is the office open.',
    input: z.object({ code: totpCode }),
    output: staffSelf,
  }),
  staffChangePassword: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/change_password',
    roles: STAFF_ROLES,
    changesState: true,
    summary: 'Changes one’s own password and ends one’s other sessions.',
    input: z.object({ password: givenPassword, code: totpCode, new_password: newPassword }),
    output: z.object({}),
  }),
  staffSessions: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/staff/sessions',
    roles: STAFF_ROLES,
    changesState: false,
    summary: 'One’s own sessions.',
    input: nothing,
    output: z.array(staffSession),
  }),
  staffEndSession: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/end_session',
    roles: STAFF_ROLES,
    changesState: true,
    summary: 'Ends one of one’s own sessions.',
    input: z.object({ id }),
    output: z.object({}),
  }),
  staffMembers: defineStaffList({
    path: '/office/api/staff/members',
    roles: administrators,
    summary: 'Everybody who may work here.',
    filters: {},
    row: staffMember,
  }),
  staffInvite: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/invite',
    roles: administrators,
    changesState: true,
    subject: { kind: 'staff', field: 'name' },
    summary: 'A new member of staff, and the link by which they choose their password.',
    input: z.object({ name: staffName, roles }),
    output: staffLink,
  }),
  staffNewLink: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/new_link',
    roles: administrators,
    changesState: true,
    subject: { kind: 'staff', field: 'id' },
    summary:
      'A new link for a member of staff who lost the password or the second factor. Both end now, and all their sessions.',
    input: z.object({ id }),
    output: staffLink,
  }),
  staffSetRoles: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/set_roles',
    roles: administrators,
    changesState: true,
    subject: { kind: 'staff', field: 'id' },
    summary: 'Changes what a member of staff may do. The last administrator stays one.',
    input: z.object({ id, roles }),
    output: staffMember,
  }),
  staffDisable: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/disable',
    roles: administrators,
    changesState: true,
    subject: { kind: 'staff', field: 'id' },
    summary: 'Shuts a member of staff out at once. The last administrator stays.',
    input: z.object({ id }),
    output: staffMember,
  }),
  staffEnable: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/staff/enable',
    roles: administrators,
    changesState: true,
    subject: { kind: 'staff', field: 'id' },
    summary: 'Lets a member of staff in again, with the same password and second factor.',
    input: z.object({ id }),
    output: staffMember,
  }),
} as const;
