import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bundle } from '../../../tools/bundle.mjs';
import { openDatabase } from '../src/db/database.ts';
import type { Database } from '../src/db/database.ts';
import { DatabaseInUseError } from '../src/db/lock.ts';

const root = mkdtempSync(join(tmpdir(), 'fairlot-embedded-'));
const folder = join(root, 'data');
const said: string[] = [];
const note = (message: string): void => {
  said.push(message);
};
afterAll(() => rmSync(root, { recursive: true, force: true }));

const open = (dataFolder = folder): Promise<Database> =>
  openDatabase({ dataFolder, log: { info: note, warn: note, error: note } });
const postmaster = (dataFolder = folder): number =>
  Number(readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

async function kept(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>('select count(*)::integer as n from kept');
  return rows[0]?.n ?? -1;
}

/** Opens the database in another process and kills that process without a warning. */
async function openAndKill(): Promise<void> {
  const program = await bundle('apps/server/tests/support/hold-database.ts');
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

it('adopts the server that a killed process left behind, and stops it cleanly at the end', async () => {
  await openAndKill();
  const left = postmaster();
  const database = await open();
  expect(postmaster()).toBe(left);
  expect(said).toContain(`found the embedded PostgreSQL running (process ${left})`);
  expect(await kept(database)).toBe(1);
  await database.close();
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
});

it('tells a second server on the same folder that it is in use, and leaves the first at peace', async () => {
  const first = await open();
  await expect(open()).rejects.toBeInstanceOf(DatabaseInUseError);
  expect(await kept(first)).toBe(1);
  await first.close();
});

it('starts over a pid file whose number now belongs to another program, and over half-made clusters', async () => {
  writeFileSync(
    join(folder, 'postgres', 'postmaster.pid'),
    `${process.pid}\n${folder}/postgres\n0\n5432\n.\n\n0 0\nready\n`,
  );
  mkdirSync(join(folder, 'postgres.new-999999999', 'base'), { recursive: true });
  const database = await open();
  expect(await kept(database)).toBe(1);
  await database.close();
  expect(readdirSync(folder)).not.toContain('postgres.new-999999999');
});

it('starts PostgreSQL again when it is killed while the server runs', async () => {
  const database = await open();
  const killed = postmaster();
  // Sessions in use and at rest in someone's hands: their end must not end the process.
  const held = await database.pool.connect();
  const cut = database.pool.query('select pg_sleep(600)').then(
    () => 'an answer',
    () => 'a failure',
  );
  process.kill(killed, 'SIGKILL');
  expect(await cut).toBe('a failure');
  // A session at rest may answer once more before it learns that its postmaster is gone.
  await expect
    .poll(() =>
      held.query('select 1').then(
        () => 'an answer',
        () => 'a failure',
      ),
    )
    .toBe('a failure');
  held.release(true);
  await expect.poll(() => kept(database).catch(() => 'no answer'), { timeout: 60_000, interval: 100 }).toBe(1);
  await expect.poll(() => said.at(-1), { timeout: 60_000 }).toBe('the database is back');
  expect(postmaster()).not.toBe(killed);
  await expect(open()).rejects.toBeInstanceOf(DatabaseInUseError);
  await database.close();
});

it('uses a port of this machine where the folder’s name is too long for a socket', async () => {
  const long = join(root, 'n'.repeat(100));
  const database = await open(long);
  expect(database.connection).toMatchObject({ host: '127.0.0.1' });
  await database.pool.query('create table kept (n integer)');
  process.kill(postmaster(long), 'SIGKILL');
  await expect.poll(() => kept(database).catch(() => 'no answer'), { timeout: 60_000, interval: 100 }).toBe(0);
  await database.close();
});
