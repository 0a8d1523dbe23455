import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS } from '@fairlot/domain';
import { Client } from 'pg';
import { openDatabase } from '../../../apps/server/src/db/database.ts';
import { startEmbedded } from '../../../apps/server/src/db/embedded/server.ts';
import { bundle } from '../../bundle.mjs';
import { removeFolder } from '../../leftovers.mjs';
import { guard } from './guard.ts';
import { marketSeed, setMoment } from './moment.ts';

/** Key of the secrets in the template database; a server on a copy of it needs the same. */
export const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');

/**
 * Its databases live as long as the run, so no commit waits for the disk. A killed PostgreSQL would lose nothing by this
 * either, only a machine without power; tests of durability start the embedded PostgreSQL with its own settings.
 */
const SHORT_LIVED = {
  settings: {
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    // The kernel copies the files of a template itself. Other systems refuse it where their file system can't clone.
    ...(process.platform === 'linux' && { file_copy_method: 'clone' }),
  },
  limitMs: MINUTE_MS,
};

/** The template is written before the moment at which the tests start, so that it has no bars of their future. */
const TEMPLATE_AHEAD_MS = 2 * MINUTE_MS;

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A PostgreSQL for one run of tests. */
export interface TestPostgres {
  /** URL of a database to administer it from; its user may create databases and roles. */
  readonly url: string;
  /** User and password of the role that servers work with, as `user:password`. The first one that opens a database makes it. */
  readonly workingLogin: string;
  /** Name of a database that has been migrated and is empty. A copy of it saves a test half a second of CPU time. */
  readonly migrated: string;
  /**
   * Name of a database on which a server has run once and has written the history of its market. A copy of it saves each
   * test server the four CPU seconds that this takes.
   */
  readonly template: string;
  readonly stop: () => Promise<void>;
}

/** The projects of a run have one PostgreSQL in common; the last that stops it ends it. */
const shared = globalThis as { fairlotTestPostgres?: { readonly running: Promise<TestPostgres>; users: number } };

/** Starts the PostgreSQL of this run, or takes the one that FAIRLOT_TEST_DATABASE_URL names (any of 15 to 18). */
export async function startTestPostgres(): Promise<TestPostgres> {
  shared.fairlotTestPostgres ??= { running: start(), users: 0 };
  const own = shared.fairlotTestPostgres;
  own.users += 1;
  const { stop, ...postgres } = await own.running;
  return {
    ...postgres,
    stop: async () => {
      own.users -= 1;
      if (own.users === 0) await stop();
    },
  };
}

async function start(): Promise<TestPostgres> {
  const given = process.env['FAIRLOT_TEST_DATABASE_URL'];
  const role = `fairlot_test_${randomBytes(8).toString('hex')}`;
  const workingLogin = `${role}:${randomBytes(16).toString('hex')}`;
  if (given !== undefined) {
    const templates = await makeTemplates(given, workingLogin);
    const stop = async (): Promise<void> => {
      for (const name of Object.values(templates)) await dropDatabase(given, name);
      // A test that was killed may have left a database in which the role has rights.
      await administer(given, `drop role if exists ${role}`).catch(() => undefined);
    };
    return { url: given, workingLogin, ...templates, stop };
  }
  const guards = guard();
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-postgres-'));
  guards.add('folder', folder);
  const { connection } = await startEmbedded(folder, silent, undefined, SHORT_LIVED);
  const { host, port, user, password } = connection;
  const url = `postgres://${user}:${String(password)}@${encodeURIComponent(host ?? '')}:${port}/postgres`;
  return {
    url,
    workingLogin,
    ...(await makeTemplates(url, workingLogin)),
    stop: async () => {
      await removeFolder(folder);
      guards.release('folder', folder);
    },
  };
}

async function makeTemplates(url: string, workingLogin: string): Promise<Pick<TestPostgres, 'migrated' | 'template'>> {
  const name = `template_${randomBytes(8).toString('hex')}`;
  const migrated = `migrated_${name}`;
  const ownerUrl = await createDatabase(url, migrated);
  const login = loginUrl(ownerUrl, workingLogin);
  await (await openDatabase({ dataFolder: '', databaseUrl: login, ownerUrl, log: silent })).close();
  return { migrated, template: await makeTemplate(url, workingLogin, name, migrated) };
}

async function makeTemplate(url: string, workingLogin: string, name: string, migrated: string): Promise<string> {
  setMoment(TEMPLATE_AHEAD_MS);
  const databaseUrl = await createDatabase(url, name, migrated);
  const server = fork(await bundle('apps/server/src/main.ts'), {
    env: {
      PATH: process.env['PATH'],
      TZ: process.env['TZ'],
      NODE_OPTIONS: process.env['NODE_OPTIONS'],
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: loginUrl(databaseUrl, workingLogin),
      FAIRLOT_DATABASE_OWNER_URL: databaseUrl,
      FAIRLOT_SECRETS_KEY: SECRETS_KEY,
      FAIRLOT_LOG_LEVEL: 'warn',
      ...marketSeed(),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(server, 'exit');
  guard().add('pid', server.pid ?? 0);
  await Promise.race([once(server, 'message'), ended]);
  // It writes the rest of the history before it ends.
  server.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  guard().release('pid', server.pid ?? 0);
  if (code !== 0) throw new Error(`the server that fills the template database ended with ${String(code)}`);
  return name;
}

/**
 * Makes a database, empty or as a copy of a template, and returns its URL. A template's files are copied: the usual way
 * writes its 86 MB once more to the write-ahead log.
 */
export async function createDatabase(url: string, name: string, template?: string): Promise<string> {
  const copied = template === undefined ? '' : ` template ${template} strategy file_copy`;
  await administer(url, `create database ${name}${copied}`);
  return url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
}

/** The same database with another login. */
export function loginUrl(url: string, login: string): string {
  return url.replace(/\/\/(?:[^@/]*@)?/, `//${login}@`);
}

/** Removes a database; sessions that are left are cut. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await administer(url, `drop database if exists ${name} with (force)`);
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
