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
    sealed += await allOf(db, (transaction, from) => sealColumn(transaction, secrets, { table, column, of }, from));
  sealed += await allOf(db, (transaction, from) => sealKeys(transaction, secrets, PERSONS, from));
  sealed += await allOf(db, (transaction, from) => sealKeys(transaction, secrets, TEXTS, from));
  sealed += await allOf(db, (transaction, from) => sealCards(transaction, secrets, from));
  return sealed + (await allOf(db, (transaction, from) => sealRecoveryCodes(transaction, secrets, from)));
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
  from: bigint,
): Promise<readonly Row[]> {
  const { rows } = await sql<Kept>`
    select ${sql.ref(column)} as id, sealed as kept from ${sql.table(table)}
    where ${sql.ref(column)} >= ${from} and ${isOld(sql.ref('sealed'), secrets)}
    order by 1 limit ${AT_ONCE} for update`.execute(transaction);
  const sealed = rows.map(({ id, kept }) => secrets.seal(secrets.open(kept, of(id)), of(id)));
  await sql`
    update ${sql.table(table)} set sealed = new.sealed from ${pairs(rows, sealed)} as new (id, sealed)
    where ${joined(sql.ref(`${table}.${column}`), rows)}`.execute(transaction);
  return rows;
}

interface Row {
  readonly id: bigint;
}

interface Kept extends Row {
  readonly kept: Buffer;
}

/** Seals some of the first rows whose key is at least `from`, and returns them by ascending key. */
type SealSome = (transaction: Transaction<Tables>, from: bigint) => Promise<readonly Row[]>;

/** Each batch begins where the last ended: a search from the beginning would read all sealed rows at each. */
async function allOf(db: Kysely<Tables>, some: SealSome): Promise<number> {
  let [sum, from] = [0, 0n];
  for (;;) {
    const rows = await db.transaction().execute((transaction) => some(transaction, from));
    sum += rows.length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return sum;
    // The key itself again: a user has several recovery codes.
    from = last.id;
  }
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
  from: bigint,
): Promise<readonly Row[]> {
  const secret = sql.ref(column);
  const { rows } = await sql<Kept>`
    select id, ${secret} as kept from ${sql.table(table)} where id >= ${from} and ${isOld(secret, secrets)}
    order by id limit ${AT_ONCE} for update`.execute(transaction);
  const sealed = rows.map(({ id, kept }) =>
    secrets.seal(kept.length < SEALED_BYTES ? kept : secrets.open(kept, of(id)), of(id)),
  );
  await sql`
    update ${sql.table(table)} set ${secret} = new.sealed from ${pairs(rows, sealed)} as new (id, sealed)
    where ${joined(sql.ref(`${table}.id`), rows)}`.execute(transaction);
  return rows;
}

/** Recovery codes of earlier versions are plain hashes. */
async function sealRecoveryCodes(
  transaction: Transaction<Tables>,
  secrets: Secrets,
  from: bigint,
): Promise<readonly Row[]> {
  const { rows } = await sql<Kept>`
    select user_id as id, code_hash as kept from totp_recovery_codes
    where user_id >= ${from} and ${isOld(sql.ref('code_hash'), secrets)}
    order by user_id limit ${AT_ONCE} for update`.execute(transaction);
  const sealed = rows.map(({ id, kept }) => {
    const of = recoveryContext(id);
    return secrets.seal(kept.length < SEALED_BYTES ? kept : secrets.open(kept, of), of);
  });
  const before = rows.map(({ kept }) => kept);
  await sql`
    update totp_recovery_codes set code_hash = new.sealed
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${before}::bytea[], ${sealed}::bytea[]) as new (id, kept, sealed)
    where ${joined(sql.ref('user_id'), rows)} and code_hash = new.kept`.execute(transaction);
  return rows;
}

async function sealCards(transaction: Transaction<Tables>, secrets: Secrets, from: bigint): Promise<readonly Row[]> {
  const rows = await transaction
    .selectFrom('identity_submissions')
    .select(['id', 'user_id', 'card_id', 'card_sealed'])
    .where('id', '>=', from)
    .where((or) => or.or([or('card_id', 'is not', null), isOld(sql.ref('card_sealed'), secrets)]))
    .orderBy('id')
    .limit(AT_ONCE)
    .forUpdate()
    .execute();
  const cards = rows.map(({ user_id: user, card_id: plain, card_sealed: kept }) => {
    const text = kept === null ? (plain ?? '') : secrets.open(kept, cardContext(user)).toString('utf8');
    const { card_sealed: sealed, card_key: key } = sealedCard(secrets, user, text);
    // A number lost with its key keeps its unique card_key.
    return { sealed, key: text === '' ? null : key };
  });
  await sql`
    update identity_submissions set card_id = null, card_sealed = new.sealed, card_key = coalesce(new.key, card_key)
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${cards.map(({ sealed }) => sealed)}::bytea[],
      ${cards.map(({ key }) => key)}::text[]) as new (id, sealed, key)
    where ${joined(sql.ref('identity_submissions.id'), rows)}`.execute(transaction);
  return rows;
}

function pairs(rows: readonly Row[], sealed: readonly Buffer[]): RawBuilder<unknown> {
  return sql`unnest(${rows.map(({ id }) => id)}::bigint[], ${sealed}::bytea[])`;
}

/** SQL condition: the key is that of a new value. Its range spares a scan of the whole table at each batch. */
function joined(key: RawBuilder<unknown>, rows: readonly Row[]): RawBuilder<boolean> {
  return sql<boolean>`${key} = new.id and ${key} between ${rows[0]?.id ?? 0n} and ${rows.at(-1)?.id ?? 0n}`;
}

/** SQL condition: the value exists and was not sealed with the current key. */
function isOld(value: RawBuilder<unknown>, secrets: Secrets): RawBuilder<boolean> {
  return sql<boolean>`(${value} is not null and substring(${value} from 1 for ${secrets.mark.length}) <> ${secrets.mark})`;
}
