import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bundle } from '../../../tools/bundle.mjs';
import { removeFolder } from '../../../tools/leftovers.mjs';
import { guard } from '../../../tools/src/testing/guard.ts';
import { type Database, openDatabase } from '../src/db/database.ts';
import { DatabaseInUseError } from '../src/db/lock.ts';

const guards = guard();
const root = mkdtempSync(join(tmpdir(), 'fairlot-embedded-'));
guards.add('folder', root);
const folder = join(root, 'data');
const said: string[] = [];
const note = (message: string): void => {
  said.push(message);
};
afterAll(() => removeFolder(root));

const log = { info: note, warn: note, error: note };
/** As the owner, because the tests make a table of their own. */
const open = (dataFolder = folder): Promise<Database> => openDatabase({ dataFolder, role: 'owner', log });
const postmaster = (dataFolder = folder): number =>
  Number(readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

async function countRows(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>('select count(*)::integer as n from kept');
  return rows[0]?.n ?? -1;
}

/** Opens the database in another process and kills that process with SIGKILL. */
async function openAndKill(): Promise<void> {
  const program = await bundle('apps/server/tests/support/hold-database.ts');
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

it('adopts the PostgreSQL that a killed process left running, and stops it cleanly', async () => {
  await openAndKill();
  const left = postmaster();
  const database = await open();
  expect(postmaster()).toBe(left);
  expect(said).toContain(`found the embedded PostgreSQL running (process ${left})`);
  expect(await countRows(database)).toBe(1);
  await database.close();
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
});

it('refuses a second server on the same folder and does not disturb the first', async () => {
  const first = await open();
  await expect(open()).rejects.toBeInstanceOf(DatabaseInUseError);
  expect(await countRows(first)).toBe(1);
  await first.close();
});

it('starts despite a stale pid file of another program, and despite an incomplete cluster', async () => {
  writeFileSync(
    join(folder, 'postgres', 'postmaster.pid'),
    `${process.pid}\n${folder}/postgres\n0\n5432\n.\n\n0 0\nready\n`,
  );
  mkdirSync(join(folder, 'postgres.new-999999999', 'base'), { recursive: true });
  const database = await open();
  expect(await countRows(database)).toBe(1);
  await database.close();
  expect(readdirSync(folder)).not.toContain('postgres.new-999999999');
});

it('restarts PostgreSQL when it is killed while the server runs', async () => {
  const database = await open();
  const killed = postmaster();
  // Connections in use and idle but checked out: losing them must not end the process.
  const held = await database.pool.connect();
  const cut = database.pool.query('select pg_sleep(600)').then(
    () => 'an answer',
    () => 'a failure',
  );
  process.kill(killed, 'SIGKILL');
  expect(await cut).toBe('a failure');
  // An idle connection may answer once more before it notices that its postmaster is gone.
  await expect
    .poll(() =>
      held.query('select 1').then(
        () => 'an answer',
        () => 'a failure',
      ),
    )
    .toBe('a failure');
  held.release(true);
  await expect.poll(() => countRows(database).catch(() => 'no answer'), { timeout: 120_000, interval: 100 }).toBe(1);
  await expect.poll(() => said.at(-1), { timeout: 120_000 }).toBe('the database is back');
  expect(postmaster()).not.toBe(killed);
  await expect(open()).rejects.toBeInstanceOf(DatabaseInUseError);
  await database.close();
});

it('keeps values of rows out of its log', async () => {
  const database = await open();
  await database.pool.query('create table named (name text primary key)');
  const insert = () => database.pool.query('insert into named values ($1)', ['harbour lantern']);
  await insert();
  await expect(insert()).rejects.toMatchObject({ code: '23505' });
  await database.close();
  const text = readFileSync(join(folder, 'postgres.log'), 'utf8');
  expect(text).toContain('duplicate key value');
  expect(text).not.toContain('harbour');
});

it('uses a TCP port when the folder’s path is too long for a Unix socket', async () => {
  const long = join(root, 'n'.repeat(100));
  const database = await open(long);
  expect(database.connection).toMatchObject({ host: '127.0.0.1' });
  await database.pool.query('create table kept (n integer)');
  process.kill(postmaster(long), 'SIGKILL');
  await expect.poll(() => countRows(database).catch(() => 'no answer'), { timeout: 120_000, interval: 100 }).toBe(0);
  await database.close();
});

it('works with a role of its own, also on a folder of an earlier version', async () => {
  const owner = await open();
  await owner.pool.query('drop owned by fairlot_server');
  await owner.pool.query('drop role fairlot_server');
  await owner.close();
  const server = await openDatabase({ dataFolder: folder, log });
  const { rows } = await server.pool.query('select current_user::text as role');
  expect([server.rolesParted, rows]).toEqual([true, [{ role: 'fairlot_server' }]]);
  await expect(server.pool.query('delete from journal')).rejects.toMatchObject({ code: '42501' });
  await server.close();
  const reader = await openDatabase({ dataFolder: folder, exclusive: false, log });
  expect((await reader.pool.query('select 1 from journal')).rowCount).toBe(0);
  await reader.close();
});
