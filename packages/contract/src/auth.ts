import { z } from 'zod/mini';
import { user } from './account.ts';
import { defineCall } from './call.ts';
import { id, isoTime, nothing } from './scalar.ts';

/** Least and most characters of a password. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;
/** Digits of a code that is sent by mail or SMS. */
export const SENT_CODE_LENGTH = 6;
/** Digits of a code of an authenticator (RFC 6238), and of a recovery code that takes its place. */
export const AUTHENTICATOR_CODE_LENGTH = 6;
export const RECOVERY_CODE_LENGTH = 20;

/** What somebody typed or left out: the server says in words what is missing, so that every client says the same. */
const typed = (most: number) =>
  z._default(
    z.pipe(
      z.union([z.number(), z.string().check(z.maxLength(most))]),
      z.transform((value: string | number) => String(value).trim()),
    ),
    '',
  );
/** Passwords are taken as they are, blanks included. */
const password = z._default(z.string().check(z.maxLength(MAX_PASSWORD_LENGTH)), '');
/** How an account is named: email, or mobile together with an area. */
export const accountType = z.enum(['email', 'mobile']);
export type AccountType = z.infer<typeof accountType>;
/** What a code is for: 1 registering, 2 a new password. */
const codeUse = z.pipe(
  z.union([z.int().check(z.gte(1), z.lte(2)), z.string().check(z.regex(/^[12]$/))]),
  z.transform((value: string | number) => (String(value) === '1' ? 'register' : 'reset')),
);
const areaId = typed(15);
/** A code of an authenticator, or one of the recovery codes that take its place. */
const secondFactor = typed(32);
/** Id and answer of a captcha; only where the reason captcha_required asked for it. */
const captchaAnswer = { key: typed(64), captcha: typed(16) };
const yes = z._default(
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
  /** International calling code, digits alone. */
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
  /** What the program of the sign-in called itself. */
  agent: z.string(),
  /** 1 = the one that asks. */
  current: z.int(),
});

/** Each works once in place of a code of the authenticator. Empty when they were told before. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
const signedIn = z.object({ token: z.string(), user });

export const authCalls = {
  areaList: defineCall({
    methods: ['GET'],
    path: '/api/default/area_list',
    access: 'visitor',
    changesState: false,
    summary: 'Countries and territories that may register, with their calling codes.',
    input: nothing,
    output: z.array(area),
  }),
  login: defineCall({
    methods: ['POST'],
    path: '/api/user/loginForU',
    access: 'visitor',
    changesState: true,
    summary:
      'Signs in. Each sign-in has a token of its own. `totp` where the reason totp_required asks for it: a code of the authenticator, or a recovery code.',
    input: z.object({
      account: typed(254),
      password,
      login_type: z._default(accountType, 'email'),
      area_id: areaId,
      totp: secondFactor,
      ...captchaAnswer,
    }),
    output: signedIn,
  }),
  register: defineCall({
    methods: ['POST'],
    path: '/api/user/register',
    access: 'visitor',
    changesState: true,
    summary:
      'Opens a real account, with the code that was sent, and signs in to it. The account is named by `account`; for a mobile number `mobile` is taken too.',
    input: z.object({
      type: z._default(accountType, 'email'),
      area_id: areaId,
      account: typed(254),
      mobile: typed(32),
      password,
      re_password: password,
      invite_code: typed(32),
      sms_code: typed(16),
      risk_consent: yes,
      ...captchaAnswer,
    }),
    output: signedIn,
  }),
  amendPassword: defineCall({
    methods: ['POST'],
    path: '/api/user/amend_password',
    access: 'real',
    changesState: true,
    summary:
      'Changes one’s own password with a code sent to oneself. Every session ends; the answer’s token goes on in their place.',
    input: z.object({ new_password: password, secondary_password: password, auth_code: typed(16), ...captchaAnswer }),
    output: z.object({ token: z.string() }),
  }),
  forgetPassword: defineCall({
    methods: ['POST'],
    path: '/api/user/forget_password',
    access: 'visitor',
    changesState: true,
    summary: 'Sets a new password with a code that was sent. Every session of the account ends.',
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
  sendEmail: defineCall({
    methods: ['POST'],
    path: '/api/notify/send_email',
    access: 'visitor',
    changesState: true,
    summary:
      'Sends a code by mail: type 1 to register, 2 for a new password. The answer is the same whether there is an account or not.',
    input: z.object({ to: typed(254), type: codeUse, ...captchaAnswer }),
    output: z.object({}),
  }),
  sendSms: defineCall({
    methods: ['POST'],
    path: '/api/notify/send_sms',
    access: 'visitor',
    changesState: true,
    summary:
      'Sends a code by SMS: type 1 to register, 2 for a new password. The answer is the same whether there is an account or not.',
    input: z.object({ to: typed(32), area_id: areaId, type: codeUse, ...captchaAnswer }),
    output: z.object({}),
  }),
  captcha: defineCall({
    methods: ['GET'],
    path: '/api/captcha',
    access: 'visitor',
    changesState: false,
    summary: 'A picture with letters and digits to read. Its id and answer travel as key and captcha; each works once.',
    input: nothing,
    output: z.object({ id: z.string(), b64s: z.string() }),
  }),
  userSessions: defineCall({
    methods: ['GET'],
    path: '/api/user/sessions',
    access: 'user',
    changesState: false,
    summary: 'One’s own sessions, the latest first.',
    input: nothing,
    output: z.array(userSession),
  }),
  endSession: defineCall({
    methods: ['POST'],
    path: '/api/user/sessions/end',
    access: 'user',
    changesState: true,
    summary: 'Ends one of one’s own sessions, or all but this one where no id is given.',
    input: z.object({ id: z.optional(id) }),
    output: z.object({}),
  }),
  totpState: defineCall({
    methods: ['GET'],
    path: '/api/user/totp',
    access: 'real',
    changesState: false,
    summary: 'Whether signing in takes a code of an authenticator, and how many recovery codes are left.',
    input: nothing,
    output: z.object({ enabled: z.boolean(), recovery_codes_left: z.int() }),
  }),
  totpBegin: defineCall({
    methods: ['POST'],
    path: '/api/user/totp/begin',
    access: 'real',
    changesState: true,
    summary:
      'A new secret for an authenticator, as text and as the address that goes into a QR code. Nothing changes before it is confirmed.',
    input: z.object({ password }),
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  totpConfirm: defineCall({
    methods: ['POST'],
    path: '/api/user/totp/confirm',
    access: 'real',
    changesState: true,
    summary:
      'Proves with a code that the authenticator has the secret: from now on signing in takes a code. Recovery codes are told this once.',
    input: z.object({ code: typed(AUTHENTICATOR_CODE_LENGTH) }),
    output: recoveryCodes,
  }),
  totpRecovery: defineCall({
    methods: ['POST'],
    path: '/api/user/totp/recovery',
    access: 'real',
    changesState: true,
    summary: 'New recovery codes, with the password and one more code; earlier ones stop working.',
    input: z.object({ password, code: secondFactor }),
    output: recoveryCodes,
  }),
  totpRemove: defineCall({
    methods: ['POST'],
    path: '/api/user/totp/remove',
    access: 'real',
    changesState: true,
    summary: 'Gives the authenticator up, with the password and one more code.',
    input: z.object({ password, code: secondFactor }),
    output: z.object({}),
  }),
} as const;
