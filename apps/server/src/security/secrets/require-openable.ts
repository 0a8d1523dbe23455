import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { MARK_BYTES, SEALED_BYTES, SecretKeyMissingError, Secrets } from './secrets.ts';

/**
 * Throws SecretKeyMissingError when a value in the database is sealed with a key that is not among the given ones, before
 * a new key is created or a value is sealed again.
 */
export async function requireOpenable(db: Kysely<Tables>, keys: readonly Buffer[]): Promise<void> {
  const marks = keys.length === 0 ? [] : new Secrets(keys).marks;
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from (
      select totp_secret as sealed from users
      union all select totp_secret from staff
      union all select totp_pending from staff
      union all select code_hash from totp_recovery_codes
      union all select card_sealed from identity_submissions
      union all select sealed from person_keys
      union all select sealed from text_keys
    ) as secrets
    where octet_length(sealed) >= ${SEALED_BYTES} and substring(sealed from 1 for ${MARK_BYTES}) <> all(${[...marks]}::bytea[])
    limit 1`.execute(db);
  const [first] = rows;
  if (first !== undefined) throw new SecretKeyMissingError(first.sealed.subarray(1, MARK_BYTES));
}
