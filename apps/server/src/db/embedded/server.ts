import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { MINUTE_MS } from '@fairlot/domain';
import { Client, type ClientConfig } from 'pg';
import { pause } from '../../platform/pause.ts';
import type { DatabaseLog } from '../log.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import {
  CLUSTER_USER,
  clusterPassword,
  ensureCluster,
  folderArgument,
  serverEnvironment,
  workingPassword,
} from './cluster.ts';
import { type Identity, serverIdentity } from './identity.ts';
import { isAlive, isPostgresIn } from './process.ts';

/** Longest socket path in bytes that fits every system's socket address (macOS: 104 with the terminator). */
const SOCKET_PATH_LIMIT = 100;
const SOCKET_PORT = 5432;
const START_LIMIT_MS = MINUTE_MS;
const STOP_LIMIT_MS = MINUTE_MS;
const POLL_MS = 20;
const START_TRIES = 40;
const RETRY_MS = 250;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/**
 * Settings for one server on one machine. Durability is never reduced: fsync and full_page_writes keep their defaults
 * (on).
 */
const SETTINGS = {
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  // Files that a busy hour needed are kept for the next one: no commit proceeds while a new one is filled and synced.
  min_wal_size: '4GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // Without the details, which quote values of rows, such as names and addresses.
  log_error_verbosity: 'terse',
  log_timezone: 'UTC',
  timezone: 'UTC',
  // A backup target that can't be reached must not fill the disk. Beyond this the archive begins a new line.
  max_slot_wal_keep_size: '8GB',
};

/** A running embedded PostgreSQL. */
export interface EmbeddedServer {
  /** Connection settings of the superuser; the caller adds `database`. */
  readonly connection: Pick<ClientConfig, 'host' | 'port' | 'user' | 'password'>;
  /** Password of the role WORKING_USER, which the caller makes. */
  readonly workingPassword: string;
  /** Process id of the postmaster. */
  readonly pid: number;
  /** True when the server was already running, left behind by a killed process. */
  readonly adopted: boolean;
  /** Shuts down cleanly: sessions are cut, committed data is on disk. */
  stop(): Promise<void>;
}

/**
 * A start with settings of its own: one that first recovers a restored backup, or that of a PostgreSQL for tests. It is
 * tried once.
 */
export interface SpecialStart {
  /** Settings of PostgreSQL for this start alone. */
  readonly settings: Readonly<Record<string, string>>;
  readonly limitMs: number;
}

/**
 * Starts the cluster of a data folder, or adopts its server when one is running. Creates the cluster at the first
 * start. A server on TCP reuses `port`, so that pools find it after a restart.
 */
export async function startEmbedded(
  dataFolder: string,
  log: DatabaseLog,
  port?: number,
  special?: SpecialStart,
): Promise<EmbeddedServer> {
  mkdirSync(dataFolder, { recursive: true });
  const root = realpathSync(dataFolder);
  const folder = join(root, 'postgres');
  const identity = serverIdentity(folder);
  const binaries = findBinaries(identity);
  await ensureCluster(root, binaries, identity);
  const deadline = Date.now() + (special?.limitMs ?? START_LIMIT_MS);
  for (let tries = 1; ; tries += 1) {
    const adopted = await adopt(folder, deadline);
    if (adopted !== undefined) {
      log.info(`found the embedded PostgreSQL running (process ${adopted.pid})`);
      return adopted;
    }
    const started = await launch({ root, folder, binaries, identity, deadline, port, more: special?.settings });
    if (started !== undefined) return started;
    // The process ended at once: another start was faster, or the sessions of a killed server are still ending.
    if (tries === START_TRIES || special !== undefined)
      throw new Error(`the embedded PostgreSQL does not start: ${lastLines(join(root, 'postgres.log'))}`);
    await pause(RETRY_MS);
  }
}

/** Stops the server of a data folder if one was left running there. */
export async function stopLeftEmbedded(dataFolder: string): Promise<void> {
  const folder = join(realpathSync(dataFolder), 'postgres');
  await (await adopt(folder, Date.now() + START_LIMIT_MS))?.stop();
}

interface PidFile {
  readonly pid: number;
  readonly port: number;
}

function readPidFile(folder: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3] ?? SOCKET_PORT) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Adopts the server that runs on this folder. Removes a pid file whose process is gone or is another program. */
async function adopt(folder: string, deadline: number): Promise<EmbeddedServer | undefined> {
  const found = readPidFile(folder);
  if (found === undefined) return undefined;
  if (!isPostgresIn(found.pid, folder)) {
    rmSync(join(folder, 'postmaster.pid'), { force: true });
    return undefined;
  }
  const alive = (): boolean => isPostgresIn(found.pid, folder);
  const connection = connectionTo(folder, found.port);
  return (await answers(connection, alive, deadline)) ? embeddedServer(found.pid, connection, true, alive) : undefined;
}

interface LaunchPlan {
  readonly root: string;
  readonly folder: string;
  readonly binaries: Binaries;
  readonly identity: Identity | undefined;
  readonly deadline: number;
  readonly port: number | undefined;
  readonly more: SpecialStart['settings'] | undefined;
}

async function launch({
  root,
  folder,
  binaries,
  identity,
  deadline,
  port: wanted,
  more,
}: LaunchPlan): Promise<EmbeddedServer | undefined> {
  const bySocket = Buffer.byteLength(socketPath(folder)) <= SOCKET_PATH_LIMIT;
  const port = bySocket ? SOCKET_PORT : (wanted ?? (await freePort()));
  const settings = {
    ...SETTINGS,
    listen_addresses: bySocket ? '' : '127.0.0.1',
    unix_socket_directories: bySocket ? '.' : '',
    ...more,
  };
  const logFile = openLog(join(root, 'postgres.log'));
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      folderArgument(folder, identity),
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      cwd: folder,
      env: serverEnvironment(),
      stdio: ['ignore', logFile, logFile],
      // Ctrl-C reaches the terminal's whole process group. PostgreSQL must outlive the server's last commits.
      detached: true,
      ...identity,
    },
  );
  closeSync(logFile);
  let ended = false;
  child.once('error', () => {
    ended = true;
  });
  child.once('exit', () => {
    ended = true;
  });
  child.unref();
  const connection = connectionTo(folder, port);
  const { pid } = child;
  if (pid === undefined || !(await answers(connection, () => !ended, deadline))) return undefined;
  return embeddedServer(pid, connection, false, () => !ended && isAlive(pid));
}

function embeddedServer(
  pid: number,
  connection: EmbeddedServer['connection'],
  adopted: boolean,
  alive: () => boolean,
): EmbeddedServer {
  return {
    connection,
    workingPassword: workingPassword(String(connection.password)),
    pid,
    adopted,
    stop: () => stop(pid, alive),
  };
}

/** Waits until a session opens. Returns false when the process ends first; throws after the deadline. */
async function answers(connection: ClientConfig, alive: () => boolean, deadline: number): Promise<boolean> {
  while (alive()) {
    const client = new Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5000 });
    client.on('error', ignore);
    try {
      await client.connect();
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === '28P01')
        throw new Error('the running PostgreSQL rejects the password of this data folder', { cause: error });
      if (Date.now() > deadline) throw new Error('the embedded PostgreSQL does not answer', { cause: error });
    } finally {
      await client.end().catch(ignore);
    }
    await pause(POLL_MS);
  }
  return false;
}

async function stop(pid: number, alive: () => boolean): Promise<void> {
  if (!alive()) return;
  // SIGINT is PostgreSQL's fast shutdown. After SIGQUIT the next start runs crash recovery, which is slower but loses
  // nothing.
  signal(pid, 'SIGINT');
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (alive()) {
    if (Date.now() > deadline) {
      signal(pid, 'SIGQUIT');
      return;
    }
    await pause(POLL_MS);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function socketPath(folder: string): string {
  return join(folder, `.s.PGSQL.${SOCKET_PORT}`);
}

/** The socket is in the cluster's folder, which no other user may enter, so it needs no cleanup elsewhere. */
function connectionTo(folder: string, port: number): EmbeddedServer['connection'] {
  const bySocket = Buffer.byteLength(socketPath(folder)) <= SOCKET_PATH_LIMIT;
  return { host: bySocket ? folder : '127.0.0.1', port, user: CLUSTER_USER, password: clusterPassword(folder) };
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(path, size > LOG_LIMIT_BYTES ? 'w' : 'a', 0o600);
}

function lastLines(logPath: string): string {
  return readFileSync(logPath, 'utf8').trimEnd().split('\n').slice(-3).join(' | ');
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address !== null && typeof address === 'object') done(address.port);
        else fail(new Error('no free port on 127.0.0.1'));
      });
    });
  });
}

function ignore(): void {
  // The next attempt shows what the failure means.
}
