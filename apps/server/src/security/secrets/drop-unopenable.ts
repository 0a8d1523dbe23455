import { type Kysely, type Transaction, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { SEALED_BYTES, type Secrets } from './secrets.ts';

/** Number of owners and documents whose secrets were deleted. */
export interface Dropped {
  readonly users: number;
  readonly staff: number;
  readonly cards: number;
  /** Keys of texts about users in the audit log. */
  readonly keys: number;
}

/**
 * Deletes the values that were sealed with lost keys, in one transaction. Their owners sign in with the password alone
 * until they set up an authenticator again; reviewers read the number of a document from its picture.
 */
export function dropUnopenable(db: Kysely<Tables>, secrets: Secrets): Promise<Dropped> {
  return db.transaction().execute((transaction) => dropIn(transaction, secrets));
}

/** Counts what `dropUnopenable` would delete: deletes it, and rolls back. */
export async function countUnopenable(db: Kysely<Tables>, secrets: Secrets): Promise<Dropped> {
  const transaction = await db.startTransaction().execute();
  try {
    return await dropIn(transaction, secrets);
  } finally {
    await transaction.rollback().execute();
  }
}

async function dropIn(transaction: Transaction<Tables>, secrets: Secrets): Promise<Dropped> {
  const lost = (column: string) =>
    sql<boolean>`(octet_length(${sql.ref(column)}) >= ${SEALED_BYTES} and substring(${sql.ref(column)} from 1 for ${secrets.mark.length}) <> all(${[...secrets.marks]}::bytea[]))`;
  const users = await transaction
    .updateTable('users')
    .set({ totp_secret: null, totp_since: null, totp_step: null })
    .where(lost('totp_secret'))
    .executeTakeFirst();
  await transaction
    .deleteFrom('totp_recovery_codes')
    .where((or) =>
      or.or([
        or.and([
          or('user_id', 'in', transaction.selectFrom('users').select('id').where('totp_since', 'is', null)),
          or('user_id', 'not in', transaction.selectFrom('passkeys').select('user_id')),
        ]),
        lost('code_hash'),
      ]),
    )
    .execute();
  const staff = await transaction
    .updateTable('staff')
    .set({ totp_secret: null, totp_pending: null, totp_step: null })
    .where((or) => or.or([lost('totp_secret'), lost('totp_pending')]))
    .executeTakeFirst();
  // Unique keys, because two documents with lost numbers must not count as the same.
  const cards = await transaction
    .updateTable('identity_submissions')
    .set({ card_id: '', card_sealed: null, card_key: sql<string>`'lost ' || id` })
    .where(lost('card_sealed'))
    .executeTakeFirst();
  const persons = await transaction.deleteFrom('person_keys').where(lost('sealed')).executeTakeFirst();
  const texts = await transaction.deleteFrom('text_keys').where(lost('sealed')).executeTakeFirst();
  return {
    keys: Number(persons.numDeletedRows + texts.numDeletedRows),
    users: Number(users.numUpdatedRows),
    staff: Number(staff.numUpdatedRows),
    cards: Number(cards.numUpdatedRows),
  };
}
