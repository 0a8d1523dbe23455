import type { AccountType } from '@fairlot/contract';
import { signedInFrom } from './account.ts';
import type { SignedIn } from './account.ts';
import type { CallOutput } from '../http/types.ts';
import { camelKeys } from './camel-keys.ts';
import type { CamelKeys } from './camel-keys.ts';
import type { ReadOptions, Reader } from './read.ts';

/** Identifies an account: by an email address, or by a mobile number with its calling area. */
export interface AccountReference {
  readonly type: AccountType;
  readonly account: string;
  /** Number of the calling area; undefined before one is chosen. */
  readonly areaId: number | undefined;
}

/** The purpose of a verification code. */
export type CodePurpose = 'register' | 'reset' | 'factor';
const CODE_TYPES = { register: 1, reset: 2, factor: 3 } as const satisfies Readonly<Record<CodePurpose, number>>;

/** The key of a captcha and the user's answer; empty unless the server requires one. */
export interface CaptchaAnswer {
  readonly key?: string;
  readonly captcha?: string;
}

/** A new password, typed twice, with the code that was sent. */
export interface NewPassword {
  readonly password: string;
  readonly again: string;
  readonly code: string;
}

export interface Registration extends NewPassword {
  readonly invite: string;
  /** True if the user accepted the risk warning. */
  readonly consent: boolean;
}

/** Signs in, with an authenticator code if the server requires one. `reopen` keeps an account that is being closed. */
export async function signIn(
  api: Reader,
  { type, account, areaId }: AccountReference,
  {
    totp,
    reopen = false,
    ...secret
  }: { readonly password: string; readonly totp: string | undefined; readonly reopen?: boolean } & CaptchaAnswer,
  options: ReadOptions,
): Promise<SignedIn> {
  const input = {
    login_type: type,
    account,
    area_id: areaId ?? '',
    ...secret,
    ...(totp !== undefined && { totp }),
    ...(reopen && { reopen: 1 as const }),
  };
  return signedInFrom(await api.call('login', input, options));
}

/** Registers a live account and signs in to it. */
export async function register(
  api: Reader,
  { type, account, areaId }: AccountReference,
  { password, again, code, invite, consent, ...captcha }: Registration & CaptchaAnswer,
  options: ReadOptions,
): Promise<SignedIn> {
  const input = {
    type,
    area_id: areaId ?? '',
    account,
    password,
    re_password: again,
    sms_code: code,
    invite_code: invite,
    risk_consent: consent,
    ...captcha,
  };
  return signedInFrom(await api.call('register', input, options));
}

/** Sets a new password for an account whose owner cannot sign in. Ends all its sessions. */
export async function resetPassword(
  api: Reader,
  { areaId, ...name }: AccountReference,
  { password, again, code, ...captcha }: NewPassword & CaptchaAnswer,
  options: ReadOptions,
): Promise<void> {
  const secrets = { new_password: password, secondary_password: again, auth_code: code };
  await api.call('forgetPassword', { ...name, area_id: areaId ?? '', ...secrets, ...captcha }, options);
}

/** Changes the user's password and ends all sessions. Returns the token of a new session. */
export async function changePassword(
  api: Reader,
  { old, password, again, code, ...captcha }: NewPassword & { readonly old: string } & CaptchaAnswer,
  options: ReadOptions,
): Promise<string> {
  const secrets = { old_password: old, new_password: password, secondary_password: again, auth_code: code };
  return (await api.call('amendPassword', { ...secrets, ...captcha }, options)).token;
}

/** An open request to remove a lost authenticator; `effectiveAt` is null until staff have agreed. */
export interface FactorReset {
  readonly askedAt: string;
  readonly effectiveAt: string | null;
}

/** Asks for the removal of an authenticator that was lost with all recovery codes. */
export async function askFactorReset(
  api: Reader,
  { type, account, areaId }: AccountReference,
  { password, code, ...captcha }: { readonly password: string; readonly code: string } & CaptchaAnswer,
  options: ReadOptions,
): Promise<FactorReset> {
  const input = { login_type: type, account, area_id: areaId ?? '', password, auth_code: code, ...captcha };
  return camelKeys(await api.call('askFactorReset', input, options));
}

/** An open change of the email address. */
export type EmailChange = CamelKeys<CallOutput<'askEmailChange'>>;

/** A request for another email address, with the proof of the account's owner. */
export interface NewEmail {
  readonly email: string;
  readonly password: string;
  /** Of the authenticator; empty without one. */
  readonly code: string;
  /** The old mailbox can't be read any more. */
  readonly isOldLost: boolean;
}

/** Asks for another email address. */
export async function askEmailChange(
  api: Reader,
  { email, password, code, isOldLost }: NewEmail,
  options: ReadOptions,
): Promise<EmailChange> {
  return camelKeys(await api.call('askEmailChange', { email, password, totp: code, old_lost: isOldLost }, options));
}

/** Sends a verification code to the account's address or number. */
export async function sendCode(
  api: Reader,
  purpose: CodePurpose,
  { type, account, areaId }: AccountReference,
  captcha: CaptchaAnswer,
  options: ReadOptions,
): Promise<void> {
  const input = { to: account, type: CODE_TYPES[purpose], ...captcha };
  if (type === 'email') await api.call('sendEmail', input, options);
  else await api.call('sendSms', { ...input, area_id: areaId ?? '' }, options);
}
