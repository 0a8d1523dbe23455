import type { DealingMode, Group, GroupId, InstrumentId, Quote } from '@fairlot/domain';
import type {
  AccountId,
  AccountKind,
  AccountPositions,
  AccountView,
  Applied,
  GroupHoldings,
  Rollover,
  TradingRules,
} from '@fairlot/engine';
import { NotReadyError } from '../../platform/not-ready-error.ts';
import { pause } from '../../platform/pause.ts';
import { CommitListeners } from '../commit-listeners.ts';
import type { HostSettings } from '../host-options.ts';
import { startTradingHost } from '../host.ts';
import { DeposedError } from '../journal/writer-session.ts';
import { LatestMarkets } from '../latest-markets.ts';
import { type ShardDatabase, storageOf } from '../postgres-storage.ts';
import {
  type AnsweredWhen,
  type CommandDraft,
  type HostOutcome,
  REFUSED_NOT_READY,
  type SystemCommandDraft,
  type TradingShard,
} from '../port.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { type LeaseView, LeaseHeldError, type LeaseTerm } from './lease-term.ts';

/** Milliseconds between two looks of a standby at the lease. */
const LOOK_MS = 200;
/** Milliseconds after a failed take: several looks of other standbys, which may be able to hold the shard. */
const RETRY_MS = 1000;
const NOT_READY: Promise<HostOutcome> = Promise.resolve(REFUSED_NOT_READY);

/** Work that belongs to the holder of a lease, such as charging swaps. Returns its end. */
export type HeldWork = (shard: TradingShard, lease: LeaseView) => Promise<() => Promise<void>>;

/** The settings of a shard that a process stands by for. */
export interface LeasedShardSettings extends Omit<HostSettings, 'lease' | 'markets' | 'onFatal' | 'shard'> {
  readonly shard: number;
  readonly keeper: LeaseKeeper;
  /** Milliseconds for which a shard that was handed over leaves the lease to others. */
  readonly restMs: number;
  readonly work: HeldWork;
  /** False while a free lease is left to another process. Default: never. */
  readonly mayTake?: () => Promise<boolean>;
  /** Called when a shard is taken, with its epoch, and when it is lost. */
  readonly onChange?: (epoch: number | undefined) => void;
  /** Called when a free shard could not be taken, except when another process was faster. */
  readonly onFailed?: () => void;
  /** A broken invariant: the process must end. Losing a lease is none. */
  readonly onFatal: (error: Error) => void;
}

export type LeasedShardOptions = LeasedShardSettings & ShardDatabase;

/**
 * A shard that this process hosts while it has the lease, and stands by for otherwise. Losing the lease discards the
 * engine and goes back to standing by; the epoch keeps what was not committed from ever being so.
 */
export class LeasedShard implements TradingShard {
  readonly #options: LeasedShardOptions;
  readonly #listeners: CommitListeners;
  readonly #markets = new LatestMarkets();
  #host: TradingShard | undefined;
  #term: LeaseTerm | undefined;
  /** Ends the holding that is under way. */
  #end: (() => void) | undefined;
  #held: Promise<void> = Promise.resolve();
  #ended = false;
  #restsUntil = 0;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: LeasedShardOptions) {
    this.#options = options;
    this.#listeners = new CommitListeners(options.log);
  }

  /** Begins to stand by. */
  start(): void {
    this.#loop = this.#standBy();
  }

  /** True while this process hosts the shard. */
  get isHeld(): boolean {
    return this.#host !== undefined;
  }

  get ready(): boolean {
    return this.#current?.ready === true;
  }

  get rules(): TradingRules | undefined {
    return this.#host?.rules;
  }

  get restricted(): ReadonlyMap<InstrumentId, DealingMode> | undefined {
    return this.#host?.restricted;
  }

  get groups(): readonly Group[] | undefined {
    return this.#host?.groups;
  }

  get uncommitted(): number {
    return this.#host?.uncommitted ?? 0;
  }

  get unwritten(): number {
    return this.#host?.unwritten ?? 0;
  }

  groupOf(id: AccountId): GroupId | 'uncommitted' | undefined {
    return this.#host === undefined ? 'uncommitted' : this.#host.groupOf(id);
  }

  account(id: AccountId): AccountView | 'uncommitted' | undefined {
    const host = this.#current;
    return host === undefined ? 'uncommitted' : host.account(id);
  }

  positions(id: AccountId): AccountPositions | 'uncommitted' | undefined {
    const host = this.#current;
    return host === undefined ? 'uncommitted' : host.positions(id);
  }

  exposure(kind: AccountKind): readonly GroupHoldings[] | undefined {
    return this.#host?.exposure(kind);
  }

  submit(draft: CommandDraft | SystemCommandDraft, until?: AnsweredWhen): Promise<HostOutcome> {
    if (this.#ended) return Promise.reject(new Error('the shard has stopped'));
    // A host that loses its lease rejects; the next holder knows the outcome.
    return this.#current?.submit(draft, until).catch(() => REFUSED_NOT_READY) ?? NOT_READY;
  }

  /** The host keeps the latest markets itself; they are the same object. */
  onQuote(quote: Quote): void {
    if (this.#host === undefined) this.#markets.quote(quote);
    else this.#host.onQuote(quote);
  }

  setOpen(instrument: InstrumentId, open: boolean): void {
    if (this.#host === undefined) this.#markets.session(instrument, open);
    else this.#host.setOpen(instrument, open);
  }

  setDoubt(instrument: InstrumentId, doubt: boolean): void {
    if (this.#host === undefined) this.#markets.doubt(instrument, doubt);
    else this.#host.setDoubt(instrument, doubt);
  }

  beginRollovers(): readonly Rollover[] {
    return this.#host?.beginRollovers() ?? [];
  }

  written(): Promise<void> {
    return this.#host?.written() ?? Promise.reject(notHosted(this.#options.shard));
  }

  settled(): Promise<void> {
    return this.#host?.settled() ?? Promise.reject(notHosted(this.#options.shard));
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

  /** Commits what is decided, gives the lease up, and leaves it to others for a moment. */
  async handOver(): Promise<void> {
    this.#restsUntil = Number.POSITIVE_INFINITY;
    this.#end?.();
    await this.#held.catch(() => undefined);
    this.#restsUntil = performance.now() + this.#options.restMs;
  }

  async stop(): Promise<void> {
    this.#ended = true;
    this.#end?.();
    await this.#loop;
  }

  /** The host, unless another process may have the lease: then what is in memory may be old. */
  get #current(): TradingShard | undefined {
    return this.#term?.isCurrent === true ? this.#host : undefined;
  }

  async #standBy(): Promise<void> {
    const { log, shard } = this.#options;
    while (!this.#ended) {
      try {
        if (performance.now() >= this.#restsUntil && (await this.#isFree()) && (await this.#mayTake())) {
          this.#held = this.#hold();
          await this.#held.catch((error: unknown) => this.#failed(error));
        }
      } catch (error) {
        log.warn(`shard ${shard} could not be looked at (${String(error)})`);
      }
      await pause(LOOK_MS);
    }
  }

  #failed(error: unknown): void {
    const { log, shard, onFailed } = this.#options;
    // Another standby was faster.
    if (error instanceof LeaseHeldError) return;
    log.warn(`shard ${shard} could not be taken (${String(error)})`);
    this.#restsUntil = Math.max(this.#restsUntil, performance.now() + RETRY_MS);
    onFailed?.();
  }

  #isFree(): Promise<boolean> {
    return storageOf(this.#options).isFree(this.#options.shard);
  }

  async #mayTake(): Promise<boolean> {
    return (await this.#options.mayTake?.()) ?? true;
  }

  /** Takes the lease and hosts the shard until it is lost or given up. */
  async #hold(): Promise<void> {
    const { shard, work, onChange, log } = this.#options;
    const over = new Promise<void>((done) => {
      this.#end = done;
    });
    const { host, lease } = await this.#startHost();
    const { epoch } = lease;
    try {
      host.onJournalled((rows) => this.#listeners.journalled(rows));
      host.onCommitted((rows) => this.#listeners.committed(rows));
      host.onRollback(() => this.#listeners.rolledBack());
      // Before any await, because a quote that comes now must reach the engine.
      this.#host = host;
      const endWork = await work(this, lease);
      onChange?.(epoch);
      if (!this.#ended) await over;
      this.#host = undefined;
      onChange?.(undefined);
      await endWork();
    } finally {
      this.#host = undefined;
      // Commits what is decided and answers its callers; with a lost lease they hear that the outcome is not known.
      await host.stop();
      this.#options.keeper.forget(shard);
      this.#listeners.rolledBack();
      log.info(`shard ${shard} is no longer held under epoch ${epoch}`);
    }
  }

  async #startHost(): Promise<{ readonly host: TradingShard; readonly lease: LeaseView }> {
    const { shard, keeper, work: _work, mayTake: _mayTake, onChange: _onChange, onFatal, ...options } = this.#options;
    const term = keeper.termOf(shard, () => this.#end?.());
    this.#term = term;
    try {
      const host = await startTradingHost({
        ...options,
        shard,
        markets: this.#markets,
        lease: term,
        onFatal: (error) => {
          if (error instanceof DeposedError) this.#end?.();
          else onFatal(error);
        },
      });
      return { host, lease: term };
    } catch (error) {
      keeper.forget(shard);
      throw error;
    }
  }
}

function notHosted(shard: number): NotReadyError {
  return new NotReadyError(`shard ${shard} is not hosted by this process`);
}
