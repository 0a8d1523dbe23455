import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guard } from '../testing/guard.ts';
import { withoutSettings } from '../testing/without-settings.ts';

/** The first start writes the history of all markets, which takes more than a minute on a busy machine. */
const START_LIMIT_MS = 180_000;
/** Counting the maps of a large heap takes a minute on a busy machine. */
const ASK_LIMIT_MS = 300_000;

/** Lets clients send as much as they can. */
export const WITHOUT_LIMITS: Readonly<Record<string, string>> = {
  FAIRLOT_CALLS_PER_SECOND: '0',
  FAIRLOT_ORDERS_PER_SECOND: '0',
  FAIRLOT_DEMOS_PER_HOUR: '0',
  FAIRLOT_DEMOS_PER_DAY: '0',
  FAIRLOT_DEMO_COMMANDS_PER_MINUTE: '0',
  FAIRLOT_DEMO_COMMANDS_PER_DAY: '0',
  FAIRLOT_REFUSALS_PER_DAY: '0',
  FAIRLOT_NETWORK_BUDGET_PERCENT: '0',
};

export interface ServerProcessSettings {
  readonly program: string;
  readonly folder: string;
  readonly port: number;
  /** Settings of the server. */
  readonly environment: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
}

/** The real server in a child process that tests can kill. */
export class ServerProcess {
  readonly #settings: ServerProcessSettings;
  #child: ChildProcess | undefined;

  constructor(settings: ServerProcessSettings) {
    this.#settings = settings;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#settings.port}`;
  }

  get dataFolder(): string {
    return join(this.#settings.folder, 'data');
  }

  /** File with the server's output. */
  get logPath(): string {
    return join(this.#settings.folder, 'server.log');
  }

  /** Starts the server and waits until /readyz answers 200. Returns the elapsed milliseconds. Throws after START_LIMIT_MS. */
  async start(): Promise<number> {
    const begin = performance.now();
    const output = openSync(this.logPath, 'a');
    const { program, port, environment, nodeOptions = [] } = this.#settings;
    const child = spawn(process.execPath, [...nodeOptions, program], {
      stdio: ['ignore', output, output, 'ipc'],
      env: {
        ...withoutSettings(process.env),
        PORT: String(port),
        HOST: '127.0.0.1',
        FAIRLOT_DATA_DIR: this.dataFolder,
        FAIRLOT_LOG_LEVEL: 'warn',
        FAIRLOT_FEED: 'simulated',
        FAIRLOT_SESSIONS: 'always',
        ...environment,
      },
    });
    closeSync(output);
    this.#child = child;
    const { pid } = child;
    if (pid !== undefined) {
      guard().add('pid', pid);
      child.once('exit', () => guard().release('pid', pid));
    }
    while (child.exitCode === null && performance.now() - begin < START_LIMIT_MS) {
      const answer = await fetch(`${this.url}/readyz`).catch(() => undefined);
      if (answer?.status === 200) return Math.round(performance.now() - begin);
      await new Promise((done) => {
        setTimeout(done, 50);
      });
    }
    throw new Error(`the server did not start; see ${this.logPath}`);
  }

  /** Sends a message to a program that the node options load beside the server, and returns its answer. */
  async ask(message: string): Promise<unknown> {
    const child = this.#child;
    if (child === undefined) throw new Error('the server was not started');
    child.send(message);
    const signal = AbortSignal.timeout(ASK_LIMIT_MS);
    for (;;) {
      // The server has messages of its own.
      const [answer] = (await once(child, 'message', { signal })) as [{ readonly probe?: unknown }];
      if (answer.probe !== undefined) return answer.probe;
    }
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
