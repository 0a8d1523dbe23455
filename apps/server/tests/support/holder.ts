import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { guard } from '../../../../tools/src/testing/guard.ts';
import type { CommandDraft, HostOutcome } from '../../src/trading/port.ts';
import type { Report } from './lease-holder.ts';

export interface HolderOptions {
  /** The bundled `lease-holder.ts`. */
  readonly program: string;
  /** The database. */
  readonly url: string;
  readonly shard: number;
  readonly ttlMs: number;
  readonly renewMs: number;
}

/** A process that stands by for a shard. */
export class Holder {
  /** The epoch under which it has the shard; undefined while it stands by. */
  epoch: number | undefined;
  readonly epochs: number[] = [];
  fatal: string | undefined;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (outcome: HostOutcome) => void>();
  #sent = 0;

  constructor({ program, url, shard, ttlMs, renewMs }: HolderOptions) {
    this.#child = fork(program, [url, String(ttlMs), String(renewMs), String(shard)], { serialization: 'advanced' });
    if (this.#child.pid !== undefined) guard().add('pid', this.#child.pid);
    this.#child.on('message', (report: Report) => this.#on(report));
    this.#child.on('error', () => undefined);
    this.#child.on('exit', () => {
      for (const answer of this.#waiting.values()) answer({ ok: false, reason: 'not_ready' });
      this.#waiting.clear();
    });
  }

  /** True while the process takes commands, as far as it has said. */
  get active(): boolean {
    return this.epoch !== undefined;
  }

  get isRunning(): boolean {
    return this.#child.connected;
  }

  submit(draft: CommandDraft): Promise<HostOutcome> {
    if (!this.isRunning) return Promise.resolve({ ok: false, reason: 'not_ready' });
    const id = (this.#sent += 1);
    return new Promise((answer) => {
      this.#waiting.set(id, answer);
      this.#child.send({ id, draft });
    });
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(name);
  }

  handOver(): void {
    this.#child.send('handOver');
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
    this.epoch = undefined;
  }

  #on(report: Report): void {
    if ('fatal' in report) this.fatal = report.fatal;
    else if ('outcome' in report) {
      this.#waiting.get(report.id)?.(report.outcome);
      this.#waiting.delete(report.id);
    } else {
      this.epoch = report.epoch;
      if (report.epoch !== undefined) this.epochs.push(report.epoch);
    }
  }
}
