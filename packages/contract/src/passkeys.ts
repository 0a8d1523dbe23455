import { z } from 'zod/mini';
import { consent, ownerProof, recoveryCodes, signedIn } from './auth.ts';
import { defineCall } from './call.ts';
import { id, isoTime, nothing } from './scalar.ts';

/** Most passkeys of a user. */
export const MOST_PASSKEYS = 10;
/** Most characters of a passkey's name. */
export const MAX_PASSKEY_NAME_LENGTH = 40;

/** Bytes in base64url, as WebAuthn's JSON forms have them. */
const bytes = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[\w-]*$/));
const credentialId = bytes(1400);
const clientDataJSON = bytes(4000);
const attached = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };
const transports = z._default(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10)), []);

/** The answer of an authenticator that created a passkey: WebAuthn's RegistrationResponseJSON. */
const created = z.object({
  ...attached,
  response: z.object({ clientDataJSON, attestationObject: bytes(40_000), transports }),
});
/** The answer of an authenticator that used a passkey: WebAuthn's AuthenticationResponseJSON. */
const asserted = z.object({
  ...attached,
  response: z.object({
    clientDataJSON,
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: z.optional(z.nullable(bytes(100))),
  }),
});

/** A passkey as its owner sees it. */
export const passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: isoTime,
  last_used_at: z.nullable(isoTime),
  /** True if the authenticator copies it to other devices of its owner. */
  synced: z.boolean(),
  /** Since when it is refused, because its counter went back: it may have been copied. */
  suspended_at: z.nullable(isoTime),
});

/** WebAuthn's PublicKeyCredentialRequestOptionsJSON. It names no passkeys, so it says nothing about accounts. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});
const named = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) });
/** WebAuthn's PublicKeyCredentialCreationOptionsJSON. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(named),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

export const passkeyCalls = {
  passkeyOptions: defineCall({
    methods: ['POST'],
    path: '/api/user/passkeys/options',
    access: 'visitor',
    changesState: true,
    // Each request gets a challenge of its own, which works once.
    idempotency: 'none',
    summary:
      'A challenge for a passkey, valid for ten minutes and one use: the options of navigator.credentials.get().',
    input: nothing,
    output: requestOptions,
  }),
  passkeySignIn: defineCall({
    methods: ['POST'],
    path: '/api/user/passkeys/sign_in',
    access: 'visitor',
    changesState: true,
    // Each sign-in gets its own token; a kept answer would be a token at rest.
    idempotency: 'none',
    summary:
      'Signs in with a passkey alone, without password and code. After the reason account_closing, `reopen: 1` with another answer of the passkey takes the closing back.',
    input: z.object({ credential: asserted, reopen: consent }),
    output: signedIn,
  }),
  passkeyCode: defineCall({
    methods: ['POST'],
    path: '/api/user/passkeys/code',
    access: 'visitor',
    changesState: true,
    // The answer is a secret that works once; it is not kept.
    idempotency: 'none',
    summary:
      'Exchanges the answer of a passkey for a code. Within two minutes and once, the code replaces the authenticator’s wherever its owner’s calls take one: `totp` of a sign-in with a password and of calls that move money, `code` of changes of the second factor.',
    input: z.object({ credential: asserted }),
    output: z.object({ code: z.string() }),
  }),
  passkeys: defineCall({
    methods: ['GET'],
    path: '/api/user/passkeys',
    access: 'real',
    changesState: false,
    summary: 'The caller’s passkeys, oldest first.',
    input: nothing,
    output: z.array(passkey),
  }),
  passkeyBegin: defineCall({
    methods: ['POST'],
    path: '/api/user/passkeys/begin',
    access: 'real',
    changesState: true,
    // Each request gets a challenge of its own, which works once.
    idempotency: 'none',
    summary: `Starts a new passkey, with the password and a code where the user has a second factor: the options of navigator.credentials.create(), valid for ten minutes. A user has at most ${MOST_PASSKEYS}.`,
    input: z.object(ownerProof),
    output: creationOptions,
  }),
  passkeyAdd: defineCall({
    methods: ['POST'],
    path: '/api/user/passkeys/add',
    access: 'real',
    changesState: true,
    summary:
      'Adds the passkey that was created. From the first one on, a sign-in with the password needs a passkey or a code. The recovery codes are shown only in this answer; there are none for a user who had a second factor before.',
    input: z.object({
      name: z._default(z.string().check(z.maxLength(MAX_PASSKEY_NAME_LENGTH)), ''),
      credential: created,
    }),
    output: recoveryCodes,
  }),
  passkeyRemove: defineCall({
    methods: ['POST'],
    path: '/api/user/passkeys/remove',
    access: 'real',
    changesState: true,
    summary: 'Removes one of the caller’s passkeys, with the password and a code or another answer of a passkey.',
    input: z.object({ id, ...ownerProof }),
    output: z.object({}),
  }),
} as const;
