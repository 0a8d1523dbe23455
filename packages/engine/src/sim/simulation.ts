import type { Instrument } from '@fairlot/domain';
import { createEngine, restoreEngine } from '../index.ts';
import type {
  Applied,
  ClientCommand,
  DefineInstrument,
  EngineImage,
  Outcome,
  SetRules,
  TradingEngine,
} from '../index.ts';
import { Auditor } from './auditor/auditor.ts';
import type { Books } from './auditor/books.ts';
import { compareAccounts, compareAll } from './compare.ts';
import { Random, moodOf } from './random.ts';
import type { Mood } from './random.ts';
import { Tally } from './report.ts';
import type { Report } from './report.ts';
import { rowText } from './row-text.ts';
import { Workload } from './workload.ts';
import { RULES, World } from './world.ts';

export interface SimulationOptions {
  readonly seed: number;
  /** Commands to be submitted; quotes come on top. */
  readonly commands: number;
}

/** How engines come into being; tests put broken ones in. */
export interface EngineMaker {
  create(): TradingEngine;
  restore(image: EngineImage): TradingEngine;
}

/** Few enough that keys leave the memory within a run. */
const RECENT_KEYS = 50;
const SOUND: EngineMaker = {
  create: () => createEngine({ recentKeys: RECENT_KEYS }),
  restore: (image) => restoreEngine(image, { recentKeys: RECENT_KEYS }),
};

/** What a run can be taken back to: the moment of the last commit. */
interface Commit {
  readonly books: Books;
  readonly rows: number;
}

/** The auditor and the engine don't agree. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';
}

/**
 * Torments an engine with a seeded stream of commands, quotes, sessions and crashes, beside an auditor that foretells
 * every outcome from its own books. Throws Disagreement with seed and step at the first difference.
 */
export function runSimulation(options: SimulationOptions, maker: EngineMaker = SOUND): Report {
  return new Simulation(options, maker).run();
}

class Simulation {
  readonly #options: SimulationOptions;
  readonly #maker: EngineMaker;
  readonly #random: Random;
  readonly #mood: Mood;
  readonly #world: World;
  readonly #workload: Workload;
  readonly #auditor = new Auditor();
  readonly #tally = new Tally();
  readonly #journal: Applied[] = [];
  readonly #sessions = new Map<number, boolean>();
  #engine: TradingEngine;
  #commit: Commit;
  #step = 0;

  constructor(options: SimulationOptions, maker: EngineMaker) {
    this.#options = options;
    this.#maker = maker;
    this.#random = new Random(options.seed);
    this.#mood = moodOf(this.#random);
    this.#world = new World(this.#random, this.#mood);
    this.#workload = new Workload(this.#random, this.#world, this.#mood);
    this.#engine = maker.create();
    this.#commit = { books: this.#auditor.remember(), rows: 0 };
  }

  run(): Report {
    try {
      this.#begin();
      for (this.#step = 1; this.#step <= this.#options.commands; this.#step += 1) this.#oneStep();
      this.#refold();
      compareAll(this.#engine, this.#auditor.desk);
    } catch (error) {
      throw new Disagreement(
        `seed ${this.#options.seed}, step ${this.#step}: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
    return this.#tally.report();
  }

  #begin(): void {
    this.#submit({ type: 'setRules', time: this.#world.time, rules: RULES });
    for (const instrument of this.#world.instruments) {
      this.#submit({ type: 'defineInstrument', time: this.#world.time, instrument });
      this.#setOpen(instrument.id, true);
    }
    for (const instrument of this.#world.quoted) this.#quote(instrument);
    this.#noteCommit();
  }

  #oneStep(): void {
    const random = this.#random;
    this.#world.pass();
    if (random.chance(0.02)) {
      const { id } = random.pick(this.#world.instruments);
      this.#setOpen(id, !(this.#sessions.get(id) ?? false) || !random.chance(this.#mood.closing));
    }
    for (let quotes = random.between(0, 3); quotes > 0; quotes -= 1) this.#quote(random.pick(this.#world.quoted));
    // Every market moves together now and then, so that most quotes are fresh most of the time.
    if (random.chance(0.15))
      for (const instrument of this.#world.quoted) if (random.chance(0.85)) this.#quote(instrument);
    this.#submit(this.#workload.next(this.#auditor.desk.books));
    if (random.chance(0.05)) this.#noteCommit();
    if (random.chance(0.004)) this.#crash();
    if (this.#step % 100 === 0) compareAll(this.#engine, this.#auditor.desk);
  }

  #quote(instrument: Instrument): void {
    const quote = this.#world.quote(instrument);
    const expected = this.#auditor.quote(quote);
    const rows = this.#engine.onQuote(quote);
    this.#tally.quotes += 1;
    this.#take(rows, expected);
  }

  #submit(wish: ClientCommand | DefineInstrument | SetRules): void {
    const expected = this.#auditor.command(wish);
    let submission = this.#engine.submit(wish);
    this.#tally.commands += 1;
    if (submission.kind === 'archived') {
      this.#tally.archived += 1;
      // The host looks into the journal, and submits again when the key isn't there.
      const found =
        'key' in wish
          ? this.#journal.find(
              ({ command }) => 'key' in command && command.key === wish.key && command.account === wish.account,
            )
          : undefined;
      if (found !== undefined) {
        if (!expected.repeated) throw new Error('a new key was taken for an old one');
        return;
      }
      submission = this.#engine.submit(wish, true);
    }
    if (submission.kind === 'archived') throw new Error('a fresh command was sent to the archive');
    if ((submission.kind === 'repeated') !== expected.repeated)
      throw new Error(`the key was ${expected.repeated ? 'used' : 'new'}, the engine says ${submission.kind}`);
    const outcome = submission.kind === 'repeated' ? submission.outcome : submission.rows[0].outcome;
    same(outcome, expected.outcome);
    if (submission.kind === 'repeated') this.#tally.repeated += 1;
    else this.#take(submission.rows, expected.lines);
  }

  /** Notes rows in the journal after laying them beside what was foretold. */
  #take(rows: readonly Applied[], expected: readonly string[]): void {
    const actual = rows.flatMap(rowText);
    for (let line = 0; line < Math.max(actual.length, expected.length); line += 1) {
      if (actual[line] !== expected[line])
        throw new Error(
          `line ${line}\n  expected ${expected[line] ?? 'nothing'}\n  but got  ${actual[line] ?? 'nothing'}`,
        );
    }
    this.#journal.push(...rows);
    this.#tally.count(rows);
    if (rows.length > 0) compareAccounts(this.#engine, this.#auditor.desk, this.#auditor.desk.touched);
  }

  #setOpen(instrument: number, open: boolean): void {
    this.#sessions.set(instrument, open);
    this.#auditor.setOpen(instrument, open);
    this.#engine.setOpen(instrument, open);
  }

  #noteCommit(): void {
    this.#commit = { books: this.#auditor.remember(), rows: this.#journal.length };
  }

  #crash(): void {
    this.#tally.crashes += 1;
    const kind = this.#random.weighted({ image: 5, loseBatch: 4, refold: 1 });
    if (kind === 'image') {
      this.#recover(this.#maker.restore(this.#engine.image()));
      return;
    }
    if (kind === 'loseBatch') {
      this.#journal.length = this.#commit.rows;
      this.#auditor.goBackTo(this.#commit.books);
    }
    this.#refold();
  }

  /** Builds the engine from the journal alone; every row must come out as it was written. */
  #refold(): void {
    const refolded = this.#maker.create();
    for (const row of this.#journal) {
      const again = refolded.replay(row);
      if (again.seq !== row.seq || text(again) !== text(row))
        throw new Error(`row ${row.seq} is refolded as\n  ${text(again)}\n  but was\n  ${text(row)}`);
    }
    if (this.#engine.seq === refolded.seq && this.#engine.stateHash() !== refolded.stateHash())
      throw new Error('the refolded state has another hash');
    this.#recover(this.#random.chance(0.5) ? refolded : this.#maker.restore(refolded.image()));
  }

  /** Goes on with a recovered engine, which has forgotten every market that it had not journalled. */
  #recover(engine: TradingEngine): void {
    this.#engine = engine;
    this.#auditor.forgetMarkets(
      this.#world.instruments.map(({ id }) => engine.market(id)).filter((view) => view !== undefined),
    );
    for (const [instrument, open] of this.#sessions) this.#setOpen(instrument, open);
    this.#noteCommit();
    compareAll(engine, this.#auditor.desk);
  }
}

function same(actual: Outcome, expected: Outcome): void {
  if (text(actual) !== text(expected))
    throw new Error(`the outcome is ${text(actual)}, foretold was ${text(expected)}`);
}

function text(value: unknown): string {
  return JSON.stringify(value, (_name, field: unknown) => (typeof field === 'bigint' ? `${field}n` : field));
}
