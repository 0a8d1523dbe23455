import type { InstrumentId, Quote } from '@fairlot/domain';
import {
  type AccountView,
  type Applied,
  type ClientCommand,
  type EngineImage,
  type HostCommand,
  type Outcome,
  type TradingEngine,
  createEngine,
  restoreEngine,
} from '@fairlot/engine';

const ORDERS = 10_000_000;
/** A small memory of keys, so that many are archived. */
const KEYS = { recentKeys: 500 };

/** A real engine with its journal. Rows that are not committed are lost in a crash. */
export class SimShard {
  readonly number: number;
  readonly #onCommit: (row: Applied, shard: number) => void;
  readonly #slice: number;
  #engine: TradingEngine;
  #image: EngineImage;
  #sinceImage: Applied[] = [];
  #uncommitted: Applied[] = [];
  readonly #quotes = new Map<InstrumentId, Quote>();
  /** Outcomes by account and key, as the journal has them. */
  readonly #outcomes = new Map<string, Applied>();
  committedSeq = 0;
  /** True while copying gets no answer. People are not affected, so that much changes meanwhile. */
  isAway = false;

  constructor(number: number, slice: number, onCommit: (row: Applied, shard: number) => void) {
    this.number = number;
    this.#slice = slice;
    this.#onCommit = onCommit;
    this.#engine = createEngine({ ...KEYS, slice, firstOrder: number * ORDERS + 1 });
    this.#image = this.#engine.image();
  }

  get busy(): boolean {
    return this.#engine.busy;
  }

  get restricted(): TradingEngine['restricted'] {
    return this.#engine.restricted;
  }

  account(id: number): AccountView | undefined {
    return this.#engine.account(id);
  }

  order(id: number): ReturnType<TradingEngine['order']> {
    return this.#engine.order(id);
  }

  groupTerms(...of: Parameters<TradingEngine['groupTerms']>): ReturnType<TradingEngine['groupTerms']> {
    return this.#engine.groupTerms(...of);
  }

  market(instrument: InstrumentId): ReturnType<TradingEngine['market']> {
    return this.#engine.market(instrument);
  }

  /** Applies a command in memory. Its row is in the journal after the next commit. */
  submit(command: ClientCommand | HostCommand): Outcome {
    let submission = this.#engine.submit(command);
    if (submission.kind === 'archived') {
      const found = 'key' in command ? this.find(command.account, command.key) : undefined;
      if (found !== undefined) return found.outcome;
      submission = this.#engine.submit(command, true);
    }
    if (submission.kind === 'archived') throw new Error('a fresh key is archived');
    if (submission.kind !== 'applied') return submission.outcome;
    this.#uncommitted.push(...submission.rows);
    return submission.rows[0].outcome;
  }

  /** The row of a key in the journal, or in memory before its commit. */
  find(account: number, key: string): Applied | undefined {
    return this.#outcomes.get(`${account}:${key}`);
  }

  setOpen(instrument: InstrumentId, open: boolean): void {
    this.#engine.setOpen(instrument, open);
  }

  quote(quote: Quote): void {
    this.#quotes.set(quote.instrument, quote);
    this.#uncommitted.push(...this.#engine.onQuote(quote, quote.time));
  }

  work(now: number): void {
    if (this.#engine.busy) this.#uncommitted.push(...this.#engine.work(now));
  }

  commit(): void {
    for (const row of this.#uncommitted) {
      this.#sinceImage.push(row);
      this.committedSeq = row.seq;
      if ('key' in row.command) this.#outcomes.set(`${row.command.account}:${row.command.key}`, row);
      this.#onCommit(row, this.number);
    }
    this.#uncommitted = [];
  }

  /** Discards what is not committed and restores the engine from its journal, as the host does. */
  rollBack(now: number): void {
    this.#uncommitted = [];
    const keys = this.#engine.releaseKeys(this.committedSeq);
    const replayed = restoreEngine(this.#image, { slice: this.#slice, replays: true });
    for (const row of this.#sinceImage) replayed.replay(row);
    this.#image = replayed.image();
    this.#sinceImage = [];
    this.#engine = restoreEngine(this.#image, { slice: this.#slice, keys });
    for (const [instrument, quote] of this.#quotes) {
      this.#engine.setOpen(instrument, true);
      this.#uncommitted.push(...this.#engine.onQuote(quote, now));
    }
    while (this.#engine.busy) this.work(now);
    this.commit();
  }
}
