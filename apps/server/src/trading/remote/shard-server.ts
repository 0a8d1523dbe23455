import type { Applied } from '@fairlot/engine';
import type { Bus } from '../../bus/bus.ts';
import type { Subjects } from '../../bus/subjects.ts';
import { type Job, every } from '../../platform/jobs.ts';
import { pause } from '../../platform/pause.ts';
import type { LeaseView } from '../leases/lease-term.ts';
import { REFUSED_NOT_READY, type TradingShard } from '../port.ts';
import { isKnown } from './known-commands.ts';
import { readCommand, writeAnswer, writeHead, writeRows } from './messages.ts';
import { type ReadsPlace, readsOf } from './shard-reads.ts';

/** Milliseconds between two messages that tell how far the journal goes. */
const HEAD_MS = 500;
/** Time for which a command waits for the lease: its caller must still be there for the commit (`ANSWER_MS`). */
const REGAIN_MS = 1500;
const LOOK_MS = 50;

/** The settings of a shard's server. */
export interface ShardServerSettings {
  readonly bus: Bus;
  readonly subjects: Subjects;
  readonly shard: number;
  readonly host: TradingShard;
  /** The lease of the host. */
  readonly lease: LeaseView;
}

export type ShardServerOptions = ShardServerSettings & ReadsPlace;

/** Answers the commands for a shard, and publishes its committed rows, while this process has its lease. */
export class ShardServer {
  readonly #options: ShardServerOptions;
  readonly #stops: (() => void)[] = [];
  readonly #head: Job;
  /** The last committed row that the host has reported. */
  #seq = 0;
  /** Grows at a rollback: a recovery may commit rows and reports none. */
  #unreported = 0;
  /** The value of `#unreported` at which the last row was read. */
  #readAt = 0;
  #isStopped = false;
  #look: Promise<void> | undefined;

  constructor(options: ShardServerOptions) {
    this.#options = options;
    this.#head = every(HEAD_MS, () => this.#tellHead());
  }

  async start(): Promise<void> {
    const { bus, subjects, shard, host } = this.#options;
    this.#stops.push(
      host.onCommitted((rows) => this.#publish(rows)),
      host.onRollback(() => {
        this.#unreported += 1;
      }),
    );
    this.#seq = Math.max(this.#seq, await readsOf(this.#options).lastRow(shard));
    this.#stops.push(bus.respond(subjects('shard', shard, 'commands'), (data) => this.#answer(data)));
    await this.#tellHead();
    this.#head.start();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const stop of this.#stops.splice(0)) stop();
    await this.#head.stop();
  }

  /**
   * Stays silent while the lease may have ended: the next holder may carry the command out, and an early `not_ready` would
   * overtake its answer. Without another holder, the caller asks again under its key.
   */
  async #answer(data: Uint8Array): Promise<Uint8Array | undefined> {
    const { host, lease } = this.#options;
    const draft = readCommand(data);
    // A command without a key must not be carried out after a later one, so it does not wait.
    if (!lease.isCurrent && !('key' in draft && (await this.#regainsLease()))) return undefined;
    // An unknown command would break the engine of each holder in turn. A holder of its version may come soon.
    const outcome = isKnown(draft) ? await host.submit(draft) : REFUSED_NOT_READY;
    // Rows are reported in the turn in which their callers are answered, so the command's own is among them.
    return writeAnswer({ outcome, seq: await this.#lastRow() });
  }

  /** Waits for a late renewal, as when the database stands still: the shard's only holder then loses little time. */
  async #regainsLease(): Promise<boolean> {
    const { lease } = this.#options;
    const until = performance.now() + REGAIN_MS;
    while (!lease.isCurrent && !this.#isStopped && performance.now() < until) await this.#nextLook();
    return lease.isCurrent && !this.#isStopped;
  }

  /** One timer for all commands that wait: thousands of them must not keep the process from renewing the lease. */
  #nextLook(): Promise<void> {
    this.#look ??= this.#pauseOnce();
    return this.#look;
  }

  async #pauseOnce(): Promise<void> {
    await pause(LOOK_MS);
    this.#look = undefined;
  }

  /**
   * The last committed row, or a later one than any that was answered. A recovery answers its callers from the journal, so
   * the database is asked once after it. A hand-over commits the rest in several batches, none of which this server hears
   * of, so the database is asked for each answer. Rejects when it does not answer: the sender repeats the command.
   */
  async #lastRow(): Promise<number> {
    const unreported = this.#unreported;
    if (this.#isStopped || unreported !== this.#readAt) {
      this.#seq = Math.max(this.#seq, await readsOf(this.#options).lastRow(this.#options.shard));
      this.#readAt = unreported;
    }
    return this.#seq;
  }

  #publish(rows: readonly Applied[]): void {
    const { bus, subjects, shard, lease } = this.#options;
    this.#seq = rows.at(-1)?.seq ?? this.#seq;
    for (const message of writeRows(lease.epoch, rows)) bus.publish(subjects('shard', shard, 'rows'), message);
  }

  /** Followers read rows that were not reported once they know of them, and take whom they hear for the holder. */
  async #tellHead(): Promise<void> {
    const { bus, subjects, shard, lease } = this.#options;
    try {
      const last = await this.#lastRow();
      if (lease.isCurrent) bus.publish(subjects('shard', shard, 'rows'), writeHead(lease.epoch, last));
    } catch {
      // The database is away; the next turn tells it.
    }
  }
}
