import {
  type Applied,
  type EngineImage,
  type Event,
  type Outcome,
  type TradingEngine,
  restoreEngine,
} from '@fairlot/engine';
import { decodeOutcome, decodeRow, encode } from '../../../apps/server/src/trading/journal/codec.ts';
import { encodeRow } from '../../../apps/server/src/trading/journal/encode-row.ts';
import type { CommandDraft, HostOutcome } from '../../../apps/server/src/trading/port.ts';
import { orderNumbersOf } from '../../../apps/server/src/trading/shard-numbers.ts';
import { type AnyDraft, type Reading, isKnown } from './answer.ts';
import { MoneyBooks } from './money-books.ts';
import type { SimDatabase } from './sim-database.ts';
import { type StoredRow, emptyShard, textOf } from './sim-tables.ts';
import { hasTerms } from './shared-terms.ts';

/** Thrown when the installation and the auditor disagree. */
export class ShardsDisagreement extends Error {
  override readonly name = 'ShardsDisagreement';
}

/** Refusals of the input alone, which leave no row. */
const WITHOUT_ROW = new Set(['lots_off_step', 'lots_below_minimum', 'price_off_grid']);

interface AuditedShard {
  readonly number: number;
  /** Follows the journal from its first row. */
  readonly engine: TradingEngine;
  /** The state's hash after each row. */
  readonly hashes: string[];
  epoch: number;
}

/**
 * Watches a simulated installation from outside: each committed row, each outcome that a client is told, each state that
 * somebody loads or follows. It replays each journal from its first row and shares nothing else with the processes.
 */
export class ShardsAuditor {
  /** The first difference that was found. */
  failure: ShardsDisagreement | undefined;
  readonly #database: SimDatabase;
  readonly #shards: ReadonlyMap<number, AuditedShard>;
  readonly #keys = new Map<string, { readonly shard: number; readonly row: StoredRow }>();
  readonly #told = new Map<string, HostOutcome>();
  readonly #shardOf = new Map<number, number>();
  readonly #books = new MoneyBooks();
  /** Outcomes that were told, and those that were told again. */
  readonly counts = { told: 0, repeats: 0, loads: 0, compared: 0 };

  constructor(database: SimDatabase) {
    this.#database = database;
    this.#shards = new Map(
      database.shards.map(({ number }) => {
        const engine = emptyShard(number);
        return [number, { number, engine, hashes: [engine.stateHash()], epoch: 0 }];
      }),
    );
  }

  /** Notes the first difference, which ends the run: a part under test may catch what is thrown in it. */
  disagree(message: string): never {
    this.failure ??= new ShardsDisagreement(message);
    throw this.failure;
  }

  /** Takes rows at the moment at which a journal has them. */
  committed(number: number, rows: readonly StoredRow[]): void {
    const { lease, journal } = this.#database.shard(number);
    const shard = this.#shard(number);
    for (const row of rows) {
      const name = `row ${row.seq} of shard ${number}`;
      if (row.seq !== shard.engine.seq + 1) this.disagree(`${name} follows row ${shard.engine.seq}`);
      if (row.epoch !== lease.epoch || row.epoch < shard.epoch)
        this.disagree(`${name} is of epoch ${row.epoch}, and the lease has epoch ${lease.epoch}`);
      shard.epoch = row.epoch;
      const given = decodeRow(row.seq, row.rules, row.texts);
      this.#replay(shard, given, row);
      this.#noteKey(number, given, row);
      for (const event of given.events) this.#noteNumbers(number, event);
      this.#books.take(number, given.events);
    }
    if (journal.length !== shard.engine.seq)
      this.disagree(`the journal of shard ${number} has rows that were not committed`);
    this.checkTables();
  }

  /** Takes an outcome that a client is told. It must be in a journal by now, and the same as before. */
  told(draft: AnyDraft, outcome: HostOutcome): void {
    if (!isKnown(outcome)) return;
    this.counts.told += 1;
    if (!('key' in draft)) {
      if (outcome.ok)
        for (const { engine, number } of this.#shards.values())
          if (!hasTerms(engine, draft))
            this.disagree(`${draft.type} was acknowledged, and shard ${number} does not have it`);
      return;
    }
    const name = `${draft.account} ${draft.key}`;
    const found = this.#keys.get(name);
    if (found === undefined) {
      if (!outcome.ok && WITHOUT_ROW.has(outcome.reason)) return;
      this.disagree(`the client of ${name} was told ${encode(outcome)}, and no journal has a row`);
    }
    const { command, outcome: text } = found.row.texts;
    const isSame = sameCommand(command, draft);
    const expected: Outcome = isSame ? decodeOutcome(text) : { ok: false, reason: 'key_reused' };
    if (encode(outcome) !== encode(expected))
      this.disagree(`the client of ${name} was told ${encode(outcome)}, and the journal says ${encode(expected)}`);
    if (!isSame) return;
    if (this.#told.has(name)) this.counts.repeats += 1;
    this.#told.set(name, outcome);
  }

  /** The number of the row under a key; undefined without one. `changes`: whether it changed its account. */
  rowOf(account: number, key: string): { readonly seq: number; readonly changes: boolean } | undefined {
    const found = this.#keys.get(`${account} ${key}`);
    if (found === undefined) return undefined;
    return { seq: found.row.seq, changes: found.row.texts.events !== '[]' };
  }

  /** Compares a state that a process has loaded with the journal from its first row. */
  loaded(number: number, image: EngineImage): void {
    this.counts.loads += 1;
    this.follows(number, image.seq, restoreEngine(image, { recentKeys: 1, replays: true }).stateHash());
  }

  /** Compares a state that a process has reached with the journal from its first row. */
  follows(number: number, seq: number, hash: string): void {
    this.counts.compared += 1;
    const expected = this.#shard(number).hashes[seq];
    if (expected === undefined)
      this.disagree(`a state of shard ${number} is at row ${seq}, which its journal does not have`);
    if (expected !== hash) this.disagree(`a state of shard ${number} differs from its journal at row ${seq}`);
  }

  /** Takes rows that a listener is told of: they are in the journal, and in the tables unless `isBefore`. */
  reported(number: number, rows: readonly Applied[], isBefore = false): void {
    const { journal, tables } = this.#database.shard(number);
    for (const row of rows) {
      const stored = journal[row.seq - 1];
      if (stored === undefined || textOf(stored.texts) !== textOf(encodeRow(row)))
        this.disagree(`row ${row.seq} of shard ${number} was reported, and its journal does not have it`);
      if (!isBefore && row.seq > tables.written)
        this.disagree(`row ${row.seq} of shard ${number} was reported before the tables had it`);
    }
  }

  /** The watermark is never beyond the journal. */
  checkTables(): void {
    for (const { number, tables, journal } of this.#database.shards)
      if (tables.seq > journal.length)
        this.disagree(`the tables of shard ${number} are at row ${tables.seq}, its journal at ${journal.length}`);
  }

  /** Compares an account as it is shown with its journal at this moment. */
  shown(id: number, reading: Reading): void {
    const shard = this.#shardOf.get(id);
    const expected = shard === undefined ? undefined : this.#shard(shard).engine.account(id);
    if (booksOf(reading) !== booksOf(expected))
      this.disagree(`account ${id} is shown as ${booksOf(reading)}, and its journal says ${booksOf(expected)}`);
  }

  /** Checks what holds for the whole installation once it rests. `readings`: accounts as clients read them. */
  finish(readings: Iterable<readonly [number, Reading]>): void {
    for (const [id, reading] of readings) this.shown(id, reading);
    const [first, ...others] = [...this.#shards.values()];
    for (const { engine, number } of others) {
      const differs = ['rules', 'instruments', 'groups', 'restricted'].find(
        (part) => encode(termsIn(engine, part)) !== encode(termsIn(first!.engine, part)),
      );
      if (differs !== undefined) this.disagree(`shard ${number} has other ${differs} than shard ${first!.number}`);
    }
    for (const { number, tables, journal } of this.#database.shards)
      if (tables.seq !== journal.length) this.disagree(`the tables of shard ${number} stay behind its journal`);
    const difference = this.#books.differenceTo([...this.#shards.values()].map(({ engine }) => engine.image()));
    if (difference !== undefined) this.disagree(difference);
  }

  #shard(number: number): AuditedShard {
    return this.#shards.get(number)!;
  }

  #replay(shard: AuditedShard, given: Applied, row: StoredRow): void {
    let made: string;
    try {
      made = textOf(encodeRow(shard.engine.replay(given)));
    } catch (error) {
      return this.disagree(
        `row ${row.seq} of shard ${shard.number} does not follow from its journal: ${String(error)}`,
      );
    }
    if (made !== textOf(row.texts))
      this.disagree(`row ${row.seq} of shard ${shard.number} is\n${textOf(row.texts)}\n  and follows as\n${made}`);
    shard.hashes.push(shard.engine.stateHash());
  }

  #noteKey(shard: number, { command }: Applied, row: StoredRow): void {
    if (!('key' in command)) return;
    const name = `${command.account} ${command.key}`;
    const earlier = this.#keys.get(name);
    if (earlier !== undefined)
      this.disagree(
        `the key ${name} is in row ${earlier.row.seq} of shard ${earlier.shard} and in row ${row.seq} of shard ${shard}`,
      );
    this.#keys.set(name, { shard, row });
  }

  #noteNumbers(shard: number, event: Event): void {
    if (event.type === 'accountOpened') {
      const other = this.#shardOf.get(event.account);
      if (other !== undefined) this.disagree(`account ${event.account} is on shard ${other} and on shard ${shard}`);
      this.#shardOf.set(event.account, shard);
    }
    if (event.type !== 'orderPlaced' && event.type !== 'positionOpened') return;
    const { first, end } = orderNumbersOf(shard);
    if (event.order < first || event.order >= end) this.disagree(`order ${event.order} is on shard ${shard}`);
  }
}

/** The books and positions of an account, apart from the values that depend on the market. */
function booksOf(view: Reading): string {
  if (view === 'uncommitted' || view === undefined) return String(view);
  const { cash, orderReserve, withdrawalHold, positions } = view;
  return encode({ cash, orderReserve, withdrawalHold, orders: positions.map(({ order }) => order.id) });
}

/** Terms by ascending number, because their order in an engine is that of their definition. */
function termsIn(engine: TradingEngine, part: string): unknown {
  const { rules, instruments, groups, restricted } = engine.image();
  const parts: Readonly<Record<string, unknown>> = { rules, instruments: [...instruments], groups, restricted };
  return parts[part];
}

function sameCommand(stored: string, draft: CommandDraft): boolean {
  const { time: _time, ...command } = JSON.parse(stored) as Record<string, unknown>;
  return sorted(command) === sorted(JSON.parse(encode(draft)) as Record<string, unknown>);
}

function sorted(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));
}
