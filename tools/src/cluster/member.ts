import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { pause } from '../../../apps/server/src/platform/pause.ts';
import { guard } from '../testing/guard.ts';
import { withoutSettings } from '../testing/without-settings.ts';
import type { MemberPlan } from './layout.ts';

const RESTART_MS = 1000;
const POLL_MS = 50;
const ASK_LIMIT_MS = 2000;
/** Longer than a process may take for its last commit. */
const STOP_LIMIT_MS = 60_000;
/** Exit code of wrong settings: another start would end in the same way. */
const BAD_SETTINGS = 2;

export interface MemberOptions {
  readonly plan: MemberPlan;
  readonly program: string;
  readonly port: number;
  readonly logPath: string;
  /** Settings that all members have. */
  readonly environment: Readonly<Record<string, string>>;
  readonly isRestarted: boolean;
  readonly say: (line: string) => void;
}

/** One process of a cluster. Unless that is switched off, it is started again a second after it has died. */
export class Member {
  readonly #options: MemberOptions;
  #child: ChildProcess | undefined;
  #isStopping = false;
  readonly #ends = new Map<string, number>();

  constructor(options: MemberOptions) {
    this.#options = options;
  }

  get plan(): MemberPlan {
    return this.#options.plan;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#options.port}`;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** How often it has ended by itself, by exit code or signal, such as `code 1`. */
  get ends(): ReadonlyMap<string, number> {
    return this.#ends;
  }

  start(): void {
    const { plan, program, port, logPath, environment } = this.#options;
    const output = openSync(logPath, 'a');
    // A group of its own: Ctrl-C reaches the launcher alone, which stops everything in order.
    const child = spawn(process.execPath, ['--enable-source-maps', program], {
      stdio: ['ignore', output, output],
      detached: true,
      env: {
        ...withoutSettings(process.env),
        PORT: String(port),
        HOST: '127.0.0.1',
        FAIRLOT_PROCESS_URL: this.url,
        ...environment,
        ...plan.environment,
      },
    });
    closeSync(output);
    this.#child = child;
    this.#isStopping = false;
    const { pid } = child;
    if (pid !== undefined) guard().add('pid', pid);
    child.once('exit', (code, signal) => {
      if (pid !== undefined) guard().release('pid', pid);
      if (!this.#isStopping) void this.#died(code, signal);
    });
  }

  /** Waits until it is ready. Throws after the limit, when aborted, and when the process won't be started again. */
  async ready(limitMs: number, aborted: AbortSignal): Promise<void> {
    const deadline = performance.now() + limitMs;
    while (!(await this.isReady())) {
      if (performance.now() > deadline || this.#child?.exitCode === BAD_SETTINGS)
        throw new Error(`${this.plan.name} is not ready; see ${this.#options.logPath}`);
      await pause(POLL_MS);
      aborted.throwIfAborted();
    }
  }

  /** True when /readyz answers 200. A house that stands by warns of it there, and is not ready: it answers no calls. */
  async isReady(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(ASK_LIMIT_MS) });
      const text = await answer.text();
      return answer.status === 200 && !(this.plan.roles === 'web,worker' && text.includes(' stands by'));
    } catch {
      return false;
    }
  }

  /** Sends a signal to this process alone. One that dies of it is started again. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends it with SIGTERM, and with SIGKILL if it takes too long. Returns its exit code; null after SIGKILL. */
  async stop(): Promise<number | null> {
    this.#isStopping = true;
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await ended;
    clearTimeout(timer);
    return child.exitCode;
  }

  async #died(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    const { plan, say, isRestarted, logPath } = this.#options;
    const restarts = isRestarted && code !== BAD_SETTINGS;
    const how = signal ?? `code ${code}`;
    this.#ends.set(how, (this.#ends.get(how) ?? 0) + 1);
    say(`${plan.name} has ended (${how}); ${restarts ? 'it is started again' : `see ${logPath}`}`);
    if (!restarts) return;
    await pause(RESTART_MS);
    if (!this.#isStopping) this.start();
  }
}
