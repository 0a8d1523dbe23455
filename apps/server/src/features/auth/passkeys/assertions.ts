import type { InputOf, passkeyCalls } from '@fairlot/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { CallContext } from '../../../http/calls.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { WarnOwner } from '../warn-owner.ts';
import { challengeOf } from './client-data.ts';
import { type Passkey, PasskeyStore } from './passkey-store.ts';
import { CHALLENGE_LIFE_MS, PasskeyTokens } from './passkey-tokens.ts';
import type { RelyingParty } from './relying-party.ts';

type Assertion = InputOf<typeof passkeyCalls.passkeySignIn>['credential'];

export interface AssertionsDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly relyingParty: () => RelyingParty | undefined;
  /** Tells the owner of a passkey that may have been copied. */
  readonly warn: WarnOwner;
}

/** Challenges visitors, and finds the owner of the passkey that answers. */
export class Assertions {
  readonly #deps: AssertionsDeps;
  readonly #tokens: PasskeyTokens;
  readonly #store: PasskeyStore;

  constructor(deps: AssertionsDeps) {
    this.#deps = deps;
    this.#tokens = new PasskeyTokens(deps.db);
    this.#store = new PasskeyStore(deps.db);
  }

  async options() {
    const site = this.#deps.relyingParty();
    if (site === undefined) return refuse('passkeys_unavailable');
    const challenge = await this.#tokens.challenge({ purpose: 'assert' }, this.#deps.clock());
    if (challenge === undefined) return refuse('overloaded');
    return done({ challenge, rpId: site.id, timeout: CHALLENGE_LIFE_MS, userVerification: 'required' as const });
  }

  /** The user whose passkey gave this answer to a challenge of ours. The challenge is used up, whatever comes out. */
  async ownerOf(credential: Assertion, { actor, address }: CallContext): Promise<Answer<number>> {
    const now = this.#deps.clock();
    const site = this.#deps.relyingParty();
    if (site === undefined) return refuse('passkeys_unavailable');
    const challenge = challengeOf(credential.response.clientDataJSON);
    if (challenge === undefined || !(await this.#tokens.useAssertion(challenge, now))) return refuse('passkey_failed');
    const passkey = await this.#store.byCredential(Buffer.from(credential.id, 'base64url'));
    if (passkey === undefined) return refuse('passkey_failed');
    const owner = Number(passkey.user_id);
    const verified = await verify(credential, passkey, challenge, site);
    if (verified === undefined) {
      actor.target = owner;
      return refuse('passkey_failed');
    }
    if (await this.#store.use(passkey, verified.counter, verified.synced, new Date(now))) return done(owner);
    actor.target = owner;
    // Only the holder of the key gets this far, so strangers can't suspend a passkey.
    if (await this.#store.suspend(passkey, new Date(now))) await this.#deps.warn(owner, 'passkey_suspended', address);
    return refuse('passkey_failed');
  }

  /** Exchanges the answer of a passkey for a code of its owner. */
  async code(credential: Assertion, context: CallContext): Promise<Answer<{ readonly code: string }>> {
    const owner = await this.ownerOf(credential, context);
    if (!owner.ok) return owner;
    context.actor.user = owner.data;
    const code = await this.#tokens.code(owner.data, this.#deps.clock());
    return code === undefined ? refuse('overloaded') : done({ code });
  }
}

/** Checks signature, challenge, origin, relying party and user verification (WebAuthn, 7.2). The caller checks the counter. */
async function verify(
  credential: Assertion,
  passkey: Passkey,
  challenge: string,
  site: RelyingParty,
): Promise<{ readonly counter: number; readonly synced: boolean } | undefined> {
  const { userHandle } = credential.response;
  if (userHandle !== passkey.user_handle.toString('base64url')) return undefined;
  // Loaded with the first passkey: its readers of certificates would slow down every start.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { ...credential.response, userHandle },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: [...site.origins],
      expectedRPID: site.id,
      requireUserVerification: true,
      // The counter is compared in the statement that stores it, so that of two answers at once one fails.
      credential: {
        id: passkey.credential_id.toString('base64url'),
        publicKey: new Uint8Array(passkey.public_key),
        counter: 0,
      },
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp };
  } catch {
    // The library throws for every check that fails, and for input that it can't read.
    return undefined;
  }
}
