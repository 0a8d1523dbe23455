import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import {
  ProcessDirectory,
  type ProcessDirectoryOptions,
  type ProcessState,
  aliveWith,
  isPreferredByOther,
  isReplaceable,
  listProcesses,
} from '../src/cluster/process-directory.ts';
import { ProcessLoad } from '../src/cluster/process-load.ts';
import type { Database } from '../src/db/database.ts';
import { createTestDatabase, silentLog } from './support/database.ts';

const IDLE: ProcessState = {
  shards: [],
  leads: [],
  busConnected: false,
  cpuShare: 0,
  heapMiB: 1,
  eventLoopP99Ms: 0,
};
const WAIT = { timeout: 60_000, interval: 20 };

const testDatabase = await createTestDatabase();
let database: Database;
const started = new Set<ProcessDirectory>();

beforeAll(async () => {
  database = await testDatabase.open();
});
afterEach(async () => {
  await Promise.all([...started].map((each) => each.stop()));
  started.clear();
  await database.pool.query('delete from processes');
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

function entry(options: Partial<ProcessDirectoryOptions> = {}): ProcessDirectory {
  const made = new ProcessDirectory({
    pool: database.pool,
    name: 'one',
    roles: ['trading'],
    url: 'http://127.0.0.1:3000',
    version: '1.2.3',
    prefers: [],
    state: () => IDLE,
    log: silentLog,
    ...options,
  });
  started.add(made);
  return made;
}

/** Sets the age of a process's last heartbeat. */
async function seen(id: bigint | undefined, ago: string): Promise<void> {
  await database.pool.query(`update processes set seen_at = clock_timestamp() - $2::interval where id = $1`, [id, ago]);
}

/** A row of a process that sends no heartbeats any more. */
async function dead(name: string, ago: string): Promise<void> {
  const gone = entry({ name });
  await gone.start();
  await gone.stop();
  await database.pool.query(
    `insert into processes (name, roles, version, prefers, started_at, seen_at, state)
       values ($1, '{trading}', '1', '{0}', clock_timestamp(), clock_timestamp() - $2::interval, $3)`,
    [name, ago, JSON.stringify(IDLE)],
  );
}

it('lists a process with its facts while it runs, and no longer after its stop', async () => {
  const state: ProcessState = {
    ...IDLE,
    shards: [{ shard: 0, epoch: 7, uncommitted: 1, unwritten: 2 }],
    leads: ['market'],
    busConnected: true,
    marketLagMs: 12,
    sockets: 3,
  };
  const own = entry({ roles: ['market', 'trading'], prefers: [0, 3], state: () => state });
  await own.start();
  // A process that stands still counts as dead until its next heartbeat.
  await expect
    .poll(() => listProcesses(database.pool))
    .toEqual([
      {
        id: own.id,
        name: 'one',
        roles: ['market', 'trading'],
        url: 'http://127.0.0.1:3000',
        version: '1.2.3',
        prefers: [0, 3],
        startedAt: expect.any(Date),
        seenAt: expect.any(Date),
        state,
        isAlive: true,
      },
    ]);
  await own.stop();
  expect(await listProcesses(database.pool)).toEqual([]);
});

it('renews the heartbeat and the state by itself', async () => {
  let sockets = 0;
  const own = entry({ state: () => ({ ...IDLE, sockets }) });
  await own.start();
  // It looks as if it had died.
  await seen(own.id, '4 seconds');
  sockets = 5;
  await vi.waitUntil(async () => {
    const [row] = await listProcesses(database.pool);
    return row?.isAlive === true && row.state.sockets === 5;
  }, WAIT);
});

it('counts a process without heartbeats as dead, and forgets it after a day', async () => {
  await dead('lost', '4 seconds');
  await dead('forgotten', '25 hours');
  const own = entry();
  await own.start();
  const listed = async (): Promise<unknown> =>
    (await listProcesses(database.pool)).map(({ name, isAlive }) => [name, isAlive]);
  await expect.poll(listed).toEqual([
    ['lost', false],
    ['one', true],
  ]);
  await expect.poll(async () => (await aliveWith(database.pool, 'trading')).map(({ name }) => name)).toEqual(['one']);
  expect(await aliveWith(database.pool, 'gateway')).toEqual([]);
});

it('replaces the dead row of the same name, not the one of a process that lives', async () => {
  await dead('one', '4 seconds');
  const first = entry();
  await first.start();
  // Its heartbeat is of the future, so that a stall does not make it look dead.
  await seen(first.id, '-1 hour');
  const second = entry();
  await second.start();
  expect((await listProcesses(database.pool)).map(({ id }) => id)).toEqual([first.id, second.id]);
});

it('tells whether another process that lives and has the bus prefers a shard', async () => {
  let busConnected = true;
  const state = (): ProcessState => ({ ...IDLE, busConnected });
  const own = entry({ prefers: [0, 1], state });
  const other = entry({ name: 'two', prefers: [1], state });
  const gateway = entry({ name: 'three', roles: ['gateway'], prefers: [0], state });
  await Promise.all([own.start(), other.start(), gateway.start()]);
  const preferred = (): Promise<readonly boolean[]> =>
    Promise.all([0, 1, 2].map((shard) => isPreferredByOther(database.pool, shard, own.id)));
  await expect.poll(preferred).toEqual([false, true, false]);
  await expect.poll(() => isPreferredByOther(database.pool, 0, undefined)).toBe(true);
  busConnected = false;
  await expect.poll(preferred, WAIT).toEqual([false, false, false]);
  busConnected = true;
  await expect.poll(preferred, WAIT).toEqual([false, true, false]);
  await other.stop();
  await dead('two', '4 seconds');
  expect(await preferred()).toEqual([false, false, false]);
});

it('tells whether another process that lives and has the bus could take over a role', async () => {
  let busConnected = true;
  const own = entry({ roles: ['market', 'web'], state: () => ({ ...IDLE, busConnected: true }) });
  const other = entry({ name: 'two', roles: ['web', 'worker'], state: () => ({ ...IDLE, busConnected }) });
  await Promise.all([own.start(), other.start()]);
  const roles = ['market', 'web', 'worker', 'trading'] as const;
  const replaceable = (): Promise<readonly boolean[]> =>
    Promise.all(roles.map((role) => isReplaceable(database.pool, role, own.id)));
  await expect.poll(replaceable, WAIT).toEqual([false, true, true, false]);
  busConnected = false;
  await expect.poll(replaceable, WAIT).toEqual([false, false, false, false]);
  busConnected = true;
  await expect.poll(replaceable, WAIT).toEqual([false, true, true, false]);
  await other.stop();
  expect(await replaceable()).toEqual([false, false, false, false]);
});

it('inserts its row again when it was removed', async () => {
  const own = entry();
  await own.start();
  const before = own.id;
  await database.pool.query('delete from processes');
  await vi.waitUntil(async () => (await listProcesses(database.pool)).length === 1, WAIT);
  await vi.waitUntil(() => own.id !== before, WAIT);
  expect((await listProcesses(database.pool)).map(({ id }) => id)).toEqual([own.id]);
});

it('is late while the database refuses it, tells so once, and goes on', async () => {
  const lines: string[] = [];
  const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) };
  let asked = 0;
  const own = entry({
    log,
    state: () => {
      asked += 1;
      return IDLE;
    },
  });
  await own.start();
  await database.pool.query('alter table processes rename to away');
  const before = asked;
  try {
    await vi.waitUntil(() => asked >= before + 3, WAIT);
  } finally {
    await database.pool.query('alter table away rename to processes');
  }
  await vi.waitUntil(() => lines.length > 1, WAIT);
  expect(lines).toEqual([
    expect.stringMatching(/^the directory of processes could not be written .*; trying again$/),
    'the directory of processes has this process again',
  ]);
});

it('samples the load of this process', () => {
  const load = new ProcessLoad();
  const first = load.sample();
  load.stop();
  expect(first.cpuShare).toBeGreaterThanOrEqual(0);
  expect(first.heapMiB).toBeGreaterThan(1);
  expect(first.eventLoopP99Ms).toBeGreaterThanOrEqual(0);
});
