import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Bus } from '../src/bus/bus.ts';
import { LocalBus } from '../src/bus/local-bus.ts';
import { subjectsOf } from '../src/bus/subjects.ts';
import { DatabaseWatch, ForeignDatabaseError } from '../src/cluster/database-watch.ts';
import { ProcessDirectory } from '../src/cluster/process-directory.ts';
import type { Database } from '../src/db/database.ts';
import { createTestDatabase } from './support/database.ts';
import { type TestInstallation, startInstallation } from './support/installation.ts';
import { hasNats } from './support/nats.ts';

const WAIT = { timeout: 60_000, interval: 20 };

const [testDatabase, testCopy] = [await createTestDatabase(), await createTestDatabase()];
let database: Database;
let copy: Database;
let bus: LocalBus;
let ended: string[];
let lines: string[];
let isCut = false;
const stops: (() => Promise<void>)[] = [];

/** The bus for processes of the copy, which may be cut off. */
const cutBus: Bus = {
  connected: true,
  publish: (subject, data) => !isCut && bus.publish(subject, data),
  subscribe: (subject, listener, options) => bus.subscribe(subject, (data) => !isCut && listener(data), options),
  request: (...given) => bus.request(...given),
  respond: (...given) => bus.respond(...given),
  close: () => bus.close(),
};

beforeAll(async () => {
  [database, copy] = [await testDatabase.open(), await testCopy.open()];
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
  await bus.close();
  for (const { pool } of [database, copy]) await pool.query('delete from processes');
});
afterAll(async () => {
  await Promise.all([database.close(), copy.close()]);
  await Promise.all([testDatabase.drop(), testCopy.drop()]);
});

/** Starts a process of a database, with its row and its watch. Returns its stop. */
async function start(pool: Pool, name: string, on: Bus): Promise<() => Promise<void>> {
  const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) };
  const directory = new ProcessDirectory({
    pool,
    name,
    roles: ['gateway'],
    url: null,
    version: '1.2.3',
    prefers: [],
    state: () => ({
      start: `fairlot ${name}`,
      shards: [],
      leads: [],
      busConnected: true,
      cpuShare: 0,
      heapMiB: 1,
      eventLoopP99Ms: 0,
    }),
    log,
  });
  await directory.start();
  stops.push(() => directory.stop());
  const watch = new DatabaseWatch({
    bus: on,
    subjects: subjectsOf('main'),
    pool,
    directory,
    installation: 'main',
    name,
    start: `fairlot ${name}`,
    log,
    onForeign: (error) => {
      expect(error).toBeInstanceOf(ForeignDatabaseError);
      ended.push(name);
    },
  });
  stops.push(() => watch.stop());
  await watch.start();
  return async () => {
    await watch.stop();
    await directory.stop();
  };
}

function begin(): void {
  [bus, ended, lines, isCut] = [new LocalBus(), [], [], false];
}

/** Copies the rows of the processes, as every copy of a database has them. */
async function copyRows(): Promise<void> {
  const { rows } = await database.pool.query<{ row: object }>('select to_jsonb(p) as row from processes p');
  for (const { row } of rows)
    await copy.pool.query(
      'insert into processes overriding system value select * from jsonb_populate_record(null::processes, $1)',
      [JSON.stringify(row)],
    );
}

it('lets processes of one database start next to each other', async () => {
  begin();
  await start(database.pool, 'market-a', bus);
  await start(database.pool, 'gateway-a', bus);
  expect(lines).toEqual([]);
});

it('does not take a process for a foreign one that stops, and removes its row, while it is looked for', async () => {
  begin();
  let release: (() => void) | undefined;
  const released = new Promise<void>((done) => (release = done));
  let asked = 0;
  const slow = new Proxy(database.pool, {
    get: (pool, key) => {
      if (key !== 'query') return Reflect.get(pool, key) as unknown;
      return async (text: string, values: unknown[]) => {
        if (text.startsWith('select')) {
          asked += 1;
          await released;
        }
        return pool.query(text, values);
      };
    },
  });
  await start(slow, 'market-a', bus);
  const stopped = await start(database.pool, 'gateway-a', bus);
  expect(asked).toBe(1);
  await stopped();
  // The next one to be looked for shows that the look for the former is over.
  await start(database.pool, 'gateway-b', bus);
  release?.();
  await expect.poll(() => asked, WAIT).toBe(2);
  expect(lines).toEqual([]);
});

it('refuses a process of a copy that has the rows of the processes which run', async () => {
  begin();
  await start(database.pool, 'market-a', bus);
  await copyRows();
  await expect(start(copy.pool, 'market-of-the-copy', bus)).rejects.toThrow(
    'the process market-a uses the installation main on this NATS with another database',
  );
  expect(lines).toEqual([expect.stringContaining('the process market-of-the-copy of another database')]);
  await start(database.pool, 'gateway-a', bus);
});

it('ends the younger of two databases that hear each other only later', async () => {
  begin();
  await start(database.pool, 'market-a', bus);
  isCut = true;
  await start(copy.pool, 'market-of-the-copy', cutBus);
  isCut = false;
  await expect.poll(() => ended, WAIT).toEqual(['market-of-the-copy']);
});

it.skipIf(!hasNats)('keeps a copy of the database with the settings of the original off its market', async () => {
  begin();
  const installations: TestInstallation[] = [];
  try {
    for (let made = 0; made < 2; made += 1) installations.push(await startInstallation());
    const [original, other] = installations;
    await original?.start('market-a', { FAIRLOT_ROLES: 'market' });
    const settings = { FAIRLOT_ROLES: 'market', FAIRLOT_NATS_URL: original?.nats.url ?? '' };
    await expect(other?.start('market-a', settings)).rejects.toThrow(ForeignDatabaseError);
    await other?.start('market-a', { ...settings, FAIRLOT_INSTALLATION: 'copy' });
  } finally {
    for (const made of installations.toReversed()) await made.stop();
  }
});
