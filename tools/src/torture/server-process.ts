import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutSettings } from '../testing/without-settings.ts';

const START_LIMIT_MS = 60_000;

/** The real server in a child process that tests can kill. */
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

  /** File with the server's output. */
  get logPath(): string {
    return join(this.#folder, 'server.log');
  }

  /** Starts the server and waits until /readyz answers 200. Returns the elapsed milliseconds. Throws after START_LIMIT_MS. */
  async start(): Promise<number> {
    const begin = performance.now();
    const output = openSync(this.logPath, 'a');
    const child = spawn(process.execPath, [this.#program], {
      stdio: ['ignore', output, output],
      env: {
        ...withoutSettings(process.env),
        PORT: String(this.#port),
        HOST: '127.0.0.1',
        FAIRLOT_DATA_DIR: this.dataFolder,
        FAIRLOT_CALLS_PER_SECOND: '0',
        FAIRLOT_ORDERS_PER_SECOND: '0',
        FAIRLOT_DEMOS_PER_HOUR: '0',
        FAIRLOT_DEMOS_PER_DAY: '0',
        FAIRLOT_DEMO_COMMANDS_PER_MINUTE: '0',
        FAIRLOT_DEMO_COMMANDS_PER_DAY: '0',
        FAIRLOT_NETWORK_BUDGET_PERCENT: '0',
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
    throw new Error(`the server did not start; see ${this.logPath}`);
  }

  /** Sends SIGKILL to the server only; PostgreSQL keeps running. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Sends SIGINT, as Ctrl-C does, and returns the exit code. */
  async stop(): Promise<number | null> {
    return this.#end('SIGINT');
  }

  /** Sends SIGKILL to PostgreSQL's main process; its children then exit by themselves. */
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
