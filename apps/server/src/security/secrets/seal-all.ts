import { type Kysely, type RawBuilder, type Transaction, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { sealedCard } from './sealed-card.ts';
import {
  cardContext,
  personKeyContext,
  recoveryContext,
  staffContext,
  textKeyContext,
  userContext,
} from './sealing-context.ts';
import { SEALED_BYTES, type Secrets } from './secrets.ts';

const AT_ONCE = 500;

/**
 * Seals plain values of an earlier version, and re-seals values of an earlier key, in transactions of some rows each.
 * After an interruption every row is in its old or new form, and the next start can read both. Throws
 * SecretKeyMissingError, before any change in the failing transaction, when a key is missing. Returns the number of
 * sealed values.
 */
export async function sealAll(db: Kysely<Tables>, secrets: Secrets): Promise<number> {
  const columns = [
    ['users', 'totp_secret', userContext],
    ['staff', 'totp_secret', staffContext],
    ['staff', 'totp_pending', staffContext],
  ] as const;
  let sealed = 0;
  for (const [table, column, of] of columns)
    sealed += await allOf(db, (transaction) => sealColumn(transaction, secrets, { table, column, of }));
  sealed += await allOf(db, (transaction) => sealKeys(transaction, secrets, PERSONS));
  sealed += await allOf(db, (transaction) => sealKeys(transaction, secrets, TEXTS));
  sealed += await allOf(db, (transaction) => sealCards(transaction, secrets));
  return sealed + (await allOf(db, (transaction) => sealRecoveryCodes(transaction, secrets)));
}

interface Keys {
  readonly table: 'person_keys' | 'text_keys';
  readonly column: 'user_id' | 'id';
  readonly of: (id: bigint) => string;
}

const PERSONS: Keys = { table: 'person_keys', column: 'user_id', of: personKeyContext };
const TEXTS: Keys = { table: 'text_keys', column: 'id', of: () => textKeyContext };

/** Re-seals keys of persons and texts that an earlier key sealed. */
async function sealKeys(
  transaction: Transaction<Tables>,
  secrets: Secrets,
  { table, column, of }: Keys,
): Promise<number> {
  const [from, key] = [sql.table(table), sql.ref(column)];
  const { rows } = await sql<{ id: bigint; sealed: Buffer }>`
    select ${key} as id, sealed from ${from} where ${isOld(sql.ref('sealed'), secrets)} order by 1 limit ${AT_ONCE} for update`.execute(
    transaction,
  );
  for (const { id, sealed } of rows)
    await sql`update ${from} set sealed = ${secrets.seal(secrets.open(sealed, of(id)), of(id))} where ${key} = ${id}`.execute(
      transaction,
    );
  return rows.length;
}

async function allOf(db: Kysely<Tables>, some: (transaction: Transaction<Tables>) => Promise<number>): Promise<number> {
  let sum = 0;
  for (let count = AT_ONCE; count === AT_ONCE; sum += count) count = await db.transaction().execute(some);
  return sum;
}

interface Column {
  readonly table: 'users' | 'staff';
  readonly column: 'totp_secret' | 'totp_pending';
  readonly of: (id: bigint) => string;
}

async function sealColumn(
  transaction: Transaction<Tables>,
  secrets: Secrets,
  { table, column, of }: Column,
): Promise<number> {
  const [from, secret] = [sql.table(table), sql.ref(column)];
  const { rows } = await sql<{ id: bigint; kept: Buffer }>`
    select id, ${secret} as kept from ${from} where ${isOld(secret, secrets)} order by id limit ${AT_ONCE} for update`.execute(
    transaction,
  );
  for (const { id, kept } of rows) {
    const plain = kept.length < SEALED_BYTES ? kept : secrets.open(kept, of(id));
    await sql`update ${from} set ${secret} = ${secrets.seal(plain, of(id))} where id = ${id}`.execute(transaction);
  }
  return rows.length;
}

/** Recovery codes of earlier versions are plain hashes. */
async function sealRecoveryCodes(transaction: Transaction<Tables>, secrets: Secrets): Promise<number> {
  const rows = await transaction
    .selectFrom('totp_recovery_codes')
    .select(['user_id', 'code_hash'])
    .where(isOld(sql.ref('code_hash'), secrets))
    .orderBy('user_id')
    .limit(AT_ONCE)
    .forUpdate()
    .execute();
  for (const { user_id: user, code_hash: kept } of rows) {
    const of = recoveryContext(user);
    await transaction
      .updateTable('totp_recovery_codes')
      .set({ code_hash: secrets.seal(kept.length < SEALED_BYTES ? kept : secrets.open(kept, of), of) })
      .where('user_id', '=', user)
      .where('code_hash', '=', kept)
      .execute();
  }
  return rows.length;
}

async function sealCards(transaction: Transaction<Tables>, secrets: Secrets): Promise<number> {
  const rows = await transaction
    .selectFrom('identity_submissions')
    .select(['id', 'user_id', 'card_id', 'card_sealed'])
    .where((or) => or.or([or('card_id', 'is not', null), isOld(sql.ref('card_sealed'), secrets)]))
    .orderBy('id')
    .limit(AT_ONCE)
    .forUpdate()
    .execute();
  for (const row of rows) {
    // A number lost with its key keeps its unique card_key.
    const card =
      row.card_sealed === null
        ? (row.card_id ?? '')
        : secrets.open(row.card_sealed, cardContext(row.user_id)).toString('utf8');
    await transaction
      .updateTable('identity_submissions')
      .set({
        card_id: null,
        ...(card === ''
          ? { card_sealed: sealedCard(secrets, row.user_id, card).card_sealed }
          : sealedCard(secrets, row.user_id, card)),
      })
      .where('id', '=', row.id)
      .execute();
  }
  return rows.length;
}

/** SQL condition: the value exists and was not sealed with the current key. */
function isOld(value: RawBuilder<unknown>, secrets: Secrets): RawBuilder<boolean> {
  return sql<boolean>`(${value} is not null and substring(${value} from 1 for ${secrets.mark.length}) <> ${secrets.mark})`;
}
