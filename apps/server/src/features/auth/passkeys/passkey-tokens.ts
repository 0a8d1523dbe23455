import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@fairlot/domain';
import { sql } from 'kysely';
import { secretHash } from '../../../security/random-secret.ts';
import type { Database } from '../queries.ts';

/** A sign-in form may stay open with the browser's own offer of passkeys for this time. */
export const CHALLENGE_LIFE_MS = 10 * MINUTE_MS;
const CODE_LIFE_MS = 2 * MINUTE_MS;
const CHALLENGE_BYTES = 32;
const CODE_BYTES = 16;
const CODE_PREFIX = 'pk_';
/** Open challenges and codes of all users; a flood beyond is refused as `overloaded`. */
const MOST_OPEN = 50_000;
/** Expired rows that one insertion deletes: more than it adds, so that their number falls. */
const DELETED_AT_ONCE = 20;

type Purpose =
  { readonly purpose: 'add'; readonly user: number; readonly handle: Buffer } | { readonly purpose: 'assert' };

/** True for the form of a code that a passkey was exchanged for. */
export function isPasskeyCode(typed: string): boolean {
  return typed.startsWith(CODE_PREFIX);
}

/** Challenges for passkeys, and codes from them. Each works once: using it deletes its row. */
export class PasskeyTokens {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** A new challenge in base64url; undefined when too many are open. */
  async challenge(purpose: Purpose, now: number): Promise<string | undefined> {
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
    const [user, handle] = purpose.purpose === 'add' ? [purpose.user, purpose.handle] : [null, null];
    const isAdded = await this.#add(challenge, purpose.purpose, user, handle, now + CHALLENGE_LIFE_MS, now);
    return isAdded ? challenge : undefined;
  }

  /** Uses up a challenge of visitors. Returns false for one that is unknown, expired or was used. */
  async useAssertion(challenge: string, now: number): Promise<boolean> {
    return (await this.#take(challenge, 'assert', null, now)) !== undefined;
  }

  /** Uses up the user's challenge for a new passkey, and returns the user's handle. */
  async useAddition(challenge: string, user: number, now: number): Promise<Buffer | undefined> {
    return (await this.#take(challenge, 'add', user, now))?.user_handle ?? undefined;
  }

  /** A new code of a user whose passkey was right; undefined when too many are open. */
  async code(user: number, now: number): Promise<string | undefined> {
    const code = CODE_PREFIX + randomBytes(CODE_BYTES).toString('base64url');
    return (await this.#add(code, 'code', user, null, now + CODE_LIFE_MS, now)) ? code : undefined;
  }

  /** Uses up a code of the user. */
  async useCode(user: number, code: string, now: number): Promise<boolean> {
    return (await this.#take(code, 'code', user, now)) !== undefined;
  }

  async #add(
    token: string,
    purpose: Purpose['purpose'] | 'code',
    user: number | null,
    handle: Buffer | null,
    expires: number,
    now: number,
  ): Promise<boolean> {
    await sql`delete from passkey_tokens where token_hash in (
      select token_hash from passkey_tokens where expires_at <= ${new Date(now)}
      order by expires_at limit ${DELETED_AT_ONCE} for update skip locked)`.execute(this.#db);
    const { numAffectedRows } = await sql`insert into passkey_tokens
      (token_hash, purpose, user_id, user_handle, expires_at)
      select ${secretHash(token)}, ${purpose}, ${user}::bigint, ${handle}::bytea, ${new Date(expires)}::timestamptz
      where (select count(*) from (select 1 from passkey_tokens limit ${MOST_OPEN}) as open) < ${MOST_OPEN}`.execute(
      this.#db,
    );
    return numAffectedRows === 1n;
  }

  #take(
    token: string,
    purpose: Purpose['purpose'] | 'code',
    user: number | null,
    now: number,
  ): Promise<{ readonly user_handle: Buffer | null } | undefined> {
    return this.#db
      .deleteFrom('passkey_tokens')
      .where('token_hash', '=', secretHash(token))
      .where('purpose', '=', purpose)
      .where('user_id', user === null ? 'is' : '=', user === null ? null : BigInt(user))
      .where('expires_at', '>', new Date(now))
      .returning('user_handle')
      .executeTakeFirst();
  }
}
