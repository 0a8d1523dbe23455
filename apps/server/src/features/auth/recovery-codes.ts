import { createHash, randomInt } from 'node:crypto';
import { RECOVERY_CODE_LENGTH } from '@fairlot/contract';
import { sql } from 'kysely';
import type { Database } from './queries.ts';

const CODES = 10;
/**
 * Digits only, because phones show a numeric keyboard for codes. 20 digits are 66 bits, too many to find from a hash.
 */
const GROUP_DIGITS = 5;
const GROUPS = RECOVERY_CODE_LENGTH / GROUP_DIGITS;

/** One-time codes that replace a lost authenticator. They are shown once and stored as hashes. */
export class RecoveryCodes {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Replaces all earlier codes by new ones. Must run in a transaction. */
  async replace(user: number): Promise<readonly string[]> {
    await this.drop(user);
    const codes = Array.from({ length: CODES }, newCode);
    await this.#db
      .insertInto('totp_recovery_codes')
      .values(codes.map((code) => ({ user_id: BigInt(user), code_hash: hashOf(user, code), used_at: null })))
      .execute();
    return codes;
  }

  async drop(user: number): Promise<void> {
    await this.#db.deleteFrom('totp_recovery_codes').where('user_id', '=', BigInt(user)).execute();
  }

  /** Uses a code up; false when it is unknown or used. Of two concurrent uses only one succeeds. */
  async use(user: number, code: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('totp_recovery_codes')
      .set({ used_at: sql<Date>`now()` })
      .where('user_id', '=', BigInt(user))
      .where('code_hash', '=', hashOf(user, code))
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
