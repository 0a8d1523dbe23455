import { randomBytes } from 'node:crypto';
import type { InstrumentId, Quote } from '@fairlot/domain';
import { restoreEngine } from '@fairlot/engine';
import type {
  AccountId,
  AccountView,
  Applied,
  ClientCommand,
  DefineInstrument,
  SetRules,
  Submission,
  TradingEngine,
  TradingRules,
} from '@fairlot/engine';
import type { ClientConfig, Pool, PoolClient } from 'pg';
import { pause } from '../db/pause.ts';
import { GroupCommit } from './group-commit.ts';
import type { Waiter } from './group-commit.ts';
import { loadShard } from './journal/image.ts';
import { DeposedError, JournalWriter } from './journal/writer.ts';
import { JournalSearches, answerFromJournal } from './journal-searches.ts';
import { MarketMemory } from './market-memory.ts';
import { REFUSED_NOT_READY } from './port.ts';
import type { HostOutcome, SystemWish, TradingHost, Wish } from './port.ts';

const DEFAULT_LIMIT = 10_000;
const KEY_LIMIT = 128;
const RETRY_MS = 100;
const MOST_RETRY_MS = 2000;
const RECENT_KEYS = 50_000;
const NOT_READY: Promise<HostOutcome> = Promise.resolve(REFUSED_NOT_READY);
const OVERLOADED: Promise<HostOutcome> = Promise.resolve({ ok: false, reason: 'overloaded' });

/** What the host needs. */
export interface HostOptions {
  readonly connection: ClientConfig;
  readonly pool: Pool;
  /** Market time in epoch milliseconds. */
  readonly now: () => number;
  readonly log: { info(message: string): void; warn(message: string): void; error(message: string): void };
  /** Written beside the lease for people to read. */
  readonly holder: string;
  /** Commands taken and not committed yet, at most; beyond that new ones are refused as overloaded. */
  readonly limit?: number;
  readonly shard?: number;
  /** Idempotency keys that the engine keeps with their outcomes. */
  readonly recentKeys?: number;
  /** The host can't go on (another writer, a broken invariant): the process must end. */
  readonly onFatal: (error: Error) => void;
}

/** Takes the lease, recovers the shard from its tables, and returns its host, ready. */
export async function startTradingHost(options: HostOptions): Promise<TradingHost> {
  const host = new EngineHost(options);
  await host.start([]);
  return host;
}

interface Running {
  readonly engine: TradingEngine;
  readonly commits: GroupCommit;
  readonly writer: JournalWriter;
  readonly instruments: Set<InstrumentId>;
}

class EngineHost implements TradingHost {
  readonly #options: HostOptions;
  readonly #limit: number;
  readonly #recentKeys: number;
  /** Unlike any other host's, also where two processes have the same name and number. */
  readonly #holder: string;
  readonly #market = new MarketMemory();
  readonly #listeners = new Set<(rows: readonly Applied[]) => void>();
  readonly #forgetters = new Set<() => void>();
  readonly #searches: JournalSearches;
  #running: Running | undefined;
  #epoch: number | undefined;
  #ended = false;
  #recovery: Promise<void> = Promise.resolve();

  constructor(options: HostOptions) {
    this.#options = options;
    this.#holder = `${options.holder} ${randomBytes(8).toString('hex')}`;
    this.#searches = new JournalSearches(options.pool);
    this.#limit = options.limit ?? DEFAULT_LIMIT;
    this.#recentKeys = options.recentKeys ?? RECENT_KEYS;
    // A key that is not committed yet can't be found in the journal: the engine must remember it.
    if (this.#recentKeys < this.#limit)
      throw new RangeError('the engine must remember the keys of all uncommitted commands');
  }

  get ready(): boolean {
    return this.#running !== undefined && !this.#ended;
  }

  get rules(): TradingRules | undefined {
    return this.#running?.engine.rules;
  }

  submit(wish: Wish | SystemWish): Promise<HostOutcome> {
    const running = this.#running;
    if (this.#ended) return Promise.reject(new Error('the trading host has stopped'));
    if (running === undefined) return NOT_READY;
    if (running.commits.uncommitted + this.#searches.size >= this.#limit) return OVERLOADED;
    const command = { ...wish, time: this.#options.now() } as ClientCommand | DefineInstrument | SetRules;
    if (!('key' in command))
      return this.#answer(
        running,
        command,
        this.#guard(() => running.engine.submit(command)),
      );
    requireStorable(command);
    const search = this.#searches.underWay(command);
    if (search !== undefined) return search.then(() => this.submit(wish));
    const submission = this.#guard(() => running.engine.submit(command));
    return submission.kind === 'archived' ? this.#search(command) : this.#answer(running, command, submission);
  }

  onQuote(quote: Quote): void {
    this.#market.quote(quote);
    const running = this.#running;
    if (running?.instruments.has(quote.instrument) !== true) return;
    this.#guard(() => {
      const rows = running.engine.onQuote(quote);
      if (rows.length > 0) running.commits.add(rows);
    });
  }

  setOpen(instrument: InstrumentId, open: boolean): void {
    this.#market.session(instrument, open);
    const running = this.#running;
    if (running?.instruments.has(instrument) === true) this.#guard(() => running.engine.setOpen(instrument, open));
  }

  account(id: AccountId): AccountView | 'uncommitted' | undefined {
    const running = this.#running;
    if (running === undefined) return 'uncommitted';
    const view = running.engine.account(id);
    return view !== undefined && view.changedBy > running.commits.committedSeq ? 'uncommitted' : view;
  }

  onCommitted(listener: (rows: readonly Applied[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onForgotten(listener: () => void): () => void {
    this.#forgetters.add(listener);
    return () => this.#forgetters.delete(listener);
  }

  async stop(): Promise<void> {
    this.#ended = true;
    await this.#recovery;
    const running = this.#running;
    if (running === undefined) return;
    await running.commits.drained();
    this.#running = undefined;
    await running.writer.giveLeaseBack().catch(() => undefined);
    await running.writer.close();
  }

  /** Takes the lease and goes on from the tables. `waiters`: callers of a commit that failed, who are told what became of it. */
  async start(waiters: readonly Waiter[]): Promise<void> {
    const { connection, pool, shard = 0, log } = this.#options;
    const writer = await JournalWriter.open(connection);
    try {
      const epoch = await writer.takeLease(shard, this.#holder, this.#epoch);
      this.#epoch = epoch;
      const stored = await withSession(pool, (client) => loadShard(client, shard));
      const engine = restoreEngine(stored.image, { recentKeys: this.#recentKeys });
      await answerFromJournal(pool, waiters);
      const commits = new GroupCommit(
        writer,
        { ...stored.end, epoch },
        {
          committed: (rows) => this.#committed(rows),
          failed: (error, waiting) => this.#failed(writer, error, waiting),
        },
      );
      const running: Running = {
        engine,
        commits,
        writer,
        instruments: new Set([...stored.image.instruments].map(({ id }) => id)),
      };
      if (this.#ended) throw new Error('the trading host has stopped');
      this.#running = running;
      for (const instrument of running.instruments) this.#tellMarket(running, instrument);
      log.info(`shard ${shard} goes on after row ${stored.end.seq} under epoch ${epoch}`);
    } catch (error) {
      await writer.close();
      throw error;
    }
  }

  /** Looks an archived key up in the journal; a command that is not there is applied. */
  #search(command: ClientCommand): Promise<HostOutcome> {
    return this.#searches.find(command, (found) => {
      const running = this.#running;
      if (found === 'failed') return NOT_READY;
      if (found !== undefined) return Promise.resolve(found);
      if (running === undefined || this.#ended) return NOT_READY;
      const again = { ...command, time: this.#options.now() };
      return this.#answer(
        running,
        again,
        this.#guard(() => running.engine.submit(again, true)),
      );
    });
  }

  #answer(
    running: Running,
    command: ClientCommand | DefineInstrument | SetRules,
    submission: Submission,
  ): Promise<HostOutcome> {
    if (submission.kind === 'archived') throw new Error('the engine asked for a search that was made');
    const { outcome } = submission.kind === 'applied' ? submission.rows[0] : submission;
    if (submission.kind === 'applied') {
      this.#guard(() => running.commits.add(submission.rows));
      if (command.type === 'defineInstrument' && outcome.ok && !running.instruments.has(command.instrument.id)) {
        running.instruments.add(command.instrument.id);
        this.#tellMarket(running, command.instrument.id);
      }
    }
    return new Promise((answer) => {
      running.commits.whenCommitted({ outcome, key: 'key' in command ? command : undefined, answer });
    });
  }

  #tellMarket(running: Running, instrument: InstrumentId): void {
    this.#guard(() => {
      const rows = this.#market.tell(running.engine, instrument);
      if (rows.length > 0) running.commits.add(rows);
    });
  }

  #committed(rows: readonly Applied[]): void {
    for (const listener of this.#listeners) {
      try {
        listener(rows);
      } catch (error) {
        this.#options.log.error(`a listener to committed rows failed: ${String(error)}`);
      }
    }
  }

  /** Throws the memory away: what it holds beyond the journal did not happen. */
  #failed(writer: JournalWriter, error: Error, waiters: readonly Waiter[]): void {
    this.#running = undefined;
    for (const forget of this.#forgetters) forget();
    const closed = writer.close();
    if (this.#ended || error instanceof DeposedError) {
      for (const waiter of waiters) waiter.answer(REFUSED_NOT_READY);
      if (!this.#ended) this.#fatal(error);
      return;
    }
    this.#options.log.warn(`a commit failed (${error.message}); recovering from the journal`);
    this.#recovery = closed.then(() => this.#recover(waiters));
  }

  async #recover(waiters: readonly Waiter[]): Promise<void> {
    for (let wait = RETRY_MS; !this.#ended; wait = Math.min(wait * 2, MOST_RETRY_MS)) {
      try {
        await this.start(waiters);
        return;
      } catch (error) {
        if (error instanceof DeposedError) this.#fatal(error);
        else this.#options.log.warn(`recovery failed (${String(error)}); trying again`);
      }
      await pause(wait);
    }
    for (const waiter of waiters) waiter.answer(REFUSED_NOT_READY);
  }

  /** Runs a step of the engine. What it throws is a broken invariant: nothing may be built on this memory any more. */
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

async function withSession<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/** PostgreSQL's texts can't hold a zero character, and a key is an index entry: the features bound both before. */
function requireStorable(command: ClientCommand): void {
  if (command.key === '' || command.key.length > KEY_LIMIT || command.key.includes('\0'))
    throw new RangeError('an idempotency key has 1 to 128 characters');
  if (command.type === 'adjust' && command.memo.includes('\0'))
    throw new RangeError('a memo must not contain a zero character');
}
