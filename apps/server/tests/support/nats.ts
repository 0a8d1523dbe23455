import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { freePort } from '../../../../tools/src/free-port.ts';
import { guard } from '../../../../tools/src/testing/guard.ts';

/** True if the program `nats-server` is installed (Debian's package of that name). */
export const hasNats = spawnSync('nats-server', ['--version']).status === 0;

/** A NATS server of a test. */
export interface TestNats {
  readonly url: string;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  kill(): Promise<void>;
  /** Starts it again on its port. */
  start(): Promise<void>;
}

/** Starts a NATS server on a free port of this machine, without storage. */
export async function startNats(): Promise<TestNats> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = spawn('nats-server', ['--addr', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
    if (child.pid !== undefined) guard().add('pid', child.pid);
    while (!(await answers(port))) await new Promise((next) => setTimeout(next, 20));
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    signal: (name) => void child?.kill(name),
    start,
    kill: () =>
      new Promise((done) => {
        if (child === undefined || child.exitCode !== null || child.signalCode !== null) return done();
        child.once('exit', () => done());
        child.kill('SIGKILL');
        return undefined;
      }),
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}
