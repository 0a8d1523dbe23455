import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { cardKey } from './card-key.ts';
import { SEALED_BYTES } from './secrets.ts';
import type { Secrets } from './secrets.ts';

const AT_ONCE = 500;

/** Whose secret it is: the name under which it is sealed. */
export const ofUser = (id: number | bigint): string => `authenticator of user ${id}`;
export const ofStaff = (id: number | bigint): string => `authenticator of staff ${id}`;
export const ofCard = (user: number | bigint): string => `document of user ${user}`;

/**
 * Seals what an earlier version left open, and seals anew what an earlier key has sealed. Some rows at a time, each time a
 * transaction: whatever ends it in between, every row is either as it was or as it is to be, and both can be read at the
 * next start. Throws SecretKeyMissingError, with nothing changed by it, when a key is not there. Returns how many it sealed.
 */
export async function sealAll(db: Kysely<Tables>, secrets: Secrets): Promise<number> {
  const columns = [
    ['users', 'totp_secret', ofUser],
    ['staff', 'totp_secret', ofStaff],
    ['staff', 'totp_pending', ofStaff],
  ] as const;
  let sealed = 0;
  for (const [table, column, of] of columns)
    sealed += await allOf(db, (transaction) => sealColumn(transaction, secrets, { table, column, of }));
  return sealed + (await allOf(db, (transaction) => sealCards(transaction, secrets)));
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
    // One that was lost with its key is like no other, and stays so.
    const card =
      row.card_sealed === null
        ? (row.card_id ?? '')
        : secrets.open(row.card_sealed, ofCard(row.user_id)).toString('utf8');
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

/** The number of a document as it is kept: sealed, and with a mark by which the same document is found again. */
export function sealedCard(
  secrets: Secrets,
  user: number | bigint,
  card: string,
): { readonly card_sealed: Buffer; readonly card_key: string } {
  return {
    card_sealed: secrets.seal(Buffer.from(card, 'utf8'), ofCard(user)),
    card_key: secrets.fingerprint(cardKey(card)),
  };
}

/** The number of a document. */
export function openCard(
  secrets: Secrets,
  row: { readonly user_id: bigint; readonly card_sealed: Buffer | null },
): string {
  if (row.card_sealed === null) throw new Error('a document’s number was left unsealed by the start');
  return secrets.open(row.card_sealed, ofCard(row.user_id)).toString('utf8');
}

/** Whether the present key has not sealed what is there. */
function isOld(value: RawBuilder<unknown>, secrets: Secrets): RawBuilder<boolean> {
  return sql<boolean>`(${value} is not null and substring(${value} from 1 for ${secrets.mark.length}) <> ${secrets.mark})`;
}
