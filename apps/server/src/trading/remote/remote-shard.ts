import type { DealingMode, Group, GroupId, InstrumentId, Quote } from '@fairlot/domain';
import type {
  AccountId,
  AccountKind,
  AccountPositions,
  AccountView,
  Applied,
  GroupHoldings,
  TradingRules,
} from '@fairlot/engine';
import { type Bus, NoAnswerError } from '../../bus/bus.ts';
import type { Subjects } from '../../bus/subjects.ts';
import { pause } from '../../platform/pause.ts';
import { CommitListeners } from '../commit-listeners.ts';
import {
  type CommandDraft,
  type HostOutcome,
  REFUSED_NOT_READY,
  type SystemCommandDraft,
  type TradingHost,
} from '../port.ts';
import { type CommandAnswer, readAnswer, readRows, writeCommand } from './messages.ts';
import { ShardReplica } from './replica.ts';
import { type ReadsPlace, readsOf } from './shard-reads.ts';

/** Commands under way at most, as for a host in this process. */
const MOST_COMMANDS = 10_000;
const ANSWER_MS = 2000;
/** Time after which a command's outcome is said to be unknown: longer than a takeover. */
const GIVE_UP_MS = 10_000;
const RETRY_MS = 50;
/** A shard whose holder was not heard for so long has none. */
const SILENCE_MS = 2000;
const OVERLOADED: HostOutcome = { ok: false, reason: 'overloaded' };

/** The settings of a shard that another process hosts. */
export interface RemoteShardSettings {
  readonly bus: Bus;
  readonly subjects: Subjects;
  readonly shard: number;
  readonly log: { info(message: string): void; warn(message: string): void; error(message: string): void };
  /** False while another process may do the work of this one: no command is sent then. Default: it never may. */
  readonly mayAct?: () => boolean;
}

export type RemoteShardOptions = RemoteShardSettings & ReadsPlace;

/**
 * A shard that another process hosts. Commands go over the bus, and again under their key when no answer comes; reads
 * come from a replica. An account is shown only when the replica has all rows whose outcomes were passed on.
 */
export class RemoteShard implements TradingHost {
  readonly #options: RemoteShardOptions;
  readonly #listeners: CommitListeners;
  readonly #replica: ShardReplica;
  readonly #stops: (() => void)[] = [];
  readonly #closed = new Set<InstrumentId>();
  /** The last row that an answer told of. */
  #acknowledged = 0;
  /** Steady time at which the holder was last heard. */
  #heard = Number.NEGATIVE_INFINITY;
  #commands = 0;
  #ended = false;

  constructor(options: RemoteShardOptions) {
    this.#options = options;
    this.#listeners = new CommitListeners(options.log);
    this.#replica = new ShardReplica({
      shard: options.shard,
      log: options.log,
      reads: readsOf(options),
      onRows: (rows) => {
        this.#listeners.journalled(rows);
        this.#listeners.committed(rows);
      },
      onReload: () => this.#listeners.rolledBack(),
    });
  }

  /** Follows the shard's rows, and loads the replica. */
  async start(): Promise<void> {
    const { bus, subjects, shard } = this.#options;
    this.#stops.push(
      bus.subscribe(
        subjects('shard', shard, 'rows'),
        (data) => {
          this.#heard = performance.now();
          this.#replica.take(readRows(data));
        },
        { onDropped: () => this.#replica.catchUp() },
      ),
    );
    await this.#replica.start();
  }

  /** True while the holder is heard and the replica is loaded. */
  get ready(): boolean {
    return !this.#ended && this.#replica.engine !== undefined && performance.now() - this.#heard < SILENCE_MS;
  }

  get rules(): TradingRules | undefined {
    return this.#replica.engine?.rules;
  }

  get restricted(): ReadonlyMap<InstrumentId, DealingMode> | undefined {
    return this.#replica.engine?.restricted;
  }

  get groups(): readonly Group[] | undefined {
    return this.#replica.engine?.groups;
  }

  groupOf(id: AccountId): GroupId | 'uncommitted' | undefined {
    const { engine } = this.#replica;
    return engine === undefined ? 'uncommitted' : engine.groupOf(id);
  }

  account(id: AccountId): AccountView | 'uncommitted' | undefined {
    const { engine } = this.#replica;
    return engine === undefined || engine.seq < this.#acknowledged ? 'uncommitted' : engine.account(id);
  }

  positions(id: AccountId): AccountPositions | 'uncommitted' | undefined {
    const { engine } = this.#replica;
    return engine === undefined || engine.seq < this.#acknowledged ? 'uncommitted' : engine.positions(id);
  }

  exposure(kind: AccountKind): readonly GroupHoldings[] | undefined {
    return this.#replica.engine?.exposure(kind);
  }

  async submit(draft: CommandDraft | SystemCommandDraft): Promise<HostOutcome> {
    if (this.#ended) throw new Error('the shard has stopped');
    if (this.#commands >= MOST_COMMANDS) return OVERLOADED;
    this.#commands += 1;
    try {
      return await this.#submitted(draft);
    } finally {
      this.#commands -= 1;
    }
  }

  /** Quotes reach the holder by the market's own messages; here they only value accounts, as an engine would. */
  onQuote(quote: Quote): void {
    if (!this.#closed.has(quote.instrument)) this.#replica.observe(quote);
  }

  setOpen(instrument: InstrumentId, open: boolean): void {
    if (open) this.#closed.delete(instrument);
    else this.#closed.add(instrument);
  }

  /** The holder's matter. */
  setDoubt(): void {
    // A doubt changes no value.
  }

  /** The holder answers and reports rows when the tables have them, so there is nothing to wait for. */
  written(): Promise<void> {
    return Promise.resolve();
  }

  onJournalled(listener: (rows: readonly Applied[]) => void): () => void {
    return this.#listeners.onJournalled(listener);
  }

  onCommitted(listener: (rows: readonly Applied[]) => void): () => void {
    return this.#listeners.onCommitted(listener);
  }

  onRollback(listener: () => void): () => void {
    return this.#listeners.onRollback(listener);
  }

  async stop(): Promise<void> {
    this.#ended = true;
    for (const stop of this.#stops.splice(0)) stop();
    await this.#replica.stop();
  }

  async #submitted(draft: CommandDraft | SystemCommandDraft): Promise<HostOutcome> {
    const data = writeCommand(draft);
    const deadline = performance.now() + GIVE_UP_MS;
    while (!this.#ended && performance.now() < deadline) {
      const answer = await this.#ask(data);
      if (answer !== undefined && (answer.outcome.ok || answer.outcome.reason !== 'not_ready')) {
        this.#acknowledged = Math.max(this.#acknowledged, answer.seq);
        this.#replica.catchUp(answer.seq);
        return answer.outcome;
      }
      // Without a key, a second attempt could have a second effect.
      if (!('key' in draft)) break;
      await pause(RETRY_MS);
    }
    return REFUSED_NOT_READY;
  }

  /** Undefined when no answer came, or the command must not be sent now: it may have been carried out before. */
  async #ask(data: Uint8Array): Promise<CommandAnswer | undefined> {
    const { bus, subjects, shard, mayAct } = this.#options;
    if (mayAct?.() === false) return undefined;
    try {
      return readAnswer(await bus.request(subjects('shard', shard, 'commands'), data, ANSWER_MS));
    } catch (error) {
      if (error instanceof NoAnswerError) return undefined;
      throw error;
    }
  }
}
