import { createHash } from 'node:crypto';
import type { AccountKind } from '@fairlot/engine';
import { Random } from '@fairlot/engine/sim';
import { ShardsAuditor, ShardsDisagreement } from './auditor.ts';
import { Client } from './client.ts';
import { Faults } from './faults.ts';
import type { Reading } from './answer.ts';
import { Processes, SHARD_NUMBERS, SUBJECTS, WHOLE } from './processes.ts';
import { type DatabaseRules, SimDatabase } from './sim-database.ts';
import { SimMarket } from './sim-market.ts';
import { CALM, type Rewrite, SimNetwork } from './sim-network.ts';
import type { SimStorage } from './sim-storage.ts';
import { textOf } from './sim-tables.ts';
import { Staff } from './staff.ts';
import { Life, VirtualTime } from './virtual-time.ts';

/** Size of a simulation. */
export interface ShardsSimulationOptions {
  readonly seed: number;
  readonly clients: number;
  /** Commands of each client. */
  readonly commands: number;
}

/** Rules of an installation, of which a test breaks one. */
export interface Breakage {
  readonly database?: Partial<DatabaseRules>;
  readonly rewrite?: Rewrite;
  readonly storage?: (storage: SimStorage, database: SimDatabase) => SimStorage;
}

/** The result of a run. */
export interface ShardsReport {
  readonly counts: Readonly<Record<string, number>>;
  /** Digest of all journals: the same for the same seed. */
  readonly journals: string;
}

/** Friday noon, UTC. */
const NOON = Date.UTC(2026, 10, 20, 12);
const WEATHER = { lost: 0.02, twice: 0.02, late: 0.02 };
const LONGEST_MS = 120_000;
const LONGEST_COMMAND_MS = 10_000;
/** After the last failure, everything is settled within so long. */
const SETTLED_MS = 120_000;

/**
 * Runs the hosts, leases, replicas and the router of an installation of several shards in one process, over a modelled
 * database, bus and clock, through failures between any two steps. Throws ShardsDisagreement with the seed when the auditor
 * objects.
 */
export async function simulateShards(options: ShardsSimulationOptions, breakage: Breakage = {}): Promise<ShardsReport> {
  const run = new Installation(options, breakage);
  try {
    return await run.run();
  } catch (error) {
    const failure = run.auditor.failure ?? error;
    const message = failure instanceof Error ? failure.message : String(failure);
    const cause = failure instanceof ShardsDisagreement ? {} : { cause: failure };
    throw new ShardsDisagreement(`seed ${options.seed}, step ${run.time.tasks}: ${message}`, cause);
  }
}

class Installation {
  readonly time = new VirtualTime();
  readonly auditor: ShardsAuditor;
  readonly #options: ShardsSimulationOptions;
  readonly #random: Random;
  readonly #database: SimDatabase;
  readonly #network: SimNetwork;
  readonly #faults: Faults;
  readonly #processes: Processes;
  readonly #world = new Life('world');
  readonly #staff: Staff;
  #isQuiet = false;
  #market: SimMarket | undefined;
  #clients: readonly Client[] = [];
  #failure: unknown;
  #isStaffDone = false;
  #shown = 0;

  constructor(options: ShardsSimulationOptions, breakage: Breakage) {
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#database = new SimDatabase(this.time, this.#random, SHARD_NUMBERS, { isFenced: true, ...breakage.database });
    this.#network = new SimNetwork(this.time, this.#random, breakage.rewrite);
    this.auditor = new ShardsAuditor(this.#database);
    this.#processes = new Processes({
      time: this.time,
      random: this.#random,
      database: this.#database,
      network: this.#network,
      auditor: this.auditor,
      world: this.#world,
      slice: options.seed % 3 === 0 ? 3 : WHOLE,
      now: () => this.#now(),
      change: breakage.storage ?? ((storage) => storage),
      onFatal: (error) => {
        this.#failure ??= error;
      },
    });
    this.#staff = new Staff({
      random: this.#random,
      auditor: this.auditor,
      pause: (ms) => this.time.pause(this.#world, ms),
      call: (draft, told) => this.#processes.call(draft, told),
    });
    this.#faults = new Faults(this.#random, this.#processes);
    this.#database.watch = {
      committed: (shard, rows) => this.auditor.committed(shard, rows),
      stepped: (step, life) => {
        this.auditor.checkTables();
        this.#faults.statement(step, life);
      },
    };
    this.time.onTask = () => this.#faults.stepped();
  }

  async run(): Promise<ShardsReport> {
    const { time } = this;
    const isOver = (): boolean => this.auditor.failure !== undefined || this.#failure !== undefined;
    time.post(this.#world, 0, () => this.#begin());
    const longest = LONGEST_MS + this.#options.commands * LONGEST_COMMAND_MS;
    await time.run(longest, () => isOver() || this.#isWorkDone);
    this.#requireNone();
    if (!this.#isWorkDone) this.auditor.disagree('a client was never answered');
    this.#calm();
    const until = time.now + SETTLED_MS;
    const isSettled = await time.run(until, () => isOver() || this.#isSettled());
    this.#requireNone();
    if (!isSettled) this.auditor.disagree('the installation does not settle');
    this.auditor.finish(this.#readings());
    return this.#report();
  }

  get #isWorkDone(): boolean {
    return this.#clients.length > 0 && this.#isStaffDone && this.#clients.every(({ isDone }) => isDone);
  }

  #requireNone(): void {
    if (this.auditor.failure !== undefined) throw this.auditor.failure;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Starts all processes, lets staff define the terms, and then the clients trade. */
  #begin(): void {
    this.#processes.start();
    this.#market = new SimMarket(this.#random, this.#network.busOf(this.#world), SUBJECTS, () => this.#now());
    this.#run(this.#trade());
  }

  #run(work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.#failure ??= error;
    });
  }

  async #trade(): Promise<void> {
    const { clients, commands } = this.#options;
    await this.#staff.open();
    this.#network.weather = WEATHER;
    this.#faults.isActive = true;
    this.#clients = Array.from({ length: clients }, (_, at) => this.#client(at + 1, at % 4 === 1 ? 'demo' : 'real'));
    for (const client of this.#clients) this.#run(client.run());
    this.#run(this.#quote());
    this.#run(this.#look());
    await this.#staff.work(commands / 4);
    this.#isStaffDone = true;
  }

  async #quote(): Promise<void> {
    while (!this.#isWorkDone) {
      await this.time.pause(this.#world, this.#random.between(5, 120));
      this.#market?.change();
    }
  }

  /** Looks at accounts where they are held: a former holder must show none. */
  async #look(): Promise<void> {
    while (!this.#isWorkDone) {
      await this.time.pause(this.#world, 25);
      for (const { account } of this.#clients)
        for (const reading of this.#processes.shownByHolders(account)) {
          this.#shown += 1;
          this.auditor.shown(account, reading);
        }
    }
  }

  #client(account: number, kind: AccountKind): Client {
    return new Client({
      random: this.#random,
      market: this.#market!,
      auditor: this.auditor,
      account,
      kind,
      commands: this.#options.commands,
      now: () => this.#now(),
      pause: (ms) => this.time.pause(this.#world, ms),
      call: (draft, told) => this.#processes.call(draft, told),
    });
  }

  /** Ends all failures, so that the installation can settle. */
  #calm(): void {
    this.#faults.isActive = false;
    this.#network.weather = CALM;
    this.#processes.continue();
    this.time.post(this.#world, 10_000, () => this.#market?.calm());
    this.time.post(this.#world, 20_000, () => {
      this.#isQuiet = true;
    });
  }

  #isSettled(): boolean {
    if (!this.#isQuiet) return false;
    const { shards } = this.#database;
    if (shards.some(({ tables, journal }) => tables.seq !== journal.length)) return false;
    return this.#processes.areLevel;
  }

  /** Every account as every process shows it. */
  *#readings(): Generator<readonly [number, Reading]> {
    for (const gateway of this.#processes.gateways)
      for (const { account } of this.#clients) yield [account, gateway.account(account)];
  }

  #now(): number {
    return NOON + Math.floor(this.time.now);
  }

  #report(): ShardsReport {
    const digest = createHash('sha256');
    let rows = 0;
    for (const { journal } of this.#database.shards) {
      rows += journal.length;
      for (const row of journal) digest.update(`${row.seq} ${row.epoch} ${textOf(row.texts)}\n`);
    }
    const { told, repeats, loads, compared } = this.auditor.counts;
    const repeated = this.#clients.reduce((sum, client) => sum + client.repeats, 0);
    const counts = {
      steps: this.time.tasks,
      'virtual seconds': Math.round(this.time.now / 1000),
      rows,
      quotes: this.#market?.quotes ?? 0,
      'outcomes told': told,
      'outcomes told again': repeats,
      'commands sent again without an answer': repeated,
      'states loaded': loads,
      'states compared': compared,
      'steps predicted': this.#processes.predicted,
      'accounts shown by holders': this.#shown,
      'messages lost': this.#network.counts.lost,
      'messages twice': this.#network.counts.twice,
      'batches of a former holder refused': this.#database.refused,
      ...this.#processes.counts,
      'staff commands': this.#staff.commands,
      ...Object.fromEntries(Object.entries(this.#faults.counts).map(([name, count]) => [`fault ${name}`, count])),
    };
    return { counts, journals: digest.digest('hex') };
  }
}
