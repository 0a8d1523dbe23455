import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { pause } from '../../../apps/server/src/platform/pause.ts';
import { guard } from '../testing/guard.ts';

const POLL_MS = 20;
const START_LIMIT_MS = 10_000;

/** Thrown when the program `nats-server` is not installed. */
export class NatsMissingError extends Error {
  override readonly name = 'NatsMissingError';

  constructor() {
    super(
      'nats-server is not installed. On Debian and Ubuntu: apt-get install nats-server; on macOS: brew install nats-server; else https://nats.io/download.',
    );
  }
}

/** A NATS server without storage, on the loopback. */
export class NatsProcess {
  readonly #port: number;
  #child: ChildProcess | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.#port}`;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts it, also again after `kill`, and waits until it listens. Throws NatsMissingError. */
  async start(): Promise<void> {
    if (spawnSync('nats-server', ['--version']).status !== 0) throw new NatsMissingError();
    // A group of its own: Ctrl-C reaches the launcher alone, which stops everything in order.
    const child = spawn('nats-server', ['--addr', '127.0.0.1', '--port', String(this.#port)], {
      stdio: 'ignore',
      detached: true,
    });
    this.#child = child;
    if (child.pid !== undefined) guard().add('pid', child.pid);
    const deadline = performance.now() + START_LIMIT_MS;
    while (!(await listens(this.#port))) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error(`nats-server does not listen on port ${this.#port}`);
      await pause(POLL_MS);
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    if (child.pid !== undefined) guard().release('pid', child.pid);
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}
