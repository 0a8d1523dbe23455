import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Kysely, Migrator, PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import { type FirstReleaseHead, restored } from '../../../../tools/src/first-release/trim.ts';
import { type TextTable, unpackTables } from '../../../../tools/src/testing/packed-tables.ts';
import { migrations } from '../../src/db/migrations/index.ts';

/**
 * The database of a house that the first version (commit b7c6ed9) served: 10,000 accounts with open positions, pending
 * orders, deposits and withdrawals. All rows are that version's own, written by its server for calls over HTTP, none is
 * multiplied; tools/src/first-release made the file. Left out are bars, codes, messages and sessions of demo accounts;
 * hashes that follow from other columns are computed again and compared with the head of the journal, and invite codes
 * of demo accounts are made by rule.
 */
const FIXTURE = fileURLToPath(new URL('../fixtures/first-release.br', import.meta.url));

/** The last migration of the first version. */
export const FIRST_RELEASE = '016-recovery-codes';

/** Rows of one statement. */
const CHUNK = 5000;

/** Makes that database: the schema by the migrations of the first version, then its rows. */
export async function restoreFirstRelease(url: string): Promise<FirstReleaseHead> {
  const { head: made, tables } = unpackTables(readFileSync(FIXTURE));
  const head = made as FirstReleaseHead;
  await migrateTo(url, FIRST_RELEASE);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Neither triggers nor foreign keys: the rows are whole, and come in the order of their tables' names.
    await client.query('begin; set local session_replication_role = replica');
    for (const table of restored(tables, head.journalHead))
      if (!table.name.startsWith('kysely_')) await insert(client, table);
    await client.query('commit');
  } finally {
    await client.end();
  }
  return head;
}

/** Runs the migrations up to one, like a server of that time. */
export async function migrateTo(url: string, last: string): Promise<void> {
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: url, max: 1 }) }) });
  const old = Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last));
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(old) },
  }).migrateToLatest();
  await db.destroy();
  if (error !== undefined) throw new Error(`the schema of ${last} could not be made`, { cause: error });
}

async function insert(client: Client, { name, columns, rows, last }: TextTable): Promise<void> {
  const { rows: types } = await client.query<{ name: string; type: string; identity: boolean }>(
    `select attname as name, format_type(atttypid, atttypmod) as type, attidentity <> '' as identity
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [name],
  );
  const typeOf = new Map(types.map((column) => [column.name, column.type]));
  const values = columns.map((column, at) => {
    const type = typeOf.get(column) ?? '';
    return type === 'timestamp with time zone'
      ? `'epoch'::timestamptz + c${at}::bigint * interval '1 microsecond'`
      : `c${at}::${type}`;
  });
  const names = columns.map((column) => `"${column}"`).join(', ');
  await client.query(`delete from "${name}"`);
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK);
    await client.query(
      `insert into "${name}" (${names}) overriding system value select ${values.join(', ')}
       from unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(', ')}) as r(${columns.map((_, at) => `c${at}`).join(', ')})`,
      columns.map((_, at) => chunk.map((row) => row[at])),
    );
  }
  const identity = types.find((column) => column.identity)?.name;
  if (identity !== undefined && last !== null)
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [name, identity, last]);
}

/** Columns, indexes and constraints of a database, in the words of scenario.ts.txt. */
export async function schemaOf(url: string): Promise<readonly string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ text: string }>(`
      select concat_ws(' ', table_name, column_name, data_type, is_nullable, coalesce(column_default, ''), is_identity) as text
        from information_schema.columns where table_schema = 'public'
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'p', 'u')`);
    return rows.map(({ text }) => text).toSorted();
  } finally {
    await client.end();
  }
}
