import type { Applied } from '@fairlot/engine';
import type { Bus } from '../../bus/bus.ts';
import type { Subjects } from '../../bus/subjects.ts';
import { type Job, every } from '../../platform/jobs.ts';
import type { TradingShard } from '../port.ts';
import { readCommand, writeAnswer, writeHead, writeRows } from './messages.ts';
import { type ReadsPlace, readsOf } from './shard-reads.ts';

/** Milliseconds between two messages that tell how far the journal goes. */
const HEAD_MS = 500;

/** The settings of a shard's server. */
export interface ShardServerSettings {
  readonly bus: Bus;
  readonly subjects: Subjects;
  readonly shard: number;
  readonly host: TradingShard;
  /** The epoch under which the host has the lease. */
  readonly epoch: number;
}

export type ShardServerOptions = ShardServerSettings & ReadsPlace;

/** Answers the commands for a shard, and publishes its committed rows, while this process has its lease. */
export class ShardServer {
  readonly #options: ShardServerOptions;
  readonly #stops: (() => void)[] = [];
  readonly #head: Job;
  /** The last committed row. */
  #seq = 0;

  constructor(options: ShardServerOptions) {
    this.#options = options;
    this.#head = every(HEAD_MS, () => this.#tellHead());
  }

  async start(): Promise<void> {
    const { bus, subjects, shard, host } = this.#options;
    this.#stops.push(host.onCommitted((rows) => this.#publish(rows)));
    this.#seq = Math.max(this.#seq, await readsOf(this.#options).lastRow(shard));
    this.#stops.push(
      bus.respond(subjects('shard', shard, 'commands'), async (data) => {
        const outcome = await host.submit(readCommand(data));
        // Rows are reported in the turn in which their callers are answered, so the command's own is among them.
        return writeAnswer({ outcome, seq: this.#seq });
      }),
    );
    this.#tellHead();
    this.#head.start();
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    await this.#head.stop();
  }

  #publish(rows: readonly Applied[]): void {
    const { bus, subjects, shard, epoch } = this.#options;
    this.#seq = rows.at(-1)?.seq ?? this.#seq;
    for (const message of writeRows(epoch, rows)) bus.publish(subjects('shard', shard, 'rows'), message);
  }

  #tellHead(): void {
    const { bus, subjects, shard, epoch } = this.#options;
    bus.publish(subjects('shard', shard, 'rows'), writeHead(epoch, this.#seq));
  }
}
