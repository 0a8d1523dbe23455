import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ProcessDirectory } from '../src/cluster/process-directory.ts';
import { requireSharedKeys } from '../src/composition/roles/shared-keys.ts';
import { openSecrets, sealStored } from '../src/composition/secrets.ts';
import type { Database } from '../src/db/database.ts';
import { createLog } from '../src/platform/log.ts';
import { personKeyContext, staffContext } from '../src/security/secrets/sealing-context.ts';
import { Secrets } from '../src/security/secrets/secrets.ts';
import { createTestDatabase, silentLog } from './support/database.ts';

// A change of the key of secrets, process by process. `openSecrets` is the start of any process, `sealStored` the house's.

const [FORMER, NEWER] = [randomBytes(32), randomBytes(32)];
const SECRET = randomBytes(20);

const testDatabase = await createTestDatabase();
let database: Database;
let folder: string;
let staff: number;

beforeAll(async () => {
  database = await testDatabase.open();
  folder = await mkdtemp(join(tmpdir(), 'fairlot-keys-of-processes-'));
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  await database.pool.query('delete from person_keys');
  await database.pool.query('delete from staff');
  const { id } = await database.kysely
    .insertInto('staff')
    .values({ name: 'vera', roles: ['compliance'], password_hash: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow();
  staff = Number(id);
  await database.kysely
    .updateTable('staff')
    .set({ totp_secret: new Secrets([FORMER]).seal(SECRET, staffContext(staff)) })
    .execute();
});

/** Starts a process with some keys. */
function start(...keys: readonly Buffer[]): Promise<Secrets> {
  const secretsKeys = keys.length === 0 ? undefined : keys;
  return openSecrets({ secretsKeys, dataDir: folder, checkpoints: { keys: [FORMER] } as never }, database);
}

/** Starts the house with some keys. */
async function startHouse(...keys: readonly Buffer[]): Promise<Secrets> {
  const secrets = await start(...keys);
  await sealStored(database, secrets, createLog('silent'));
  return secrets;
}

/** The stored secret, as a process reads it. */
async function readBy(secrets: Secrets): Promise<Buffer> {
  const row = await database.kysely.selectFrom('staff').select('totp_secret').executeTakeFirstOrThrow();
  return secrets.open(row.totp_secret ?? Buffer.alloc(0), staffContext(staff));
}

describe('a new key of secrets', () => {
  it('locks nobody out whose process does not know it yet, when a gateway or a worker starts with it', async () => {
    const house = await startHouse(FORMER);
    const gateway = await start(NEWER, FORMER);
    expect(await readBy(house)).toEqual(SECRET);
    expect(await readBy(gateway)).toEqual(SECRET);
  });

  it('replaces the former one process by process, in the order of the manual', async () => {
    const processes = [await start(FORMER), await startHouse(FORMER)];
    const all = async (): Promise<void> => {
      for (const process of processes) expect(await readBy(process)).toEqual(SECRET);
    };
    for (const keys of [[FORMER, NEWER], [NEWER, FORMER], [NEWER]]) {
      processes[0] = await start(...keys);
      await all();
      processes[1] = await startHouse(...keys);
      await all();
    }
    await expect(start(FORMER)).rejects.toThrow(/sealed with the key [0-9a-f]{16}, which is missing/);
  });

  it('is not made when a stored key of a person is sealed with one that is missing', async () => {
    await database.pool.query('delete from staff');
    const { id } = await database.kysely
      .insertInto('users')
      .values({ kind: 'demo', email: null, invite_code: 'u', demo_hash: Buffer.from('u') })
      .returning('id')
      .executeTakeFirstOrThrow();
    const sealed = new Secrets([FORMER]).seal(randomBytes(32), personKeyContext(id));
    await database.kysely.insertInto('person_keys').values({ user_id: id, sealed }).execute();
    await expect(start()).rejects.toThrow(/which is missing/);
    expect(await readdir(folder)).toEqual([]);
  });
});

const ids = (...keys: readonly Buffer[]): readonly string[] => new Secrets(keys).keyIds;
const former = ids(FORMER)[0] ?? '';
const newer = ids(NEWER)[0] ?? '';
/** Starts a process next to one that is alive. */
const startNextTo = async (
  alive: readonly string[] | undefined,
  keys: readonly string[],
  name = 'gateway-b',
): Promise<void> => {
  const directory = new ProcessDirectory({
    pool: database.pool,
    name: 'gateway-a',
    roles: ['gateway'],
    url: null,
    version: '1.2.3',
    prefers: [],
    state: () => ({
      shards: [],
      leads: [],
      busConnected: true,
      cpuShare: 0,
      heapMiB: 1,
      eventLoopP99Ms: 0,
      ...(alive !== undefined && { secretKeys: alive }),
    }),
    log: silentLog,
  });
  await directory.start();
  await requireSharedKeys(database.pool, name, keys).finally(() => directory.stop());
};

describe('the keys of the processes that are alive', () => {
  it('are replaced in the rounds of the manual', async () => {
    const rounds = [ids(FORMER), ids(FORMER, NEWER), ids(NEWER, FORMER), ids(NEWER)];
    for (const [at, keys] of rounds.entries()) {
      await startNextTo(keys, keys);
      await startNextTo(rounds[at - 1], keys);
    }
  });

  it('refuse a process that seals with a key which another one does not know', async () => {
    await expect(startNextTo(ids(FORMER), ids(NEWER, FORMER))).rejects.toThrow(
      `the process gateway-a does not know the key ${newer}, with which this one seals`,
    );
  });

  it('refuse a process that does not know a key with which another one seals', async () => {
    await expect(startNextTo(ids(FORMER, NEWER), ids(NEWER))).rejects.toThrow(
      `the process gateway-a seals with the key ${former}, which this one does not know`,
    );
  });

  it('are not compared with those of the process that had the same name before', async () => {
    await startNextTo(ids(FORMER), ids(NEWER), 'gateway-a');
  });
});
