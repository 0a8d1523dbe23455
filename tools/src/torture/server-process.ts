import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const START_LIMIT_MS = 60_000;

/** The real server as a process of its own, which can be killed. */
export class ServerProcess {
  readonly #program: string;
  readonly #folder: string;
  readonly #port: number;
  #child: ChildProcess | undefined;

  constructor(program: string, folder: string, port: number) {
    this.#program = program;
    this.#folder = folder;
    this.#port = port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get dataFolder(): string {
    return join(this.#folder, 'data');
  }

  /** Where its output goes. */
  get logPath(): string {
    return join(this.#folder, 'server.log');
  }

  /** Starts it and waits until it takes calls. Returns how long that took, in milliseconds. */
  async start(): Promise<number> {
    const begin = performance.now();
    const output = openSync(this.logPath, 'a');
    const child = spawn(process.execPath, [this.#program], {
      stdio: ['ignore', output, output],
      env: {
        ...process.env,
        PORT: String(this.#port),
        HOST: '127.0.0.1',
        FAIRLOT_DATA_DIR: this.dataFolder,
        FAIRLOT_CALLS_PER_SECOND: '0',
        FAIRLOT_ORDERS_PER_SECOND: '0',
        FAIRLOT_DEMOS_PER_HOUR: '0',
        FAIRLOT_LOG_LEVEL: 'warn',
        FAIRLOT_FEED: 'simulated',
        FAIRLOT_SESSIONS: 'always',
      },
    });
    this.#child = child;
    while (child.exitCode === null && performance.now() - begin < START_LIMIT_MS) {
      const answer = await fetch(`${this.url}/readyz`).catch(() => undefined);
      if (answer?.status === 200) return Math.round(performance.now() - begin);
      await new Promise((done) => {
        setTimeout(done, 50);
      });
    }
    throw new Error(`the server does not start; see ${this.logPath}`);
  }

  /** kill -9, and nothing else: PostgreSQL lives on. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Ctrl-C. Returns the exit code. */
  async stop(): Promise<number | null> {
    return this.#end('SIGINT');
  }

  /** kill -9 of PostgreSQL's first process; the others end themselves when they notice. */
  killDatabase(): void {
    const pidFile = join(this.dataFolder, 'postgres', 'postmaster.pid');
    if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (child === undefined) return null;
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  }
}
