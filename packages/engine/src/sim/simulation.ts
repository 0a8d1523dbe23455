import type { Instrument } from '@fairlot/domain';
import {
  type Applied,
  type ClientCommand,
  type EngineImage,
  type HostCommand,
  type KeyMemory,
  type Outcome,
  type TradingEngine,
  createEngine,
  nameOf,
  restoreEngine,
  stateLines,
} from '../index.ts';
import { Auditor } from './auditor/auditor.ts';
import type { Books } from './auditor/books.ts';
import { compareAccounts, compareAll } from './compare.ts';
import { Random, type RunProfile, profileOf } from './random.ts';
import { Counters, type Report } from './report.ts';
import { rowText } from './row-text.ts';
import { RULES, SimulatedMarket } from './simulated-market.ts';
import { Workload } from './workload.ts';

/** The seed and length of a run. */
export interface SimulationOptions {
  readonly seed: number;
  /** Number of commands. Quotes come in addition. */
  readonly commands: number;
}

/** Creates engines. Tests pass broken ones. */
export interface EngineMaker {
  /** `slice`: see EngineOptions. */
  create(slice: number): TradingEngine;
  /** `keys`: released by the engine before. */
  restore(image: EngineImage, slice: number, keys?: KeyMemory): TradingEngine;
}

/** Low enough that keys leave the memory during a run. */
const RECENT_KEYS = 50;
const SOUND: EngineMaker = {
  create: (slice) => createEngine({ recentKeys: RECENT_KEYS, slice }),
  restore: (image, slice, keys) => restoreEngine(image, { recentKeys: RECENT_KEYS, slice, keys }),
};

/** The auditor's books and the journal's length at the last commit, for a simulated crash. */
interface Commit {
  readonly books: Books;
  readonly rows: number;
}

/** Thrown when engine and auditor disagree. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';
}

/**
 * Runs an engine through a seeded stream of commands, quotes, sessions and crashes, next to an auditor that predicts
 * every outcome from its own books. Throws Disagreement with seed and step at the first difference.
 */
export function runSimulation(options: SimulationOptions, maker: EngineMaker = SOUND): Report {
  return new Simulation(options, maker).run();
}

class Simulation {
  readonly #options: SimulationOptions;
  readonly #maker: EngineMaker;
  readonly #random: Random;
  readonly #profile: RunProfile;
  readonly #market: SimulatedMarket;
  readonly #workload: Workload;
  readonly #auditor: Auditor;
  readonly #counters = new Counters();
  readonly #journal: Applied[] = [];
  /** The keys in the journal. */
  #used = new Set<string>();
  readonly #sessions = new Map<number, boolean>();
  readonly #doubts = new Map<number, boolean>();
  #engine: TradingEngine;
  #commit: Commit;
  #step = 0;

  constructor(options: SimulationOptions, maker: EngineMaker) {
    this.#options = options;
    this.#maker = maker;
    this.#random = new Random(options.seed);
    this.#profile = profileOf(this.#random, options.seed);
    this.#market = new SimulatedMarket(this.#random, this.#profile);
    this.#workload = new Workload(this.#random, this.#market, this.#profile);
    this.#auditor = new Auditor(this.#profile.slice);
    this.#engine = maker.create(this.#profile.slice);
    this.#commit = { books: this.#auditor.remember(), rows: 0 };
  }

  run(): Report {
    try {
      this.#begin();
      for (this.#step = 1; this.#step <= this.#options.commands; this.#step += 1) this.#oneStep();
      while (this.#auditor.busy) this.#work();
      this.#refold();
      compareAll(this.#engine, this.#auditor.ledger);
    } catch (error) {
      throw new Disagreement(
        `seed ${this.#options.seed}, step ${this.#step}: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
    return this.#counters.report();
  }

  #begin(): void {
    this.#submit({ type: 'setRules', time: this.#market.time, rules: RULES });
    for (const instrument of this.#market.instruments) {
      this.#submit({ type: 'defineInstrument', time: this.#market.time, instrument });
      this.#setOpen(instrument.id, true);
    }
    for (const instrument of this.#market.quoted) this.#quote(instrument);
    this.#noteCommit();
  }

  #oneStep(): void {
    const random = this.#random;
    this.#market.pass();
    if (this.#auditor.busy) for (let slices = random.between(0, 3); slices > 0; slices -= 1) this.#work();
    if (random.chance(0.02)) {
      const { id } = random.pick(this.#market.instruments);
      if (this.#mayChange(id))
        this.#setOpen(id, !(this.#sessions.get(id) ?? false) || !random.chance(this.#profile.closing));
    }
    if (random.chance(this.#profile.doubting)) {
      const { id } = random.pick(this.#market.quoted);
      if (this.#mayChange(id)) this.#setDoubt(id, !(this.#doubts.get(id) ?? false) && random.chance(0.6));
    }
    for (let quotes = random.between(0, 3); quotes > 0; quotes -= 1) this.#quote(random.pick(this.#market.quoted));
    // Sometimes all markets move together, so that most quotes are usually fresh.
    if (random.chance(0.15))
      for (const instrument of this.#market.quoted) if (random.chance(0.85)) this.#quote(instrument);
    this.#submit(this.#workload.next(this.#auditor.ledger.books));
    if (random.chance(0.05)) this.#noteCommit();
    // Bursts are short, and a crash within one must not be rare.
    if (random.chance(this.#auditor.busy ? 0.08 : 0.004)) this.#crash();
    if (this.#step % 100 === 0) compareAll(this.#engine, this.#auditor.ledger);
  }

  /** Like the host, ends what is due before any command, quote or slice. */
  #expire(): void {
    const lines = this.#auditor.expire(this.#market.time);
    this.#take(this.#engine.expire(this.#market.time), lines);
  }

  #quote(instrument: Instrument): void {
    if (!this.#isListed(instrument.id)) return;
    this.#expire();
    const quote = this.#market.quote(instrument);
    const { time } = this.#market;
    const rows = this.#engine.onQuote(quote, time);
    this.#counters.quotes += 1;
    // How much of a burst is in this slice is the engine's choice.
    const isBurst = this.#profile.slice !== Number.POSITIVE_INFINITY && rows.at(-1)?.command.type === 'beginBurst';
    this.#take(
      rows,
      isBurst
        ? this.#auditor.burst(quote, time, rows, this.#engine.market(quote.instrument))
        : this.#auditor.quote(quote, time),
    );
  }

  /** One slice of a burst and of a review. */
  #work(): void {
    this.#expire();
    const rows = this.#engine.work(this.#market.time);
    const lines = this.#auditor.work(rows, this.#market.time, (instrument) => this.#engine.market(instrument));
    this.#counters.slices += 1;
    this.#take(rows, lines);
    if (this.#engine.busy !== this.#auditor.busy) throw new Error('a burst or a review ended on one side only');
  }

  /** During bursts, other markets do not change silently: what that allows is judged at their next quote. */
  #mayChange(instrument: number): boolean {
    const { bursting } = this.#auditor;
    return bursting.length === 0 || bursting.includes(instrument);
  }

  /** Like the host, passes on nothing of the market of an instrument that the engine does not have. */
  #isListed(instrument: number): boolean {
    return this.#auditor.ledger.books.instruments.has(instrument);
  }

  /** Submits a command. Like the host, tells the engine about the market of an instrument that is new. */
  #submit(command: ClientCommand | HostCommand): void {
    const isNew = command.type === 'defineInstrument' && !this.#isListed(command.instrument.id);
    this.#give(command);
    if (!isNew || this.#step === 0) return;
    const { id } = command.instrument;
    this.#setOpen(id, this.#sessions.get(id) ?? false);
    this.#setDoubt(id, this.#doubts.get(id) ?? false);
  }

  #give(command: ClientCommand | HostCommand): void {
    this.#expire();
    const expected = this.#auditor.command(command);
    const before = expected.kind === 'refused' ? stateText(this.#engine) : '';
    let submission = this.#engine.submit(command);
    this.#counters.commands += 1;
    if (submission.kind === 'archived') {
      this.#counters.archived += 1;
      // Like the host, searches the journal and submits again when the key is not there.
      if ('key' in command && this.#used.has(nameOf(command))) {
        if (expected.kind !== 'repeated') throw new Error('the engine took a new key for a used one');
        return;
      }
      submission = this.#engine.submit(command, true);
    }
    if (submission.kind !== expected.kind)
      throw new Error(`the command is expected to be ${expected.kind}, the engine says ${submission.kind}`);
    if (submission.kind === 'applied') {
      same(submission.rows[0].outcome, expected.outcome);
      this.#take(submission.rows, expected.lines);
      return;
    }
    same(submission.outcome, expected.outcome);
    if (submission.kind === 'repeated') this.#counters.repeated += 1;
    else this.#counters.countRefused(submission.outcome);
    if (expected.kind === 'refused' && stateText(this.#engine) !== before)
      throw new Error('a command that was refused for its input changed the state');
  }

  /** Compares rows with the prediction and appends them to the journal. */
  #take(rows: readonly Applied[], expected: readonly string[]): void {
    const actual = rows.flatMap(rowText);
    for (let line = 0; line < Math.max(actual.length, expected.length); line += 1) {
      if (actual[line] !== expected[line])
        throw new Error(
          `line ${line}\n  expected ${expected[line] ?? 'nothing'}\n  but got  ${actual[line] ?? 'nothing'}`,
        );
    }
    this.#journal.push(...rows);
    for (const { command } of rows) if ('key' in command) this.#used.add(nameOf(command));
    this.#counters.count(rows);
    if (rows.length > 0) compareAccounts(this.#engine, this.#auditor.ledger, this.#auditor.ledger.touched);
  }

  #setOpen(instrument: number, open: boolean): void {
    this.#sessions.set(instrument, open);
    if (!this.#isListed(instrument)) return;
    this.#auditor.setOpen(instrument, open);
    this.#engine.setOpen(instrument, open);
  }

  #setDoubt(instrument: number, doubt: boolean): void {
    this.#doubts.set(instrument, doubt);
    if (!this.#isListed(instrument)) return;
    this.#auditor.setDoubt(instrument, doubt);
    this.#engine.setDoubt(instrument, doubt);
  }

  #noteCommit(): void {
    this.#commit = { books: this.#auditor.remember(), rows: this.#journal.length };
  }

  #crash(): void {
    this.#counters.crashes += 1;
    const kind = this.#random.weighted({ image: 5, loseBatch: 4, refold: 1 });
    if (kind === 'image') {
      this.#recover(this.#maker.restore(this.#engine.image(), this.#profile.slice));
      return;
    }
    if (kind === 'loseBatch') {
      this.#journal.length = this.#commit.rows;
      this.#used = new Set(this.#journal.flatMap(({ command }) => ('key' in command ? [nameOf(command)] : [])));
      this.#auditor.goBackTo(this.#commit.books);
    }
    this.#refold(this.#step % 2 === 0 ? this.#engine.releaseKeys(this.#journal.length) : undefined);
  }

  /** Rebuilds the engine from the journal, with or without the keys of the engine before. Every row must come out as it was written. */
  #refold(keys?: KeyMemory): void {
    const refolded = this.#maker.create(this.#profile.slice);
    for (const row of this.#journal) {
      const again = refolded.replay(row);
      if (again.seq !== row.seq || text(again) !== text(row))
        throw new Error(`row ${row.seq} is refolded as\n  ${text(again)}\n  but was\n  ${text(row)}`);
    }
    if (this.#engine.seq === refolded.seq && this.#engine.stateHash() !== refolded.stateHash())
      throw new Error('the refolded state has another hash');
    const isRefolded = this.#random.chance(0.5);
    this.#recover(
      isRefolded && keys === undefined ? refolded : this.#maker.restore(refolded.image(), this.#profile.slice, keys),
    );
  }

  /** Continues with a recovered engine, which only knows the markets in its journal or image. */
  #recover(engine: TradingEngine): void {
    this.#engine = engine;
    this.#auditor.forgetMarkets(
      this.#market.instruments.map(({ id }) => engine.market(id)).filter((view) => view !== undefined),
    );
    for (const [instrument, open] of this.#sessions) this.#setOpen(instrument, open);
    for (const [instrument, doubt] of this.#doubts) this.#setDoubt(instrument, doubt);
    this.#noteCommit();
    compareAll(engine, this.#auditor.ledger);
  }
}

/** The state and the marks of keys as text, to find any change. */
function stateText(engine: TradingEngine): string {
  const image = engine.image();
  return [...stateLines(image), text([image.time, [...image.keyMarks]])].join('');
}

function same(actual: Outcome, expected: Outcome): void {
  if (text(actual) !== text(expected))
    throw new Error(`the outcome is ${text(actual)}, expected was ${text(expected)}`);
}

function text(value: unknown): string {
  return JSON.stringify(value, (_name, field: unknown) => (typeof field === 'bigint' ? `${field}n` : field));
}
