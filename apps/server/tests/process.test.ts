import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { bundle } from '../../../tools/bundle.mjs';
import { freePort as anyFreePort } from '../../../tools/src/free-port.ts';
import { removeFolder } from '../../../tools/leftovers.mjs';
import { guard } from '../../../tools/src/testing/guard.ts';
import { createTestDatabase } from './support/database.ts';
import { SECRETS_KEY, clientOf } from './support/server.ts';
import { TestSocket } from './support/socket.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

interface Process {
  readonly url: string;
  readonly ended: Promise<Ended>;
  signal(name: NodeJS.Signals): void;
  /** Resolves when the server accepts requests; rejects when it ends first. */
  ready(): Promise<void>;
}

const program = await bundle('apps/server/src/main.ts');
const guards = guard();
const running = new Set<Process>();
const cleanUp: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const each of running) {
    each.signal('SIGTERM');
    await each.ended;
  }
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

/** Starts the server as a separate process like `npm start`, but without building pages. */
function launch(environment: Readonly<Record<string, string>>): Process {
  const child = spawn(process.execPath, [program], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      HOST: '127.0.0.1',
      FAIRLOT_LOG_LEVEL: 'warn',
      FAIRLOT_SECRETS_KEY: SECRETS_KEY,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid = 0 } = child;
  guards.add('pid', pid);
  let output = '';
  let isOver = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const url = `http://127.0.0.1:${environment['PORT'] ?? '3000'}`;
  const launched: Process = {
    url,
    ended: new Promise((resolve) => {
      child.once('close', (code) => {
        isOver = true;
        running.delete(launched);
        guards.release('pid', pid);
        resolve({ code, output });
      });
    }),
    signal: (name) => void child.kill(name),
    ready: async () => {
      for (;;) {
        if (isOver) throw new Error(`the server ended: ${output}`);
        if (
          await clientOf(url)
            .raw('/readyz')
            .then(
              ({ status }) => status === 200,
              () => false,
            )
        )
          return;
        await new Promise((resolve) => {
          setTimeout(resolve, 50);
        });
      }
    },
  };
  running.add(launched);
  return launched;
}

const freePort = async (): Promise<string> => String(await anyFreePort());

async function freshDatabase(): Promise<string> {
  const database = await createTestDatabase('history');
  cleanUp.push(() => database.drop());
  return database.url;
}

describe('the server as a process', () => {
  it('reports all configuration problems at once and does not start', async () => {
    const { code, output } = await launch({
      PORT: '99999',
      FAIRLOT_FEED: 'magic',
      FAIRLOT_SESSIONS: 'sometimes',
      FAIRLOT_TRUSTED_PROXIES: '1',
      DATABASE_URL: 'mysql://root:secret@x/y',
      FAIRLOT_TITLE: 'x',
    }).ended;
    expect(code).toBe(2);
    for (const name of [
      'PORT',
      'FAIRLOT_FEED',
      'FAIRLOT_SESSIONS',
      'FAIRLOT_TRUSTED_PROXIES',
      'DATABASE_URL',
      'FAIRLOT_TITLE',
    ]) {
      expect(output.split('\n').filter((line) => line.trim().startsWith(`${name}:`))).toHaveLength(1);
    }
    expect(output).not.toContain('secret');
  });

  it('stops cleanly on SIGTERM, notifies sockets, and has every order after the next start', async () => {
    const environment = { DATABASE_URL: await freshDatabase(), PORT: await freePort() };
    const first = launch(environment);
    await first.ready();
    const client = clientOf(first.url);
    const { token } = await client.demo();
    const socket = await TestSocket.open(first.url);
    await socket.ask({ type: 'subscribe', topic: 'DAY_MARKET' }, 'snapshot');
    const order = { type: 1, cont: '0.1', forex_id: await client.instrument('EURUSD'), status: 1, multiple: 100 };
    const placed = await Promise.all(Array.from({ length: 10 }, () => client.call('submit', order, { token })));
    first.signal('SIGTERM');
    expect(await first.ended).toMatchObject({ code: 0 });
    // The end of the process can be noticed before its last message is read.
    await socket.closed;
    expect(socket.received.at(-1)?.type).toBe('server_shutdown');

    const second = launch(environment);
    await second.ready();
    const { envelope } = await clientOf(second.url).call('myDeal', { status: 1 }, { token });
    const taken = placed.filter(({ envelope: { code } }) => code === 1).map(({ envelope: { data } }) => data.order.Id);
    expect(taken.length).toBeGreaterThan(0);
    expect(new Set(envelope.data.data.map(({ Id }) => Id))).toEqual(new Set(taken));
  });

  it('is not disturbed by a second server on its port or its database, which fails to start', async () => {
    const environment = { DATABASE_URL: await freshDatabase(), PORT: await freePort() };
    const first = launch(environment);
    await first.ready();
    const { token } = await clientOf(first.url).demo();

    const onPort = await launch({ ...environment, DATABASE_URL: await freshDatabase() }).ended;
    expect(onPort.code).toBe(3);
    expect(onPort.output).toContain(`port ${environment.PORT}`);
    const onDatabase = await launch({ ...environment, PORT: await freePort() }).ended;
    expect(onDatabase.code).toBe(3);
    expect(onDatabase.output).toContain('another Fairlot server');

    const { envelope } = await clientOf(first.url).call(
      'submit',
      { type: 1, cont: '0.1', forex_id: 1, status: 1, multiple: 100 },
      { token },
    );
    expect(envelope.reason).toBe('ok');
  });

  it('starts its own PostgreSQL, and a second server on its folder fails to start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairlot-process-'));
    guards.add('folder', folder);
    cleanUp.push(() => removeFolder(folder));
    const first = launch({ FAIRLOT_DATA_DIR: folder, PORT: await freePort() });
    await first.ready();
    const second = await launch({ FAIRLOT_DATA_DIR: folder, PORT: await freePort() }).ended;
    expect([second.code, second.output.includes('another Fairlot server')]).toEqual([3, true]);
    const { token } = await clientOf(first.url).demo();
    expect((await clientOf(first.url).call('getBalance', {}, { token })).envelope.data.balance).toBe('100000.000000');
  });
});
