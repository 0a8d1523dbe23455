import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { RECOVERY_CODE_LENGTH } from '@fairlot/contract';
import { sql } from 'kysely';
import { recoveryContext } from '../../security/secrets/sealing-context.ts';
import type { Secrets } from '../../security/secrets/secrets.ts';
import type { Database } from './queries.ts';

const CODES = 10;
/**
 * Digits only, because phones show a numeric keyboard for codes. 20 digits are 66 bits. That is few for a plain hash, so
 * the hashes are sealed: a dump of the database does not allow trying codes.
 */
const GROUP_DIGITS = 5;
const GROUPS = RECOVERY_CODE_LENGTH / GROUP_DIGITS;

/** One-time codes that replace a lost authenticator. They are shown once and stored as sealed hashes. */
export class RecoveryCodes {
  readonly #db: Database;
  readonly #secrets: Pick<Secrets, 'seal' | 'open'>;

  constructor(db: Database, secrets: Pick<Secrets, 'seal' | 'open'>) {
    this.#db = db;
    this.#secrets = secrets;
  }

  /** Replaces all earlier codes by new ones. Must run in a transaction. */
  async replace(user: number): Promise<readonly string[]> {
    await dropRecoveryCodes(this.#db, user);
    const codes = Array.from({ length: CODES }, newCode);
    await this.#db
      .insertInto('totp_recovery_codes')
      .values(
        codes.map((code) => ({
          user_id: BigInt(user),
          code_hash: this.#secrets.seal(hashOf(user, code), recoveryContext(user)),
          used_at: null,
        })),
      )
      .execute();
    return codes;
  }

  /** Uses a code up; false when it is unknown or used. Of two concurrent uses only one succeeds. */
  async use(user: number, code: string): Promise<boolean> {
    const rows = await this.#db
      .selectFrom('totp_recovery_codes')
      .select('code_hash')
      .where('user_id', '=', BigInt(user))
      .where('used_at', 'is', null)
      .execute();
    const typed = hashOf(user, code);
    const kept = rows.find(({ code_hash: sealed }) =>
      timingSafeEqual(this.#secrets.open(sealed, recoveryContext(user)), typed),
    );
    if (kept === undefined) return false;
    const { numUpdatedRows } = await this.#db
      .updateTable('totp_recovery_codes')
      .set({ used_at: sql<Date>`now()` })
      .where('user_id', '=', BigInt(user))
      .where('code_hash', '=', kept.code_hash)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async left(user: number): Promise<number> {
    const { count } = await this.#db
      .selectFrom('totp_recovery_codes')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', BigInt(user))
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(count);
  }
}

/** Deletes all recovery codes of a user. */
export async function dropRecoveryCodes(db: Database, user: number): Promise<void> {
  await db.deleteFrom('totp_recovery_codes').where('user_id', '=', BigInt(user)).execute();
}

/** Tells by the number of digits whether the input is a recovery code and not one of the authenticator. */
export function isRecoveryCode(typed: string): boolean {
  return digitsOf(typed).length === RECOVERY_CODE_LENGTH;
}

function newCode(): string {
  return Array.from({ length: GROUPS }, () => String(randomInt(10 ** GROUP_DIGITS)).padStart(GROUP_DIGITS, '0')).join(
    '-',
  );
}

function digitsOf(typed: string): string {
  return typed.replaceAll(/\D/g, '');
}

function hashOf(user: number, code: string): Buffer {
  return createHash('sha256')
    .update(`${user} ${digitsOf(code)}`)
    .digest();
}
