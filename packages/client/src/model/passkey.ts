import type { CallInput, CallOutput } from '../http/types.ts';
import { signedInFrom } from './account.ts';
import type { SignedIn } from './account.ts';
import { camelKeys } from './camel-keys.ts';
import type { CamelKeys } from './camel-keys.ts';
import type { ReadOptions, Reader } from './read.ts';

/** A passkey of the user. */
export type Passkey = CamelKeys<CallOutput<'passkeys'>[number]>;
/** The answer of an authenticator that used a passkey, in WebAuthn's JSON form. */
export type PasskeyAnswer = CallInput<'passkeySignIn'>['credential'];
/** The answer of an authenticator that created a passkey, in WebAuthn's JSON form. */
export type CreatedPasskey = CallInput<'passkeyAdd'>['credential'];

/** True for a code that a passkey was exchanged for. */
export function isPasskeyCode(code: string): boolean {
  return code.startsWith('pk_');
}

/** Reads the user's passkeys, oldest first. */
export async function readPasskeys(api: Reader, options: ReadOptions): Promise<Passkey[]> {
  return camelKeys(await api.call('passkeys', {}, options));
}

/** Signs in with a passkey. `reopen` keeps an account that is being closed. */
export async function signInWithPasskey(
  api: Reader,
  credential: PasskeyAnswer,
  reopen: boolean,
  options: ReadOptions,
): Promise<SignedIn> {
  return signedInFrom(await api.call('passkeySignIn', { credential, ...(reopen && { reopen: 1 as const }) }, options));
}

/** Exchanges a passkey's answer for a code that replaces the authenticator's, once, for two minutes. */
export async function passkeyCode(api: Reader, credential: PasskeyAnswer, options: ReadOptions): Promise<string> {
  return (await api.call('passkeyCode', { credential }, options)).code;
}

/** Adds a passkey. Returns the recovery codes with the first second factor of the user, otherwise none. */
export async function addPasskey(
  api: Reader,
  name: string,
  credential: CreatedPasskey,
  options: ReadOptions,
): Promise<readonly string[]> {
  return (await api.call('passkeyAdd', { name, credential }, options)).recovery_codes;
}
