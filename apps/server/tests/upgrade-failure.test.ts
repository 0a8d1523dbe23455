import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../src/db/migrator.ts';
import { migrations } from '../src/db/migrations/index.ts';
import type { Tables } from '../src/db/tables/index.ts';
import { errorText } from '../src/platform/error-text.ts';
import { type TestDatabase, createTestDatabase } from './support/database.ts';
import { FIRST_RELEASE, migrateTo, schemaOf } from './support/first-release.ts';

/** The migrations of a later version: the third of its five migrations fails after it has changed something. */
const LATER: readonly (readonly [string, string])[] = [
  ['901-table', 'create table later (id integer primary key)'],
  ['902-rows', `insert into later select generate_series(1, 10); update users set language = 'de'`],
  ['903-fails', 'alter table users add column later text; insert into later values (1)'],
  ['904-column', 'alter table later add column name text'],
  ['905-drop', 'alter table users drop column language'],
];
const FAILING = '903-fails';

const later = (names: readonly (readonly [string, string])[]): Record<string, Migration> =>
  Object.fromEntries(
    names.map(([name, text]) => [name, { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }]),
  );

let database: TestDatabase;
let db: Kysely<Tables>;
const lines: string[] = [];
const log = { info: (line: string) => lines.push(line), warn: () => undefined, error: () => undefined };

beforeAll(async () => {
  database = await createTestDatabase('empty');
  db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: database.url, max: 2 }) }),
  });
  await migrate(db, log);
  await sql`insert into users (kind, email, password_hash, invite_code, risk_consent_at) values ('real', 'a@example.com', '', 'a', now())`.execute(
    db,
  );
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const people = async (): Promise<unknown> => (await sql`select id, email, language from users`.execute(db)).rows;
const applied = async (): Promise<unknown> =>
  (await sql`select name from kysely_migration order by name`.execute(db)).rows;

it('leaves everything as it was when one of its migrations fails, so that the old version starts', async () => {
  const before = [await schemaOf(database.url), await people(), await applied()];
  lines.length = 0;
  const failed = migrate(db, log, { ...migrations, ...later(LATER) });
  await expect(failed).rejects.toThrow(`migration ${FAILING} failed, and nothing was changed`);
  // `npm run migrate` and the start tell the operator why, too.
  expect(errorText(await failed.catch((error: unknown) => error))).toContain(
    'nothing was changed: duplicate key value violates unique constraint "later_pkey"',
  );
  expect([await schemaOf(database.url), await people(), await applied()]).toEqual(before);
  expect(lines).toEqual([]);
  // This version is the old one here.
  await migrate(db, log);
  expect(lines).toEqual([]);
});

it('goes on from there when the fault is mended', async () => {
  const mended = LATER.map(([name, text]): [string, string] => [name, name === FAILING ? 'select 1' : text]);
  await migrate(db, log, { ...migrations, ...later(mended) });
  expect(lines).toEqual(mended.map(([name]) => `migration ${name} applied`));
  expect(await applied()).toEqual(
    [...Object.keys(migrations).toSorted(), ...mended.map(([name]) => name)].map((name) => ({ name })),
  );
});

it('is refused by the old version afterwards, in words', async () => {
  await expect(migrate(db, log)).rejects.toThrow(/upgraded by a newer version \(901-table, .*restore the backup/);
});

it('of the first version passes through each migration on its own too', async () => {
  const old = await createTestDatabase('empty');
  await migrateTo(old.url, FIRST_RELEASE);
  const each = new Kysely<never>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: old.url, max: 1 }) }),
  });
  const migrator = new Migrator({ db: each, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  const passed: string[] = [];
  for (;;) {
    const { error, results = [] } = await migrator.migrateUp();
    if (error !== undefined) throw new Error(`after ${passed.at(-1) ?? FIRST_RELEASE}`, { cause: error });
    if (results.length === 0) break;
    passed.push(...results.map(({ migrationName }) => migrationName));
  }
  await each.destroy();
  expect(passed).toEqual(
    Object.keys(migrations)
      .toSorted()
      .filter((name) => name > FIRST_RELEASE),
  );
  const whole = await createTestDatabase('empty');
  await migrateTo(whole.url, '999');
  expect(await schemaOf(old.url)).toEqual(await schemaOf(whole.url));
  await old.drop();
  await whole.drop();
});
