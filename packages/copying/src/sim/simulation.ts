import { type Money, ZERO, equity, plus } from '@fairlot/domain';
import { Random } from '@fairlot/engine/sim';
import { CopyRun, type CopyRules, LeaderPositions, type LeaderDeed, isLossReached } from '../index.ts';
import { actSomehow, startCopy } from './actors.ts';
import { auditLeft } from './audit-left.ts';
import { audit } from './auditor.ts';
import { CopyBooks } from './copy-books.ts';
import { Crash, ENDLESS, Life } from './crash.ts';
import { CopyDisagreement } from './disagreement.ts';
import { FEE_RULES, type FeeRules, chargeFees, realisedOf } from './sim-fees.ts';
import { SimPort } from './sim-port.ts';
import type { SimShard } from './sim-shard.ts';
import type { StoredCopy } from './sim-store.ts';
import { SHARDS, World } from './world.ts';

/** Size of a simulation. */
export interface CopySimulationOptions {
  readonly seed: number;
  /** Deeds of the market, of leaders and of copiers. */
  readonly steps: number;
  readonly leaders: number;
  readonly copiers: number;
}

/** Rules of copying, of which a test breaks one. */
export interface BreakableRules {
  readonly copying?: CopyRules | undefined;
  readonly fees?: FeeRules | undefined;
  /** Changes the port of a life. */
  readonly port?: ((port: SimPort) => SimPort) | undefined;
}

/** Counts of a simulation. */
export type CopyReport = Readonly<Record<string, number>>;

/** Deeds follow after so many steps at most. */
const MOST_BEHIND = 12;
/** Attempts at what copies have left, while their leaders' next deeds are followed. */
const ATTEMPTS = 3;

/**
 * Runs leaders and copiers on real engines through gaps, stop-outs and crashes between any two steps, and audits the
 * result. Throws CopyDisagreement with the seed.
 */
export async function simulateCopying(options: CopySimulationOptions, rules: BreakableRules = {}): Promise<CopyReport> {
  try {
    return await new Simulation(options, rules).run();
  } catch (error) {
    if (error instanceof CopyDisagreement) throw error;
    throw new CopyDisagreement(`seed ${options.seed}: ${String(error)}`, { cause: error });
  }
}

class Simulation {
  readonly #options: CopySimulationOptions;
  readonly #rules: BreakableRules;
  readonly #random: Random;
  readonly #world: World;
  readonly #books = new CopyBooks();
  #booked = 0;
  #crashes = 0;
  /** Leaders' positions at the watermark, by shard; undefined after a crash. */
  #positions: (LeaderPositions | undefined)[] = [];
  #living: { readonly life: Life; readonly run: CopyRun } | undefined;

  constructor(options: CopySimulationOptions, rules: BreakableRules) {
    this.#options = options;
    this.#rules = rules;
    this.#random = new Random(options.seed);
    const slice = options.seed % 3 === 0 ? 3 : Number.POSITIVE_INFINITY;
    this.#world = new World(this.#random, { ...options, slice });
  }

  async run(): Promise<CopyReport> {
    const random = this.#random;
    for (let start = 0; start < this.#options.copiers / 2; start += 1) startCopy(this.#world);
    let next = random.between(1, MOST_BEHIND);
    for (let step = 0; step < this.#options.steps; step += 1) {
      actSomehow(this.#world);
      if (step < next) continue;
      next = step + random.between(1, MOST_BEHIND);
      for (const shard of this.#world.shards) shard.isAway = random.chance(shard.isAway ? 0.6 : 0.1);
      await this.#catchUp(random.chance(0.25));
      auditLeft(this.#world);
    }
    for (const shard of this.#world.shards) shard.isAway = false;
    for (let left = 1; left > 0; left = this.#living?.run.left ?? 0) await this.#catchUp(true);
    audit(this.#world);
    return this.#report();
  }

  /** Lives follow each other until one ends all work. A life goes on with the next work. */
  async #catchUp(withFees: boolean): Promise<void> {
    const random = this.#random;
    this.#forgetRefusals();
    for (let lives = 0; ; lives += 1) {
      const most = 10 + this.#world.store.copies.size * 2;
      const living = (this.#living ??= this.#begin());
      living.life.goOn(lives < 6 && random.chance(0.5) ? most : ENDLESS);
      try {
        await this.#work(living);
        if (withFees) chargeFees(this.#world, this.#tookRows(), living.life, this.#rules.fees ?? FEE_RULES);
        return;
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        this.#crashes += 1;
        this.#positions = [];
        this.#living = undefined;
        this.#recover(random.chance(0.7));
      }
    }
  }

  #begin(): { readonly life: Life; readonly run: CopyRun } {
    const life = new Life(this.#random);
    const port = new SimPort(this.#world, life);
    const rules = this.#rules.copying;
    const run = new CopyRun(this.#rules.port?.(port) ?? port, { inFlight: 16, ...(rules !== undefined && { rules }) });
    return { life, run };
  }

  #forgetRefusals(): void {
    const { refused, store, shardOf } = this.#world;
    const waiting = new Set<number>();
    for (const { copies, results } of store.deeds)
      for (const { id, copier } of copies) if (!results.has(id)) waiting.add(shardOf(copier).number);
    for (const shard of refused) if (!waiting.has(shard)) refused.delete(shard);
  }

  async #work({ life, run }: { readonly life: Life; readonly run: CopyRun }): Promise<void> {
    const { shards } = this.#world;
    const following = shards.map(({ number }) => this.#follow(run, number));
    const settling = shards.map((shard) => this.#settleLeft(run, shard));
    const ends = await Promise.allSettled([...following, ...settling]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    const books = this.#tookRows();
    for (const stored of this.#world.store.running()) {
      if (stored.copy.state !== 'stopping' && this.#isLost(stored, books)) {
        life.step();
        stored.copy = { ...stored.copy, state: 'stopping' };
      }
      if (stored.copy.state !== 'stopping') continue;
      const { id, copier } = stored.copy;
      const positions = [...stored.orders.values()].filter((order) => order !== undefined && this.#world.order(order));
      await run.end({ id, copier, positions: positions as number[], time: this.#world.now });
    }
  }

  /** Attempts at what the copies of a shard have left, between which it comes back. */
  async #settleLeft(run: CopyRun, shard: SimShard): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (shard.isAway) shard.isAway = this.#random.chance(0.7);
      await run.settleLeft(shard.number);
    }
  }

  async #follow(run: CopyRun, shard: number): Promise<void> {
    const { leaders, store, leaderRows, shards } = this.#world;
    const mark = store.watermarks.get(shard) ?? 0;
    // Later ones are drawn again.
    for (const { number, deed } of store.unfinished(shard))
      if (deed.seq <= mark && !run.hasLeft(number)) await run.follow(shard, [deed], 0);
    const through = shards[shard]!.committedSeq;
    const leading = {
      has: (account: number) => account <= leaders.length,
      equityOf: (account: number) => {
        const view = this.#world.shardOf(account).account(account);
        return view === undefined ? ZERO : equity(view.standing);
      },
    };
    let positions = this.#positions[shard];
    const rows = leaderRows[shard]!;
    if (positions === undefined) {
      positions = new LeaderPositions();
      for (const row of rows) if (row.seq <= mark) positions.deedsOf(row, shard, leading);
    }
    this.#positions[shard] = undefined;
    const deeds: LeaderDeed[] = [];
    for (let at = rows.findLastIndex(({ seq }) => seq <= mark) + 1; at < rows.length; at += 1)
      deeds.push(...positions.deedsOf(rows[at]!, shard, leading));
    await run.follow(shard, deeds, through);
    this.#positions[shard] = positions;
  }

  #isLost(stored: StoredCopy, books: CopyBooks): boolean {
    let floating: Money = ZERO;
    const account = this.#world.shardOf(stored.copy.copier).account(stored.copy.copier);
    const own = new Set(stored.orders.values());
    for (const { order, profit } of account?.positions ?? []) if (own.has(order.id)) floating = plus(floating, profit);
    return isLossReached(stored.copy.terms, { closed: realisedOf(stored, books), floating });
  }

  #tookRows(): CopyBooks {
    const { journal } = this.#world;
    for (; this.#booked < journal.length; this.#booked += 1) this.#books.take(journal[this.#booked]!.row);
    return this.#books;
  }

  /** The whole process ends, and loses what is not committed; or the store alone fails, and the engines go on. */
  #recover(isProcess: boolean): void {
    for (const shard of this.#world.shards) {
      if (isProcess) shard.rollBack(this.#world.now);
      else shard.commit();
    }
  }

  #report(): CopyReport {
    const counts: Record<string, number> = { crashes: this.#crashes, shards: SHARDS };
    const add = (name: string, by = 1): void => {
      counts[name] = (counts[name] ?? 0) + by;
    };
    add('rows', this.#world.journal.length);
    for (const { copy, charges } of this.#world.store.copies.values()) {
      add(`copies ${copy.state}`);
      for (const { taken, due } of charges) add(taken === due ? 'fees' : 'fees in part');
    }
    for (const { row } of this.#world.journal)
      for (const event of row.events) if (event.type === 'positionClosed') add(`closed: ${event.reason}`);
    for (const { deed, results } of this.#world.store.deeds)
      for (const result of results.values())
        add(`${deed.change.type}: ${result.type === 'done' ? 'done' : (result.refusal ?? result.reason)}`);
    add('deeds', this.#world.store.deeds.length);
    return counts;
  }
}
