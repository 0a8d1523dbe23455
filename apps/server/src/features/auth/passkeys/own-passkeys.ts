import { randomBytes } from 'node:crypto';
import { type InputOf, MOST_PASSKEYS, type OutputOf, type passkeyCalls } from '@fairlot/contract';
import type { Kysely, Transaction } from 'kysely';
import { lockUser } from '../../../db/lock-user.ts';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { UserContext } from '../../../http/calls.ts';
import type { Outbox } from '../../../messages/outbox.ts';
import type { UserNotices } from '../../../messages/user-notices.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Secrets } from '../../../security/secrets/secrets.ts';
import { FactorResetStore } from '../factor-reset-store.ts';
import type { OwnerCheck, OwnerProof } from '../owner-check.ts';
import { UserQueries, hasSecondFactor } from '../queries.ts';
import { RecoveryCodes, dropRecoveryCodes } from '../recovery-codes.ts';
import { challengeOf } from './client-data.ts';
import { type NewPasskey, PasskeyStore } from './passkey-store.ts';
import { CHALLENGE_LIFE_MS, PasskeyTokens } from './passkey-tokens.ts';
import type { RelyingParty } from './relying-party.ts';

type Created = InputOf<typeof passkeyCalls.passkeyAdd>['credential'];
type Options = OutputOf<typeof passkeyCalls.passkeyBegin>;

const HANDLE_BYTES = 32;
/** ES256, EdDSA and RS256 (COSE): every authenticator has one of them. */
const ALGORITHMS = [-7, -8, -257];

export interface OwnPasskeysDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly owner: Pick<OwnerCheck, 'confirmBoth' | 'inTurn'>;
  readonly notices: UserNotices;
  readonly outbox: Pick<Outbox, 'wake'>;
  readonly siteTitle: () => string;
  readonly relyingParty: () => RelyingParty | undefined;
}

/** Adds and removes a user's passkeys. Both need the password, and a code where there is a second factor. */
export class OwnPasskeys {
  readonly #deps: OwnPasskeysDeps;

  constructor(deps: OwnPasskeysDeps) {
    this.#deps = deps;
  }

  async list(user: number): Promise<OutputOf<typeof passkeyCalls.passkeys>> {
    return (await new PasskeyStore(this.#deps.db).ofUser(user)).map((passkey) => ({
      id: Number(passkey.id),
      name: passkey.name,
      created_at: passkey.created_at.toISOString(),
      last_used_at: passkey.last_used_at?.toISOString() ?? null,
      synced: passkey.synced,
      suspended_at: passkey.suspended_at?.toISOString() ?? null,
    }));
  }

  async begin(proof: OwnerProof, context: UserContext): Promise<Answer<Options>> {
    const { db, clock, siteTitle } = this.#deps;
    const { account } = context.session;
    const site = this.#deps.relyingParty();
    if (site === undefined) return refuse('passkeys_unavailable');
    const refusal = await this.#confirm(proof, context);
    if (refusal !== undefined) return refusal;
    const user = await new UserQueries(db).byId(account);
    if (user === undefined) return refuse('session_invalid');
    const known = await new PasskeyStore(db).ofUser(account);
    if (known.length >= MOST_PASSKEYS) return refuse('passkey_limit_reached', { most: String(MOST_PASSKEYS) });
    const handle = known[0]?.user_handle ?? randomBytes(HANDLE_BYTES);
    const challenge = await new PasskeyTokens(db).challenge({ purpose: 'add', user: account, handle }, clock());
    if (challenge === undefined) return refuse('overloaded');
    const name = user.email ?? user.mobile ?? String(user.id);
    return done({
      challenge,
      rp: { id: site.id, name: siteTitle() },
      user: { id: handle.toString('base64url'), name, displayName: name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
      timeout: CHALLENGE_LIFE_MS,
      attestation: 'none',
      excludeCredentials: known.map(({ credential_id: id, transports }) => ({
        id: id.toString('base64url'),
        type: 'public-key' as const,
        transports,
      })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    });
  }

  /** Adds the passkey that was created. Returns recovery codes with the first second factor of the user. */
  async add(name: string, credential: Created, context: UserContext): Promise<Answer<{ recovery_codes: string[] }>> {
    const { account } = context.session;
    const { db, clock } = this.#deps;
    const site = this.#deps.relyingParty();
    if (site === undefined) return refuse('passkeys_unavailable');
    if (name.trim() === '') return refuse('please_complete');
    const challenge = challengeOf(credential.response.clientDataJSON);
    const handle = challenge && (await new PasskeyTokens(db).useAddition(challenge, account, clock()));
    if (challenge === undefined || !handle) return refuse('passkey_failed');
    const verified = await verify(credential, challenge, site);
    if (verified === undefined) return refuse('passkey_failed');
    const passkey = {
      ...verified,
      user_id: BigInt(account),
      name: name.trim(),
      user_handle: handle,
      transports: credential.response.transports,
      created_at: new Date(clock()),
    };
    const added = await db.transaction().execute((transaction) => this.#store(transaction, passkey, context));
    this.#deps.outbox.wake();
    return added;
  }

  async remove(id: number, proof: OwnerProof, context: UserContext): Promise<Answer<Record<string, never>>> {
    const refusal = await this.#confirm(proof, context);
    if (refusal !== undefined) return refusal;
    const { account } = context.session;
    await this.#deps.db.transaction().execute(async (transaction) => {
      // Orders changes of a user's second factors with each other, with freezes and with new passwords.
      await lockUser(transaction, account);
      if (!(await new PasskeyStore(transaction).remove(account, id))) return;
      await this.#note(transaction, 'passkey_removed', context);
      const rest = await new UserQueries(transaction).credentials(account);
      if (rest === undefined || hasSecondFactor(rest)) return;
      await dropRecoveryCodes(transaction, account);
      await new FactorResetStore(transaction).cancel(account, 'factor_removed', this.#now());
    });
    this.#deps.outbox.wake();
    return done({}, 'passkey_removed');
  }

  async #store(
    transaction: Transaction<Tables>,
    passkey: NewPasskey,
    context: UserContext,
  ): Promise<Answer<{ recovery_codes: string[] }>> {
    const { account } = context.session;
    await lockUser(transaction, account);
    const before = await new UserQueries(transaction).credentials(account);
    if (before === undefined) return refuse('session_invalid');
    if (before.blocked) return refuse('account_blocked');
    if (before.passkeys >= MOST_PASSKEYS) return refuse('passkey_limit_reached', { most: String(MOST_PASSKEYS) });
    if (!(await new PasskeyStore(transaction).insert(passkey))) return refuse('passkey_failed');
    await this.#note(transaction, 'passkey_added', context);
    const codes = hasSecondFactor(before)
      ? []
      : await new RecoveryCodes(transaction, this.#deps.secrets).replace(account);
    return done({ recovery_codes: [...codes] }, 'passkey_added');
  }

  /** A passkey is a second factor: withdrawals wait after a change, and the owner is told. */
  async #note(
    transaction: Transaction<Tables>,
    template: 'passkey_added' | 'passkey_removed',
    { session: { account }, address }: UserContext,
  ): Promise<void> {
    await new UserQueries(transaction).noteFactorChange(account, this.#now());
    await this.#deps.notices.put(transaction, { user: account, template, at: this.#now(), address });
  }

  #confirm(proof: OwnerProof, context: UserContext): Promise<Answer<never> | undefined> {
    return this.#deps.owner.inTurn(context.session.account, () => this.#deps.owner.confirmBoth(context, proof));
  }

  #now(): Date {
    return new Date(this.#deps.clock());
  }
}

/** Checks challenge, origin, relying party and user verification of a new passkey (WebAuthn, 7.1). */
async function verify(
  credential: Created,
  challenge: string,
  site: RelyingParty,
): Promise<Pick<NewPasskey, 'credential_id' | 'public_key' | 'sign_count' | 'synced'> | undefined> {
  // Loaded with the first passkey: its readers of certificates would slow down every start.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { registrationInfo: info } = await verifyRegistrationResponse({
      response: { ...credential, response: { ...credential.response, transports: [] }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: [...site.origins],
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (info === undefined) return undefined;
    return {
      credential_id: Buffer.from(info.credential.id, 'base64url'),
      public_key: Buffer.from(info.credential.publicKey),
      sign_count: BigInt(info.credential.counter),
      synced: info.credentialBackedUp,
    };
  } catch {
    // The library throws for every check that fails, and for input that it can't read.
    return undefined;
  }
}
