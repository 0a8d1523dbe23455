import { randomBytes } from 'node:crypto';
import type { InstrumentId, Quote } from '@fairlot/domain';
import type { Applied, ClientCommand, HostCommand, KeyMemory, Rollover, Submission } from '@fairlot/engine';
import { pause } from '../platform/pause.ts';
import { AnnouncedSwaps } from './announced-swaps.ts';
import { CommitListeners } from './commit-listeners.ts';
import { withDayEnd } from './day-end.ts';
import type { PendingCaller } from './pending-caller.ts';
import { type HostOptions, memoryLimits } from './host-options.ts';
import { IdleWork } from './idle-work.ts';
import { JournalSearches } from './journal-searches.ts';
import { DeposedError } from './journal/writer-session.ts';
import { LatestMarkets } from './latest-markets.ts';
import { type OpenShard, openShard } from './open-shard.ts';
import { storageOf } from './postgres-storage.ts';
import {
  type AnsweredWhen,
  type CommandDraft,
  type HostOutcome,
  REFUSED_NOT_READY,
  type SystemCommandDraft,
  type TradingShard,
} from './port.ts';
import { requireStorable } from './require-storable.ts';
import type { ShardStorage } from './shard-storage.ts';
import { ShardViews } from './shard-views.ts';
import { settle, waitForTables } from './wait-for-tables.ts';

const RETRY_MS = 100;
const MOST_RETRY_MS = 2000;
const NOT_READY: Promise<HostOutcome> = Promise.resolve(REFUSED_NOT_READY);
const OVERLOADED: Promise<HostOutcome> = Promise.resolve({ ok: false, reason: 'overloaded' });

/** Takes the lease, recovers the shard from its tables, and returns a host that takes commands. */
export async function startTradingHost(options: HostOptions): Promise<TradingShard> {
  const host = new EngineHost(options);
  await host.start([]);
  return host;
}

class EngineHost extends ShardViews implements TradingShard {
  readonly #options: HostOptions;
  readonly #limit: number;
  readonly #recentKeys: number;
  /** Unique, even when two processes have the same name and process id. */
  readonly #holder: string;
  readonly #storage: ShardStorage;
  readonly #market: LatestMarkets;
  readonly #listeners: CommitListeners;
  readonly #searches: JournalSearches;
  readonly #bursts = new IdleWork(() => this.#workBurst());
  #running: OpenShard | undefined;
  #epoch: number | undefined;
  /** The keys of the engine before the last failed commit, so that a recovery reads none. */
  #keys: KeyMemory | undefined;
  #ended = false;
  #recovery: Promise<void> = Promise.resolve();

  constructor(options: HostOptions) {
    super(() => this.#running);
    this.#options = options;
    this.#holder = `${options.holder} ${randomBytes(8).toString('hex')}`;
    this.#market = options.markets ?? new LatestMarkets();
    this.#storage = storageOf(options);
    this.#searches = new JournalSearches(this.#storage);
    this.#listeners = new CommitListeners(options.log);
    ({ limit: this.#limit, recentKeys: this.#recentKeys } = memoryLimits(options));
  }

  get ready(): boolean {
    return this.#running !== undefined && !this.#ended;
  }

  submit(draft: CommandDraft | SystemCommandDraft, until: AnsweredWhen = 'written'): Promise<HostOutcome> {
    const running = this.#running;
    if (this.#ended) return Promise.reject(new Error('the trading host has stopped'));
    if (running === undefined) return NOT_READY;
    if (running.commits.uncommitted + this.#searches.size >= this.#limit) {
      this.#options.watch?.overloaded();
      return OVERLOADED;
    }
    const time = this.#options.now();
    this.#passTime(running, time);
    const command = withDayEnd<ClientCommand | HostCommand>(Object.assign({}, draft, { time }));
    if (!('key' in command))
      return this.#answer(
        running,
        command,
        this.#guard(() => running.engine.submit(command)),
        until,
      );
    requireStorable(command);
    const search = this.#searches.underWay(command);
    if (search !== undefined) return search.then(() => this.submit(draft, until));
    const submission = this.#guard(() => running.engine.submit(command));
    return submission.kind === 'archived'
      ? this.#search(command, until)
      : this.#answer(running, command, submission, until);
  }

  onQuote(quote: Quote): void {
    this.#market.quote(quote);
    const running = this.#running;
    if (running?.instruments.has(quote.instrument) !== true) return;
    this.#guard(() => {
      const now = this.#options.now();
      this.#passTime(running, now);
      const rows = running.engine.onQuote(quote, now);
      if (rows.length > 0) running.commits.add(rows);
    });
    if (running.engine.busy) this.#bursts.wake();
  }

  setOpen(instrument: InstrumentId, open: boolean): void {
    this.#market.session(instrument, open);
    const running = this.#running;
    if (running?.instruments.has(instrument) === true) this.#guard(() => running.engine.setOpen(instrument, open));
  }

  setDoubt(instrument: InstrumentId, doubt: boolean): void {
    this.#market.doubt(instrument, doubt);
    const running = this.#running;
    if (running?.instruments.has(instrument) === true) this.#guard(() => running.engine.setDoubt(instrument, doubt));
  }

  beginRollovers(): readonly Rollover[] {
    const running = this.#running;
    if (running === undefined || this.#ended) return [];
    this.#passTime(running, this.#options.now());
    return running.engine.rollovers;
  }

  written(): Promise<void> {
    return waitForTables(() => (this.#ended ? 'ended' : this.#running?.commits));
  }

  settled(): Promise<void> {
    return settle(this.#running?.commits);
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
    await this.#recovery;
    const running = this.#running;
    if (running === undefined) return;
    await running.commits.drained();
    this.#running = undefined;
    await running.writer.releaseLease().catch(() => undefined);
    await running.close();
  }

  /**
   * Takes the lease and continues from the tables. `callers` of a failed commit get their outcomes from the journal.
   */
  async start(callers: readonly PendingCaller[]): Promise<void> {
    const { shard = 0, log } = this.#options;
    const opened = await openShard({
      ...this.#options,
      storage: this.#storage,
      shard,
      holder: this.#holder,
      epoch: this.#epoch,
      recentKeys: this.#recentKeys,
      slice: this.#options.slice,
      keys: this.#keys,
      now: this.#options.now(),
      mostMissedRollovers: this.#options.mostMissedRollovers ?? Number.POSITIVE_INFINITY,
      announcedSwaps: this.#options.announcedSwaps ?? new AnnouncedSwaps(),
      mostBehind: this.#options.mostBehind,
      callers,
      listener: (close) => ({
        committed: (rows, tookMs) => {
          this.#options.watch?.committed(rows.length, tookMs / 1000);
          this.#listeners.journalled(rows);
          this.#bursts.wake();
        },
        written: (rows) => {
          this.#listeners.committed(rows);
          this.#bursts.wake();
        },
        failed: (error, waiting) => this.#failed(close, error, waiting),
      }),
      onLease: (epoch) => {
        this.#epoch = epoch;
      },
    });
    try {
      if (this.#ended) throw new Error('the trading host has stopped');
      this.#running = opened;
      // Positions that were open at a missed rollover owe its swap before a quote closes one.
      this.#passTime(opened, this.#options.now());
      for (const instrument of opened.instruments) this.#tellMarket(opened, instrument);
      this.#bursts.wake();
      const behind = opened.folded === 0 ? '' : `, after ${opened.folded} rows that its tables lacked are written`;
      log.info(`shard ${shard} continues after row ${opened.seq} under epoch ${opened.epoch}${behind}`);
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  /** Searches the journal for an archived key. Applies the command when the key is not there. */
  #search(command: ClientCommand, until: AnsweredWhen): Promise<HostOutcome> {
    return this.#searches.find(command, (found) => {
      const running = this.#running;
      if (found === 'failed') return NOT_READY;
      if (found !== undefined) return until === 'written' ? this.written().then(() => found) : Promise.resolve(found);
      if (running === undefined || this.#ended) return NOT_READY;
      const time = this.#options.now();
      this.#passTime(running, time);
      const again = { ...command, time };
      return this.#answer(
        running,
        again,
        this.#guard(() => running.engine.submit(again, true)),
        until,
      );
    });
  }

  #answer(
    running: OpenShard,
    command: ClientCommand | HostCommand,
    submission: Submission,
    until: AnsweredWhen,
  ): Promise<HostOutcome> {
    if (submission.kind === 'archived') throw new Error('the engine asked for a second search of the journal');
    // Nothing has changed, so there is no commit to wait for.
    if (submission.kind === 'refused') return Promise.resolve(submission.outcome);
    const { outcome } = submission.kind === 'applied' ? submission.rows[0] : submission;
    if (submission.kind === 'applied') {
      this.#guard(() => running.commits.add(submission.rows));
      if (running.engine.busy) this.#bursts.wake();
      if (outcome.ok) this.#noteListed(running, command);
    }
    return new Promise((answer) => {
      running.commits.whenCommitted({ outcome, until, command: 'key' in command ? command : undefined, answer });
    });
  }

  /** Follows which instruments the engine has: a new one gets its market. */
  #noteListed(running: OpenShard, command: ClientCommand | HostCommand): void {
    if (command.type === 'removeInstrument') running.instruments.delete(command.instrument);
    else if (command.type === 'defineInstrument' && !running.instruments.has(command.instrument.id)) {
      running.instruments.add(command.instrument.id);
      this.#tellMarket(running, command.instrument.id);
    }
  }

  /** Does what is due at a moment, before any command, quote or slice of it: begins rollovers and ends expired orders. */
  #passTime({ engine, rollovers, commits }: OpenShard, now: number): void {
    this.#guard(() => {
      const begun = rollovers.begin(engine, now);
      if (begun.length > 0) commits.add(begun);
      const ended = engine.expire(now);
      if (ended.length > 0) commits.add(ended);
    });
    if (engine.busy) this.#bursts.wake();
  }

  #tellMarket(running: OpenShard, instrument: InstrumentId): void {
    this.#guard(() => {
      const rows = this.#market.tell(running.engine, instrument, this.#options.now());
      if (rows.length > 0) running.commits.add(rows);
    });
  }

  /**
   * Works one slice of a burst, a review or many expiries, unless the journal is behind: a commit wakes it again. Returns true when
   * another may follow. A stop or a failed commit leaves the rest to the recovery, which continues it.
   */
  #workBurst(): boolean {
    const running = this.#running;
    if (running === undefined || this.#ended || !running.engine.busy || running.commits.isBehind) return false;
    this.#guard(() => {
      const now = this.#options.now();
      this.#passTime(running, now);
      running.commits.add(running.engine.work(now));
    });
    return running.engine.busy;
  }

  /** Rolls back: discards memory, because uncommitted changes did not happen. */
  #failed(close: () => Promise<void>, error: Error, callers: readonly PendingCaller[]): void {
    const failed = this.#running;
    this.#running = undefined;
    this.#keys = failed?.engine.releaseKeys(failed.commits.committedSeq) ?? this.#keys;
    this.#listeners.rolledBack();
    const closed = close();
    if (this.#ended || error instanceof DeposedError) {
      for (const caller of callers) caller.answer(REFUSED_NOT_READY);
      if (!this.#ended) this.#fatal(error);
      return;
    }
    this.#options.log.warn(`a commit failed (${error.message}); recovering from the journal`);
    this.#recovery = closed.then(() => this.#recover(callers));
  }

  async #recover(callers: readonly PendingCaller[]): Promise<void> {
    for (let wait = RETRY_MS; !this.#ended; wait = Math.min(wait * 2, MOST_RETRY_MS)) {
      try {
        await this.start(callers);
        // Now the tables have the rows that were never reported.
        this.#listeners.rolledBack();
        return;
      } catch (error) {
        if (error instanceof DeposedError) this.#fatal(error);
        else this.#options.log.warn(`recovery failed (${String(error)}); trying again`);
      }
      await pause(wait);
    }
    for (const caller of callers) caller.answer(REFUSED_NOT_READY);
  }

  /** Runs a step of the engine. An exception is a broken invariant, after which the memory can't be trusted. */
  #guard<T>(step: () => T): T {
    try {
      return step();
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error));
      this.#fatal(reason);
      this.#running?.commits.abandon(reason);
      throw error;
    }
  }

  #fatal(error: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#options.log.error(`the trading host stops: ${error.stack ?? error.message}`);
    this.#options.onFatal(error);
  }
}
