import { z } from 'zod/mini';
import { user } from './account.ts';
import { defineCall } from './call.ts';
import { id, isoTime, nothing } from './scalar.ts';
import { userEvent } from './user-events.ts';

/** Minimum and maximum characters of a password. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;
/** Digits of a verification code sent by mail or SMS. */
export const SENT_CODE_LENGTH = 6;
/** Digits of an authenticator code (RFC 6238), and of a recovery code used in place of one. */
export const AUTHENTICATOR_CODE_LENGTH = 6;
export const RECOVERY_CODE_LENGTH = 20;

/** A form field that may be absent. The feature names the missing field, so every client shows the same message. */
const typed = (most: number) =>
  z._default(
    z.pipe(
      z.union([z.number(), z.string().check(z.maxLength(most))]),
      z.transform((value: string | number) => String(value).trim()),
    ),
    '',
  );
/** A password, never trimmed: spaces count. */
const password = z._default(z.string().check(z.maxLength(MAX_PASSWORD_LENGTH)), '');
/** Identifier of an account: an email, or a mobile number with its area. */
export const accountType = z.enum(['email', 'mobile']);
export type AccountType = z.infer<typeof accountType>;
const CODE_USES = ['register', 'reset', 'factor'] as const;
/** Purpose of a verification code: 1 = registration, 2 = new password, 3 = removal of a lost authenticator. */
const codeUse = z.pipe(
  z.union([z.int().check(z.gte(1), z.lte(3)), z.string().check(z.regex(/^[123]$/))]),
  z.transform((value: string | number) => CODE_USES[Number(value) - 1] as (typeof CODE_USES)[number]),
);
const areaId = typed(15);
/** An authenticator code, or in place of one a recovery code or a code from a passkey. */
const secondFactor = typed(32);
/**
 * The proof that the owner makes a call, and not somebody with a stolen session: a code where the user has a second
 * factor, otherwise the password. Missing, it is refused with totp_required (the user has an authenticator),
 * passkey_required (passkeys alone) or password_required.
 */
export const ownerProof = { password, totp: secondFactor };
/** Id and answer of a captcha; needed only after the reason captcha_required. */
const captchaAnswer = { key: typed(64), captcha: typed(16) };
export const consent = z._default(
  z.pipe(
    z.union([z.boolean(), z.int(), z.string().check(z.maxLength(5))]),
    z.transform((value: boolean | number | string) => ['1', 'true'].includes(String(value))),
  ),
  false,
);

/** A country or territory with its calling code. */
export const area = z.object({
  id: z.int(),
  /** ISO 3166 code of two letters. */
  code: z.string(),
  /** International calling code, digits only. */
  global_code: z.string(),
  /** In the language of the request. */
  name: z.string(),
});

/** A session of the signed-in user. */
export const userSession = z.object({
  id: z.int(),
  created_at: isoTime,
  last_seen_at: isoTime,
  /** Network address of the sign-in. */
  address: z.string(),
  /** Its country in the language of the request; empty when the operator has no database of addresses. */
  country: z.string(),
  /** User agent of the sign-in. */
  agent: z.string(),
  /** 1 = the session of this request. */
  current: z.int(),
});

/** An open request to remove a lost authenticator. */
export const openFactorReset = z.object({
  asked_at: isoTime,
  /** When the authenticator is removed; null until two members of staff have agreed. */
  effective_at: z.nullable(isoTime),
});

/** Each code works once in place of an authenticator code. Empty in the answer to a second confirmation. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export const signedIn = z.object({ token: z.string(), user });

export const authCalls = {
  areaList: defineCall({
    methods: ['GET'],
    path: '/api/default/area_list',
    access: 'visitor',
    changesState: false,
    summary: 'Countries and territories that registration accepts, with their calling codes.',
    input: nothing,
    output: z.array(area),
  }),
  login: defineCall({
    methods: ['POST'],
    path: '/api/user/loginForU',
    access: 'visitor',
    changesState: true,
    // Every sign-in gets a token of its own; a kept answer would be a token at rest.
    idempotency: 'none',
    summary:
      'Signs in. Each sign-in gets its own token. After the reason totp_required or passkey_required, `totp` carries a code of the authenticator, of a passkey (`passkeyCode`), or a recovery code. After the reason account_closing, `reopen: 1` takes the closing back.',
    input: z.object({
      account: typed(254),
      password,
      login_type: z._default(accountType, 'email'),
      area_id: areaId,
      totp: secondFactor,
      reopen: consent,
      ...captchaAnswer,
    }),
    output: signedIn,
  }),
  register: defineCall({
    methods: ['POST'],
    path: '/api/user/register',
    access: 'visitor',
    changesState: true,
    idempotency: 'own',
    summary:
      'Opens a real account with a verification code and signs in to it. `account` carries the email or the mobile number; `mobile` is accepted for a mobile number too.',
    input: z.object({
      type: z._default(accountType, 'email'),
      area_id: areaId,
      account: typed(254),
      mobile: typed(32),
      password,
      re_password: password,
      invite_code: typed(32),
      sms_code: typed(16),
      risk_consent: consent,
      ...captchaAnswer,
    }),
    output: signedIn,
  }),
  amendPassword: defineCall({
    methods: ['POST'],
    path: '/api/user/amend_password',
    access: 'real',
    changesState: true,
    idempotency: 'own',
    summary:
      'Changes the caller’s password with the old one and a verification code. Ends every session; the answer has the token of a new one.',
    input: z.object({
      old_password: password,
      new_password: password,
      secondary_password: password,
      auth_code: typed(16),
      ...captchaAnswer,
    }),
    output: z.object({ token: z.string() }),
  }),
  freezeByLink: defineCall({
    methods: ['POST'],
    path: '/api/user/freeze_by_link',
    access: 'visitor',
    changesState: true,
    // The token is the key: it freezes once, and a repeat during that freeze gets the same answer.
    idempotency: 'own',
    summary:
      'Freezes the account of the owner who got the link with a notice: ends all sessions, refuses sign-in and payments until staff unfreeze. A link works once, for seven days.',
    input: z.object({ token: typed(64) }),
    output: nothing,
  }),
  forgetPassword: defineCall({
    methods: ['POST'],
    path: '/api/user/forget_password',
    access: 'visitor',
    changesState: true,
    idempotency: 'own',
    summary: 'Sets a new password with a verification code. Ends every session of the account.',
    input: z.object({
      type: z._default(accountType, 'email'),
      account: typed(254),
      area_id: areaId,
      new_password: password,
      secondary_password: password,
      auth_code: typed(16),
      ...captchaAnswer,
    }),
    output: z.object({}),
  }),
  askFactorReset: defineCall({
    methods: ['POST'],
    path: '/api/user/factor_reset',
    access: 'visitor',
    changesState: true,
    idempotency: 'own',
    summary:
      'Asks for the removal of an authenticator that was lost together with all recovery codes: with the password and a verification code of type 3. Two members of staff must agree; then it waits, and the owner is told each day. While a request is open, a further one answers its state.',
    input: z.object({
      account: typed(254),
      password,
      login_type: z._default(accountType, 'email'),
      area_id: areaId,
      auth_code: typed(16),
      ...captchaAnswer,
    }),
    output: openFactorReset,
  }),
  cancelFactorReset: defineCall({
    methods: ['POST'],
    path: '/api/user/factor_reset/cancel',
    access: 'real',
    changesState: true,
    summary: 'Stops the open request to remove the caller’s authenticator. Succeeds without one.',
    input: nothing,
    output: z.object({}),
  }),
  sendEmail: defineCall({
    methods: ['POST'],
    path: '/api/notify/send_email',
    access: 'visitor',
    changesState: true,
    idempotency: 'own',
    summary:
      'Sends a verification code by mail: type 1 = registration, 2 = new password, 3 = removal of a lost authenticator. The answer does not reveal whether the account exists.',
    input: z.object({ to: typed(254), type: codeUse, ...captchaAnswer }),
    output: z.object({}),
  }),
  sendSms: defineCall({
    methods: ['POST'],
    path: '/api/notify/send_sms',
    access: 'visitor',
    changesState: true,
    idempotency: 'own',
    summary:
      'Sends a verification code by SMS: type 1 = registration, 2 = new password, 3 = removal of a lost authenticator. The answer does not reveal whether the account exists.',
    input: z.object({ to: typed(32), area_id: areaId, type: codeUse, ...captchaAnswer }),
    output: z.object({}),
  }),
  captcha: defineCall({
    methods: ['GET'],
    path: '/api/captcha',
    access: 'visitor',
    changesState: false,
    summary:
      'A captcha: a picture of letters and digits. Later calls carry its id as `key` and the answer as `captcha`; each works once.',
    input: nothing,
    output: z.object({ id: z.string(), b64s: z.string() }),
  }),
  userSessions: defineCall({
    methods: ['GET'],
    path: '/api/user/sessions',
    access: 'user',
    changesState: false,
    summary: 'The caller’s sessions, newest first.',
    input: nothing,
    output: z.array(userSession),
  }),
  userEvents: defineCall({
    methods: ['GET'],
    path: '/api/user/security_events',
    access: 'real',
    changesState: false,
    summary:
      'Security events of the caller’s account in the last 90 days, newest first, 20 at a time: sign-ins, failures, changes of password, second factor, payment methods and sessions. `before` is the id after which the next page starts.',
    input: z.object({ before: z.optional(id) }),
    output: z.array(userEvent),
  }),
  endSession: defineCall({
    methods: ['POST'],
    path: '/api/user/sessions/end',
    access: 'user',
    changesState: true,
    summary:
      'Ends one of the caller’s sessions. Without an id it ends all except the session of this request. Ending others of a real account needs a code where the user has an authenticator, otherwise the password.',
    input: z.object({ id: z.optional(id), ...ownerProof }),
    output: z.object({}),
  }),
  totpState: defineCall({
    methods: ['GET'],
    path: '/api/user/totp',
    access: 'real',
    changesState: false,
    summary:
      'State of the second factor: whether there is an authenticator, the number of passkeys and of unused recovery codes, and an open request to remove them.',
    input: nothing,
    output: z.object({
      enabled: z.boolean(),
      passkeys: z.int(),
      recovery_codes_left: z.int(),
      reset: z.nullable(openFactorReset),
    }),
  }),
  totpBegin: defineCall({
    methods: ['POST'],
    path: '/api/user/totp/begin',
    access: 'real',
    changesState: true,
    summary:
      'Issues a new authenticator secret, as text and as the URI for a QR code. It has no effect until it is confirmed. A user with passkeys sends a code as well.',
    input: z.object({ password, code: secondFactor }),
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  totpConfirm: defineCall({
    methods: ['POST'],
    path: '/api/user/totp/confirm',
    access: 'real',
    changesState: true,
    summary:
      'Confirms the secret with a code of the authenticator and turns two-step sign-in on. The recovery codes are shown only in this answer.',
    input: z.object({ code: typed(AUTHENTICATOR_CODE_LENGTH) }),
    output: recoveryCodes,
  }),
  totpRecovery: defineCall({
    methods: ['POST'],
    path: '/api/user/totp/recovery',
    access: 'real',
    changesState: true,
    summary: 'Issues new recovery codes; needs the password and a code. Earlier recovery codes stop working.',
    input: z.object({ password, code: secondFactor }),
    output: recoveryCodes,
  }),
  totpRemove: defineCall({
    methods: ['POST'],
    path: '/api/user/totp/remove',
    access: 'real',
    changesState: true,
    summary: 'Turns two-step sign-in off; needs the password and a code.',
    input: z.object({ password, code: secondFactor }),
    output: z.object({}),
  }),
} as const;
