import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../tools/src/free-port.ts';
import { removeFolder } from '../../../tools/leftovers.mjs';
import { guard } from '../../../tools/src/testing/guard.ts';
import { marketSeed } from '../../../tools/src/testing/moment.ts';
import { withoutSettings } from '../../../tools/src/testing/without-settings.ts';

const START_LIMIT_MS = 180_000;
/** Ends only a stop that hangs: an embedded PostgreSQL alone may take a minute on a busy disk. */
const STOP_LIMIT_MS = 180_000;

/** The real server in its own process. */
export interface Fairlot {
  readonly url: string;
  /** URL of its database as the owner; undefined for an embedded one. */
  readonly databaseUrl?: string | undefined;
  /** The set-up link for the first administrator, as the data folder has it after the first start. */
  readonly setUpUrl: () => Promise<string>;
  /** Ends the server with SIGKILL, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data. */
  restart(): Promise<void>;
  /** Stops it cleanly and removes its data folder. Throws if it failed or does not stop. */
  stop(): Promise<void>;
}

/**
 * Starts a bundled server with the defaults of `npm start`, on an embedded PostgreSQL in its own folder. `settings` are
 * additional environment variables. Cleans up after a failed start.
 */
export async function startFairlotFrom(
  serverFile: string,
  settings: Readonly<Record<string, string>> = {},
  limitMs = START_LIMIT_MS,
): Promise<Fairlot> {
  const guards = guard();
  const folder = await mkdtemp(join(tmpdir(), 'fairlot-e2e-'));
  guards.add('folder', folder);
  const port = settings['PORT'] ?? String(await freePort());
  const environment = {
    ...withoutSettings(process.env),
    PORT: port,
    HOST: '127.0.0.1',
    FAIRLOT_DATA_DIR: folder,
    FAIRLOT_LOG_LEVEL: 'warn',
    ...marketSeed(),
    ...settings,
  };
  const removeData = async (): Promise<void> => {
    await removeFolder(folder);
    guards.release('folder', folder);
  };
  let current = await ServerProcess.launch(serverFile, environment, limitMs).catch(async (error: unknown) => {
    await removeData();
    throw error;
  });
  return {
    url: `http://127.0.0.1:${port}`,
    // Standard output is no terminal here, so the server writes the link to a file before it is up.
    setUpUrl: async () => (await readFile(join(folder, 'setup-link'), 'utf8')).trim(),
    kill: () => current.kill(),
    restart: async () => {
      current = await ServerProcess.launch(serverFile, environment, limitMs);
    },
    stop: async () => {
      try {
        await current.stop();
      } finally {
        await removeData();
      }
    },
  };
}

class ServerProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = new Promise((resolve) => {
      child.once('exit', resolve);
    });
  }

  /**
   * Resolves when the server accepts calls. Rejects if it ends before that or exceeds the time limit; it is then
   * terminated.
   */
  static async launch(serverFile: string, env: NodeJS.ProcessEnv, limitMs: number): Promise<ServerProcess> {
    const guards = guard();
    const child = fork(serverFile, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const { pid = 0 } = child;
    guards.add('pid', pid);
    child.once('exit', () => guards.release('pid', pid));
    const server = new ServerProcess(child);
    const started = new Promise<'started'>((resolve) => {
      child.once('message', () => resolve('started'));
    });
    const outcome = await within(limitMs, Promise.race([started, server.#ended]));
    if (outcome === 'started') return server;
    await server.kill();
    throw new Error(
      outcome === 'late'
        ? `the server did not start within ${limitMs / 1000} s`
        : `the server ended with ${String(outcome)} before it was up`,
    );
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  async stop(): Promise<void> {
    if (this.#child.signalCode === 'SIGKILL') return;
    this.#child.kill('SIGTERM');
    const code = await within(STOP_LIMIT_MS, this.#ended);
    if (code === 0) return;
    if (code === 'late') await this.kill();
    throw new Error(code === 'late' ? 'the server did not stop' : `the server ended with ${String(code)}`);
  }
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
