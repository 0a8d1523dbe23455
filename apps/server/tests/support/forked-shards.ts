import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { guard } from '../../../../tools/src/testing/guard.ts';
import type { Report } from './shard-process.ts';

/** The bundled program of a process of the trading role, and the places that it shares with others. */
export interface ShardPlace {
  readonly program: string;
  /** The database. */
  readonly url: string;
  readonly nats: string;
  readonly installation: string;
  readonly shards: readonly number[];
}

/** A process of the trading role, which stands by for shards. */
export class ShardProcess {
  /** The epochs of the shards that it has, as far as it has said. */
  readonly held = new Map<number, number>();
  fatal: string | undefined;
  readonly #child: ChildProcess;

  constructor({ program, url, nats, installation, shards }: ShardPlace) {
    this.#child = fork(program, [url, nats, installation, shards.join(',')], { serialization: 'advanced' });
    if (this.#child.pid !== undefined) guard().add('pid', this.#child.pid);
    this.#child.on('error', () => undefined);
    this.#child.on('message', (report: Report) => {
      if ('fatal' in report) this.fatal = report.fatal;
      else if (report.epoch === undefined) this.held.delete(report.shard);
      else this.held.set(report.shard, report.epoch);
    });
  }

  async kill(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }
}
