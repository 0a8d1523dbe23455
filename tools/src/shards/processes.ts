import type { Random } from '@fairlot/engine/sim';
import { subjectsOf } from '../../../apps/server/src/bus/subjects.ts';
import type { LeasedShard } from '../../../apps/server/src/trading/leases/leased-shard.ts';
import type { ShardEntry } from '../../../apps/server/src/trading/shard-directory.ts';
import type { ShardsAuditor } from './auditor.ts';
import { EngineAudit } from './audited-engine.ts';
import type { AnyDraft, Answer, Reading } from './answer.ts';
import type { Harm } from './faults.ts';
import { Gateway } from './gateway.ts';
import { startHolder } from './holder.ts';
import type { SimDatabase } from './sim-database.ts';
import type { SimNetwork } from './sim-network.ts';
import { type SimStorage, storageOfLife } from './sim-storage.ts';
import { Life, type VirtualTime } from './virtual-time.ts';

const SHARDS: readonly ShardEntry[] = [
  { number: 0, kind: 'real', takesNew: true },
  { number: 1, kind: 'demo', takesNew: true },
  { number: 2, kind: 'real', takesNew: true },
  { number: 3, kind: 'real', takesNew: true },
];
export const SHARD_NUMBERS: readonly number[] = SHARDS.map(({ number }) => number);
export const SUBJECTS = subjectsOf('sim');
const HOLDERS = ['holder 1', 'holder 2'];
const GATEWAYS = ['gateway 1', 'gateway 2'];
/** A slice that no quote of a run exceeds. */
export const WHOLE = 512;
/** A call of a client gets no answer after so long. */
const CALL_MS = 12_000;

export interface ProcessesOptions {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly database: SimDatabase;
  readonly network: SimNetwork;
  readonly auditor: ShardsAuditor;
  /** The clients and everything that never fails. */
  readonly world: Life;
  /** See EngineOptions.slice. */
  readonly slice: number;
  /** Market time. */
  readonly now: () => number;
  /** Changes the storage of a process. A test breaks it. */
  readonly change: (storage: SimStorage, database: SimDatabase) => SimStorage;
  /** A broken invariant, or an error that no part expects. */
  readonly onFatal: (error: unknown) => void;
}

/**
 * The processes of the installation: two that stand by for all shards, of which one holds each, and two that clients call.
 */
export class Processes implements Harm {
  readonly counts = { takeovers: 0, 'rows read for a gap': 0 };
  readonly #options: ProcessesOptions;
  readonly #audits = new Map<number, EngineAudit>();
  readonly #lives = new Map<string, Life>();
  readonly #holders = new Map<Life, readonly LeasedShard[]>();
  readonly #gateways = new Map<string, Gateway>();
  readonly #calls = new Map<Life, (() => void)[]>();
  readonly #log: { info(message: string): void; warn(message: string): void; error(message: string): void };

  constructor(options: ProcessesOptions) {
    this.#options = options;
    // The books of a burst know one instrument, and here all markets move at any time.
    if (options.slice >= WHOLE)
      for (const shard of options.database.shards)
        this.#audits.set(shard.number, new EngineAudit(shard, (message) => options.auditor.disagree(message)));
    const isLoud = process.env['FAIRLOT_SIM_LOG'] !== undefined;
    const line = (text: string): void => {
      if (isLoud) console.log(`${options.time.now.toFixed(1)} ${text}`);
    };
    this.#log = { info: line, warn: line, error: line };
  }

  /** Steps of engines that the engine's auditor has predicted. */
  get predicted(): number {
    return [...this.#audits.values()].reduce((sum, { steps }) => sum + steps, 0);
  }

  /** Starts all processes. */
  start(): void {
    for (const name of [...HOLDERS, ...GATEWAYS]) this.#start(name, 0);
  }

  get lives(): readonly Life[] {
    return [...this.#lives.values()].filter(({ isOver }) => !isOver);
  }

  get gateways(): readonly Gateway[] {
    return GATEWAYS.map((name) => this.#gateways.get(name)).filter(
      (gateway) => gateway?.isServing === true,
    ) as Gateway[];
  }

  /** An account as each process shows it that believes to hold its shard. One that stands still shows nothing. */
  *shownByHolders(account: number): Generator<Reading> {
    for (const [life, shards] of this.#holders)
      for (const shard of life.isStopped ? [] : shards) {
        const view = shard.account(account);
        if (view !== undefined && view !== 'uncommitted') yield view;
      }
  }

  /** True when the processes that clients call follow all shards up to their last rows. */
  get areLevel(): boolean {
    const { database } = this.#options;
    const { gateways } = this;
    return (
      gateways.length === GATEWAYS.length &&
      gateways.every((gateway) => gateway.isAt((shard) => database.shard(shard).journal.length))
    );
  }

  /** A call over HTTP: the request may get lost, and so may the answer. */
  call(draft: AnyDraft, told: (answer: Answer) => void): Promise<Answer | undefined> {
    const { time, world, random, network, onFatal } = this.#options;
    return new Promise((done) => {
      time.post(world, CALL_MS, () => done(undefined));
      const reset = (): void => void time.post(world, 2, () => done(undefined));
      // Staff use one, so that a command without a key cannot overtake another.
      const name = 'key' in draft ? random.pick(GATEWAYS) : GATEWAYS[0]!;
      const [life, gateway] = [this.#lives.get(name), this.#gateways.get(name)];
      if (life === undefined || gateway?.isServing !== true) return reset();
      this.#calls.set(life, [...(this.#calls.get(life) ?? []), reset]);
      time.post(life, 1, () => {
        this.#answered(gateway, draft, (answer) =>
          network.send(life, world, () => {
            told(answer);
            done(answer);
          }),
        ).catch(onFatal);
      });
    });
  }

  kill(life: Life): void {
    const { database, random } = this.#options;
    life.isOver = true;
    database.forget(life);
    this.#holders.delete(life);
    this.#gateways.delete(life.name);
    // The connections of its clients end with it.
    for (const reset of this.#calls.get(life) ?? []) reset();
    this.#calls.delete(life);
    this.#start(life.name, random.between(50, 5000));
  }

  stop(life: Life, ms: number): void {
    const { time, world } = this.#options;
    time.stop(life);
    time.post(world, ms, () => time.continue(life));
  }

  /** Lets all stopped processes continue. */
  continue(): void {
    for (const life of this.lives) if (life.isStopped) this.#options.time.continue(life);
  }

  cut(life: Life, ms: number): void {
    this.#options.network.cut(life, ms);
  }

  hold(life: Life, ms: number): void {
    this.#options.database.hold(life, ms);
  }

  loseSession(life: Life): void {
    this.#options.database.loseOne(life);
  }

  handOver(life: Life): void {
    const { time, random, onFatal } = this.#options;
    const shards = this.#holders.get(life);
    if (shards === undefined) return;
    const shard = random.pick(shards);
    time.post(life, 0, () => {
      shard.handOver().catch(onFatal);
    });
  }

  crashDatabase(ms: number): void {
    this.#options.database.crash(ms);
  }

  stallDatabase(ms: number): void {
    this.#options.database.stall(ms);
  }

  async #answered(gateway: Gateway, draft: AnyDraft, give: (answer: Answer) => void): Promise<void> {
    const outcome = await gateway.submit(draft);
    // In the turn of the answer, because no later reading must show less.
    give({ outcome, reading: 'account' in draft ? gateway.account(draft.account) : undefined });
  }

  #start(name: string, afterMs: number): void {
    const { time, network, auditor } = this.#options;
    const life = new Life(name);
    this.#lives.set(name, life);
    time.post(life, afterMs, () => {
      const storage = this.#storageOf(life);
      const common = { bus: network.busOf(life), subjects: SUBJECTS, auditor, log: this.#log };
      if (HOLDERS.includes(name)) this.#holders.set(life, this.#hold({ ...common, name, storage }));
      else {
        const gateway = new Gateway({ ...common, ...storage, shards: SHARDS });
        this.#gateways.set(name, gateway);
        gateway.start().catch(this.#options.onFatal);
      }
    });
  }

  #hold(of: Pick<Parameters<typeof startHolder>[0], 'bus' | 'subjects' | 'auditor' | 'log' | 'name' | 'storage'>) {
    const { random, slice, now, onFatal } = this.#options;
    const skew = random.between(-300, 300);
    return startHolder({
      ...of,
      shards: SHARD_NUMBERS,
      slice,
      restoreOf: (shard) => this.#audits.get(shard)?.restore,
      now: () => now() + skew,
      onTaken: () => {
        this.counts.takeovers += 1;
      },
      onFatal,
    });
  }

  /** The storage of a process. Each state that it loads is compared with the journal, whatever a test breaks below. */
  #storageOf(life: Life): SimStorage {
    const { database, random, auditor, change } = this.#options;
    const { storage, reads, ...others } = change(storageOfLife(database, random, life), database);
    return {
      ...others,
      storage: {
        ...storage,
        load: async (shard, hasKeys) => {
          const stored = await storage.load(shard, hasKeys);
          auditor.loaded(shard, stored.image);
          return stored;
        },
      },
      reads: {
        ...reads,
        rowsAfter: async (shard, seq) => {
          const rows = await reads.rowsAfter(shard, seq);
          this.counts['rows read for a gap'] += rows.length;
          return rows;
        },
      },
    };
  }
}
