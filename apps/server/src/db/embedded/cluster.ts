import { type SpawnOptions, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { Identity } from './identity.ts';
import { isAlive } from './process.ts';

/** The cluster's superuser. It owns the tables and migrates them. */
export const CLUSTER_USER = 'fairlot';
/** The role that the server works with. */
export const WORKING_USER = 'fairlot_server';

const PASSWORD_FILE = 'fairlot.password';
/** Begins the names of clusters that are not complete yet; the process id follows. */
export const DRAFT = 'postgres.new-';

/**
 * The folder as PostgreSQL's command line names it. Under root on Linux, PostgreSQL gets the folder as working
 * directory before it drops root's rights, and this name for it, so that it needs no access to the folders above (a
 * clone under /root). Elsewhere it is the plain path.
 */
export function folderArgument(folder: string, identity: Identity | undefined): string {
  return identity !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/** PostgreSQL must not inherit settings such as PGDATA or PGPORT, or a language that changes its messages. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TZ, TMPDIR } = process.env;
  return {
    ...(PATH !== undefined && { PATH }),
    ...(TZ !== undefined && { TZ }),
    ...(TMPDIR !== undefined && { TMPDIR }),
    LC_ALL: 'C',
  };
}

/**
 * Creates the database cluster `<dataFolder>/postgres` unless it exists. It is created under a temporary name and
 * renamed when complete, so a killed start leaves only a draft, which the next start removes.
 */
export async function ensureCluster(
  dataFolder: string,
  binaries: Binaries,
  identity: Identity | undefined,
): Promise<void> {
  removeDrafts(dataFolder);
  const folder = join(dataFolder, 'postgres');
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const draft = join(dataFolder, `${DRAFT}${process.pid}`);
  mkdirSync(draft, { mode: 0o700 });
  if (identity !== undefined) chownSync(draft, identity.uid, identity.gid);
  try {
    await initialise(draft, binaries, identity);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another server may have created it first. The lock decides later which of the two may run.
    if (!existsSync(join(folder, 'PG_VERSION'))) throw error;
  }
}

async function initialise(draft: string, binaries: Binaries, identity: Identity | undefined): Promise<void> {
  const password = randomBytes(32).toString('base64url');
  const descriptor = openForReading(draft, password, identity);
  try {
    await run(
      binaries.initdb,
      [
        '-D',
        folderArgument(draft, identity),
        '-U',
        CLUSTER_USER,
        '--auth=scram-sha-256',
        '--pwfile=/dev/fd/3',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      { cwd: draft, env: serverEnvironment(), stdio: ['ignore', 'ignore', 'pipe', descriptor], ...identity },
    );
  } finally {
    closeSync(descriptor);
  }
  writeFileSync(join(draft, PASSWORD_FILE), password, { mode: 0o600 });
}

/** Opens a password file and deletes it at once, so that a kill leaves no password outside the cluster. */
function openForReading(draft: string, password: string, identity: Identity | undefined): number {
  const path = `${draft}/password`;
  writeFileSync(path, password, { mode: 0o600 });
  if (identity !== undefined) chownSync(path, identity.uid, identity.gid);
  const descriptor = openSync(path, 'r');
  unlinkSync(path);
  return descriptor;
}

function run(program: string, parameters: readonly string[], options: SpawnOptions): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, parameters, options);
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000);
    });
    child.on('error', fail);
    child.on('close', (code) => {
      if (code === 0) done();
      else fail(new Error(`initdb failed: ${said.trim()}`));
    });
  });
}

/**
 * The password of the cluster's superuser. It is stored in the cluster's folder, which only PostgreSQL's user may
 * enter.
 */
export function clusterPassword(folder: string): string {
  return readFileSync(join(folder, PASSWORD_FILE), 'utf8');
}

/** The password of the working role. It follows from that of the superuser, so clusters of earlier versions have it too. */
export function workingPassword(ofSuperuser: string): string {
  return createHmac('sha256', ofSuperuser).update(WORKING_USER).digest('base64url');
}

function removeDrafts(dataFolder: string): void {
  for (const name of readdirSync(dataFolder)) {
    if (!name.startsWith(DRAFT)) continue;
    const owner = Number.parseInt(name.slice(DRAFT.length), 10);
    if (owner === process.pid || !isAlive(owner)) rmSync(join(dataFolder, name), { recursive: true, force: true });
  }
}
