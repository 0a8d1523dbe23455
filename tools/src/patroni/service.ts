import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { guard } from '../testing/guard.ts';

const STOP_LIMIT_MS = 30_000;

export interface ServiceOptions {
  readonly command: readonly [program: string, ...args: string[]];
  readonly logPath: string;
  readonly identity: { readonly uid: number; readonly gid: number } | undefined;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A program of the cluster, whose output goes to a file. */
export class Service {
  readonly #options: ServiceOptions;
  #child: ChildProcess | undefined;

  constructor(options: ServiceOptions) {
    this.#options = options;
  }

  get isAlive(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Starts it, also again after its end. */
  start(): void {
    const { command, logPath, identity, environment } = this.#options;
    const [program, ...args] = command;
    const output = openSync(logPath, 'a');
    // A group of its own: Ctrl-C reaches the launcher alone, which stops everything in order.
    const child = spawn(program, args, {
      stdio: ['ignore', output, output],
      detached: true,
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...environment },
      ...identity,
    });
    closeSync(output);
    this.#child = child;
    const { pid } = child;
    if (pid === undefined) return;
    guard().add('pid', pid);
    child.once('exit', () => guard().release('pid', pid));
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends it, with SIGKILL when it takes too long. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child === undefined || !this.isAlive) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await ended;
    clearTimeout(timer);
  }
}
