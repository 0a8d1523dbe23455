import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolder } from '../../../tools/leftovers.mjs';
import { guard } from '../../../tools/src/testing/guard.ts';
import { Backups } from '../src/backup/backups.ts';
import { readCatalog } from '../src/backup/catalog.ts';
import { type RestoreWish, chooseRestore } from '../src/backup/choose-restore.ts';
import { restoreDataFolder } from '../src/backup/restore-folder.ts';
import { readBackupState } from '../src/backup/state.ts';
import { FolderStorage } from '../src/backup/storage/folder-storage.ts';
import { Vault } from '../src/backup/vault.ts';
import { checkpointSource, verifyDatabase } from '../src/composition/verify-database.ts';
import { verifierOf } from '../src/composition/backup-commands.ts';
import { type Database, openDatabase } from '../src/db/database.ts';
import { CHECKPOINT_KEY_FILE, keysOfFolder } from '../src/security/secrets/key-file.ts';
import { CheckpointKeys } from '../src/trading/checkpoints/checkpoint.ts';
import { CHECKPOINT_FILE } from '../src/trading/checkpoints/checkpoint-store.ts';
import { Checkpoints } from '../src/trading/checkpoints/checkpoints.ts';
import { ordersIn } from './support/backup-orders.ts';
import { silentLog } from './support/database.ts';
import { type TestHost, buy, openAccount, startTestHost } from './support/test-host.ts';

const root = mkdtempSync(join(tmpdir(), 'fairlot-backup-'));
guard().add('folder', root);
const dataFolder = join(root, 'data');
const target = join(root, 'target');
const KEY = randomBytes(32);
const vault = new Vault(new FolderStorage(target), [KEY]);

let database: Database;
let owner: Database;
let testHost: TestHost;
let backups: Backups;
/** Moments of the database's clock: before the second order, and after it. */
const moments = { before: 0, after: 0 };

beforeAll(async () => {
  mkdirSync(target);
  ({ database, owner, testHost, backups } = await openPlace(dataFolder));
  await testHost.host.submit(openAccount(1));
  await testHost.host.submit(buy(1, 'first'));
  await backups.take();
  moments.before = await moment(owner);
  await testHost.host.submit(buy(1, 'second'));
  await signCheckpoint();
  await backups.storeLog();
  moments.after = await moment(owner);
  await testHost.host.submit(buy(1, 'third'));
  await backups.storeLog();
});

afterAll(async () => {
  await testHost.host.stop();
  await owner.close();
  await database.close();
  await removeFolder(root);
});

/** A server's database with a trading host, and its backups. */
async function openPlace(folder: string) {
  const opened = await openDatabase({ dataFolder: folder, log: silentLog });
  const asOwner = await openDatabase({ dataFolder: folder, exclusive: false, log: silentLog });
  return {
    database: opened,
    owner: asOwner,
    testHost: await startTestHost(opened),
    backups: new Backups({
      database: asOwner,
      dataFolder: folder,
      vault,
      keepDays: 14,
      everyHours: 24,
      log: silentLog,
      verify: verifierOf({ keys: folder, archive: join(folder, 'archive') }, silentLog, () => undefined),
    }),
  };
}

/** The database's time, in its own millisecond. */
async function moment(of: Database): Promise<number> {
  const { rows } = await of.pool.query<{ at: string }>(
    `select ceil(extract(epoch from clock_timestamp()) * 1000)::text as at, pg_sleep(0.005)`,
  );
  return Number(rows[0]?.at);
}

/** Signs a checkpoint like the server: in the table, and in the file that no backup has. */
async function signCheckpoint(): Promise<void> {
  const checkpoints = new Checkpoints({
    pool: owner.pool,
    trading: testHost.host,
    keys: new CheckpointKeys(await keysOfFolder(dataFolder, CHECKPOINT_KEY_FILE)),
    everyRows: 1000,
    file: join(dataFolder, CHECKPOINT_FILE),
    clock: Date.now,
    log: silentLog,
  });
  await checkpoints.make();
}

/** Restores into a new folder. Returns it with the lines of its verification. */
async function restore(
  wish: RestoreWish = {},
  from = vault,
  folder = join(root, `restored-${randomBytes(4).toString('hex')}`),
) {
  const lines: string[] = [];
  const verify = verifierOf({ keys: dataFolder, archive: join(dataFolder, 'archive') }, silentLog, (line) =>
    lines.push(line),
  );
  const plan = chooseRestore(await readCatalog(from), wish);
  await restoreDataFolder(plan, { vault: from, folder, verify, log: silentLog, evenIfDifferent: false });
  return { folder, lines };
}

/** The files of the newest backup, or of the log. */
function objects(kind: 'base' | 'wal'): readonly string[] {
  const [line = ''] = readdirSync(target).sort();
  const folder =
    kind === 'wal'
      ? join(target, line, 'wal')
      : join(target, line, 'base', readdirSync(join(target, line, 'base'))[0] ?? '');
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
}

/** Runs some work while a file of the target has another content; undefined removes it. */
async function whileChanged<T>(path: string, content: Buffer | undefined, work: () => Promise<T>): Promise<T> {
  const good = readFileSync(path);
  if (content === undefined) rmSync(path);
  else writeFileSync(path, content);
  try {
    return await work();
  } finally {
    writeFileSync(path, good);
  }
}

it('restores to a time before and after an order, and to the end; each state verifies', async () => {
  const before = await restore({ time: moments.before });
  const after = await restore({ time: moments.after });
  const end = await restore();
  for (const { lines } of [before, after, end]) {
    expect(lines.filter((line) => line.startsWith('DIFFERENCE'))).toEqual([]);
    expect(lines).toContain('verified: journal, hash chain, refolded state and tables of shard 0 agree');
  }
  expect(before.lines).toContain('checkpoints 0 signed ones agree');
  expect(after.lines).toContain('checkpoints 1 signed ones agree');
  expect(await ordersIn(before.folder)).toEqual(['first']);
  expect(await ordersIn(after.folder)).toEqual(['first', 'second']);
  expect(await ordersIn(end.folder)).toEqual(['first', 'second', 'third']);
});

it('contains no key and nothing readable, and notes its state', async () => {
  const names = readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(target, name)).isFile(),
  );
  const stored = Buffer.concat(names.map((name) => readFileSync(join(target, name)))).toString('latin1');
  for (const word of ['journal', 'placeOrder', 'PG_VERSION', 'checkpoint']) expect(stored).not.toContain(word);
  expect(readBackupState(dataFolder)).toMatchObject({
    lastBackupAt: expect.any(Number),
    archivedUntil: expect.any(Number),
  });
});

it('refuses a time that no backup or log covers, with what there is', async () => {
  const catalog = await readCatalog(vault);
  const [backup] = catalog.lines[0]?.backups ?? [];
  expect(() => chooseRestore(catalog, { time: (backup?.endedAt ?? 0) - 1 })).toThrow(
    `the earliest time that can be restored is ${new Date(backup?.endedAt ?? 0).toISOString()}`,
  );
  expect(() => chooseRestore(catalog, { time: Date.now() + 60_000 })).toThrow(/^the backup reaches until /);
  expect(() => chooseRestore(catalog, { backup: 'other' })).toThrow('there is no finished backup of that name here');
  expect(() => chooseRestore({ lines: [], locked: [] }, {})).toThrow('there are no backups of Fairlot here');
});

it('notices a changed, cut, swapped or missing part, a missing piece of the log, and another key', async () => {
  const parts = objects('base').filter((path) => path.includes('part-'));
  const [first = '', second = ''] = parts;
  const good = readFileSync(first);
  const changed = Buffer.from(good);
  changed[good.length - 100] = (changed[good.length - 100] ?? 0) ^ 1;
  await expect(whileChanged(first, changed, restore)).rejects.toThrow(/part-000001 is damaged/);
  await expect(whileChanged(first, good.subarray(0, -1000), restore)).rejects.toThrow(/part-000001 is damaged/);
  await expect(whileChanged(first, good.subarray(0, 20), restore)).rejects.toThrow(/only its beginning is there/);
  await expect(whileChanged(first, readFileSync(second), restore)).rejects.toThrow(/part-000001 is damaged/);
  await expect(whileChanged(second, undefined, restore)).rejects.toThrow(/part-000002 is missing/);
  const files = objects('base').find((path) => path.endsWith('files')) ?? '';
  await expect(whileChanged(files, undefined, restore)).rejects.toThrow(/files is missing/);
  const log = objects('wal').at(-2) ?? '';
  await expect(whileChanged(log, undefined, restore)).rejects.toThrow(/a part of the log is missing after/);
  const other = new Vault(new FolderStorage(target), [randomBytes(32)]);
  await expect(restore({}, other)).rejects.toThrow(
    /encrypted with the backup key [0-9a-f]{16}, which is not among yours/,
  );
});

it('overwrites nothing: only an empty folder, or one with keys alone, is taken, and a failure leaves it so', async () => {
  const folder = join(root, 'kept');
  mkdirSync(folder);
  writeFileSync(join(folder, 'secrets.key'), 'key');
  const part = objects('base').find((path) => path.includes('part-')) ?? '';
  await expect(whileChanged(part, undefined, () => restore({}, vault, folder))).rejects.toThrow(
    /part-000001 is missing/,
  );
  expect(readdirSync(folder)).toEqual(['secrets.key']);
  await restore({}, vault, folder);
  expect(readdirSync(folder).sort()).toEqual(['postgres', 'secrets.key']);
  await expect(restore({}, vault, folder)).rejects.toThrow(/is not empty \(postgres\): a restore overwrites nothing/);
});

it('says after a restore which signed checkpoints the journal no longer has, until a new file begins', async () => {
  const { folder } = await restore({ time: moments.before });
  writeFileSync(join(folder, CHECKPOINT_KEY_FILE), readFileSync(join(dataFolder, CHECKPOINT_KEY_FILE)));
  writeFileSync(join(folder, CHECKPOINT_FILE), readFileSync(join(dataFolder, CHECKPOINT_FILE)));
  const verify = async (): Promise<number> => {
    const opened = await openDatabase({ dataFolder: folder, exclusive: false, log: silentLog });
    try {
      return await verifyDatabase(opened.pool, { checkpoints: await checkpointSource(folder) }, () => undefined);
    } finally {
      await opened.close();
    }
  };
  expect(await verify()).toBeGreaterThan(0);
  rmSync(join(folder, CHECKPOINT_FILE));
  expect(await verify()).toBe(0);
});

it('begins a line of its own after a restore, so that the two histories stay apart', async () => {
  const { folder } = await restore({ time: moments.before });
  const place = await openPlace(folder);
  await place.testHost.host.submit(buy(1, 'elsewhere'));
  await place.backups.take();
  await place.testHost.host.stop();
  await place.owner.close();
  await place.database.close();
  expect((await readCatalog(vault)).lines.map(({ backups: all }) => all.length)).toEqual([1, 1]);
  expect(await ordersIn((await restore()).folder)).toEqual(['first', 'elsewhere']);
  expect(await ordersIn((await restore({ time: moments.after })).folder)).toEqual(['first', 'second']);
});

it('neither ends nor begins an archive when it only looks for a backup to check', async () => {
  const slots = async (): Promise<readonly string[]> => {
    const { rows } = await owner.pool.query<{ name: string }>('select slot_name as name from pg_replication_slots');
    return rows.map(({ name }) => name);
  };
  const before = await slots();
  const elsewhere = join(root, 'elsewhere');
  mkdirSync(elsewhere);
  const other = new Backups({
    database: owner,
    dataFolder: join(root, 'noted'),
    vault: new Vault(new FolderStorage(elsewhere), [KEY]),
    keepDays: 14,
    everyHours: 24,
    log: silentLog,
    verify: async () => 0,
  });
  mkdirSync(join(root, 'noted'));
  await expect(other.check()).rejects.toThrow(/has no archive that this database continues/);
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(await slots()).toEqual(before);
  expect(await other.newest()).toBeUndefined();
  await backups.storeLog();
});

it('checks a backup in a scratch folder that it removes, and refuses the target of another database', async () => {
  await backups.check();
  const catalog = await readCatalog(vault);
  expect(catalog.lines[0]?.backups.map(({ verifiedAt }) => typeof verifiedAt)).toEqual(['number']);
  expect(readdirSync(dataFolder).filter((name) => name.startsWith('backup-check-'))).toEqual([]);
  const stranger = await openPlace(join(root, 'stranger'));
  await expect(stranger.backups.take()).rejects.toThrow(/has the backups of another database/);
  expect(readBackupState(join(root, 'stranger'))?.errors).toMatchObject({ backup: { text: expect.any(String) } });
  await stranger.testHost.host.stop();
  await stranger.owner.close();
  await stranger.database.close();
  expect(existsSync(join(root, 'stranger', 'postgres', 'PG_VERSION'))).toBe(true);
});
