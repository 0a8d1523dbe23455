import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../tools/src/free-port.ts';

const START_LIMIT_MS = 60_000;

/** The real server as a process of its own, on an embedded database of its own. */
export interface Fairlot {
  readonly url: string;
  /** Where the first administrator sets the office up, as the terminal shows it at the first start. */
  readonly setUpUrl: () => Promise<string>;
  /** Ends the server without a chance to say goodbye, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data. */
  restart(): Promise<void>;
  /** Stops it cleanly and removes its data. */
  stop(): Promise<void>;
}

/** Starts a bundled server with the defaults of `npm start`; `settings` are environment variables on top. */
export async function startFairlotFrom(
  serverFile: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Fairlot> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlot-e2e-'));
  const port = await freePort();
  // The server refuses settings that it does not know, and those of the tests are not its own.
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('FAIRLOT_')));
  const environment = {
    ...inherited,
    PORT: String(port),
    HOST: '127.0.0.1',
    FAIRLOT_DATA_DIR: folder,
    FAIRLOT_LOG_LEVEL: 'warn',
    ...settings,
  };
  const first = await launch(serverFile, environment);
  let child = first.child;
  return {
    url: `http://127.0.0.1:${port}`,
    setUpUrl: () => first.link,
    kill: () => end(child, 'SIGKILL'),
    restart: async () => {
      child = (await launch(serverFile, environment)).child;
    },
    stop: async () => {
      await end(child, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function launch(
  serverFile: string,
  env: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; link: Promise<string> }> {
  const child = fork(serverFile, { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const link = new Promise<string>((resolve) => {
    let told = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      told += chunk.toString();
      const found = /https?:\S+\/office\/#\/setup\?token=\S+(?=\s)/.exec(told)?.[0];
      if (found !== undefined) resolve(found);
    });
  });
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error('the server did not start in time'));
    }, START_LIMIT_MS);
    child.once('message', () => {
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the server ended with ${String(code)} before it was up`));
    });
  });
  child.removeAllListeners('exit');
  return { child, link };
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}
