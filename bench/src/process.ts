import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** A server under measurement in a child process. */
export interface Subject {
  readonly port: number;
  stop(): Promise<void>;
}

const READY_LIMIT_MS = 60_000;

/** Starts an entry of this repository on a free PORT and waits until `readyPath` answers 200. Throws after `limitMs`. */
export async function launch(
  entry: string,
  environment: Readonly<Record<string, string>>,
  readyPath: string,
  limitMs = READY_LIMIT_MS,
): Promise<Subject> {
  const port = await freePort();
  const child = spawn(process.execPath, [join('tools', 'run.mjs'), entry], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_ENV: 'production',
      ...environment,
      PORT: String(port),
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const deadline = Date.now() + limitMs;
  while (!(await isReady(`http://127.0.0.1:${port}${readyPath}`))) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error(`${entry} did not start`);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  return {
    port,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
