import { DOLLAR, type Lots, ZERO, asLots, plus } from '@fairlot/domain';
import type { AccountId, Applied } from '@fairlot/engine';
import type {
  BegunDeed,
  CommandAnswer,
  CopyCommand,
  CopyId,
  CopyPort,
  CopyResult,
  CopySituation,
  Followed,
  LeaderDeed,
  Situation,
} from '../index.ts';
import type { Life } from './crash.ts';
import type { SimShard } from './sim-shard.ts';
import type { StoredCopy } from './sim-store.ts';
import type { World } from './world.ts';

/** The store and the engines of one life. Every step may be its last, before or after its commit. */
export class SimPort implements CopyPort {
  readonly #world: World;
  readonly #life: Life;
  /** Answers that wait for a group commit, by shard. */
  readonly #commits = new Map<SimShard, Promise<void>>();

  constructor(world: World, life: Life) {
    this.#world = world;
    this.#life = life;
  }

  begin(deeds: readonly LeaderDeed[]): Promise<readonly BegunDeed[]> {
    return this.#transaction(() => this.#world.store.begin(deeds));
  }

  async situation(id: CopyId, deed: LeaderDeed): Promise<CopySituation | undefined> {
    await Promise.resolve();
    this.#life.step();
    const { store, refused } = this.#world;
    const stored = store.copies.get(id)!;
    if (this.#refuses(this.#world.shardOf(stored.copy.copier))) return undefined;
    const asking = store.deeds.findLast(({ deed: own }) => own === deed)!;
    if (asking.asked.length === 0) asking.isDisturbed = refused.size > 0;
    asking.asked.push(id);
    asking.under.set(id, stored.copy);
    return { copy: stored.copy, situation: this.#situationOf(stored, deed) };
  }

  async find(copier: AccountId, key: string): Promise<CommandAnswer | undefined> {
    await Promise.resolve();
    this.#life.step();
    const row = this.#world.shardOf(copier).find(copier, key);
    return row === undefined ? undefined : answerOf(row);
  }

  async submit(command: CopyCommand, key: string): Promise<CommandAnswer> {
    await Promise.resolve();
    this.#life.step();
    const { random } = this.#world;
    const shard = this.#world.shardOf(command.account);
    // The answers of commands that have happened are lost too.
    if (random.chance(0.004)) shard.isAway = true;
    const isLost = random.chance(0.5);
    if (!isLost && this.#refuses(shard)) return { ok: false, reason: random.pick(['overloaded', 'not_ready']) };
    const outcome = shard.submit({ ...command, time: this.#world.now, key });
    await this.#commit(shard);
    if (isLost && this.#refuses(shard)) return { ok: false, reason: 'not_ready' };
    const row = shard.find(command.account, key);
    if (row !== undefined) return answerOf(row);
    // Refused for its input alone: no row.
    if (outcome.ok) throw new Error('a command without a row has succeeded');
    return { ok: false, reason: outcome.reason };
  }

  record(results: readonly CopyResult[]): Promise<void> {
    return this.#transaction(() => this.#world.store.record(results));
  }

  advance(shard: number, seq: number, done: readonly number[]): Promise<void> {
    return this.#transaction(() => this.#world.store.advance(shard, seq, done));
  }

  finish(deeds: readonly number[]): Promise<void> {
    return this.#transaction(() => this.#world.store.finish(deeds));
  }

  shardOf(copier: AccountId): number {
    return this.#world.shardOf(copier).number;
  }

  ended(copy: CopyId): Promise<void> {
    return this.#transaction(() => this.#world.store.end(copy));
  }

  async pause(): Promise<void> {
    await Promise.resolve();
    this.#life.step();
    // Bursts go on while a refused command waits, but some last longer than all attempts.
    if (this.#world.random.chance(0.3)) this.#world.work();
  }

  /** True when a shard gives no answer, now and then also when it is not away. */
  #refuses({ number, isAway }: SimShard): boolean {
    if (!isAway && !this.#world.random.chance(0.01)) return false;
    this.#world.refused.add(number);
    return true;
  }

  /** A transaction: the crash comes before it, or after it and before its caller learns of it. */
  async #transaction<T>(change: () => T): Promise<T> {
    await Promise.resolve();
    this.#life.step();
    const result = change();
    await Promise.resolve();
    this.#life.step();
    return result;
  }

  /** Group commit: commands of the same turn go together into the journal, or none of them. */
  #commit(shard: SimShard): Promise<void> {
    let commit = this.#commits.get(shard);
    if (commit === undefined) {
      commit = (async () => {
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
        this.#commits.delete(shard);
        this.#life.step();
        shard.commit();
        await Promise.resolve();
        this.#life.step();
      })();
      this.#commits.set(shard, commit);
    }
    return commit;
  }

  #situationOf(stored: StoredCopy, deed: LeaderDeed): Situation {
    const { copy, orders } = stored;
    const shard = this.#world.shardOf(copy.copier);
    let margin = ZERO;
    let lots: Lots = asLots(0n);
    for (const own of orders.values()) {
      const order = own === undefined ? undefined : shard.order(own);
      if (order === undefined) continue;
      margin = plus(margin, order.margin);
      if (order.instrument === deed.instrument) lots = plus(lots, order.lots);
    }
    const group = shard.account(copy.copier)?.group;
    const terms = group === undefined ? undefined : shard.groupTerms(group, deed.instrument)?.terms;
    const quote = shard.market(deed.instrument);
    const market = terms && quote && { terms, quote, conversion: DOLLAR };
    return { followed: this.#followed(stored, deed), margin, lots, market };
  }

  #followed({ orders, copy }: StoredCopy, deed: LeaderDeed): Followed {
    if (!orders.has(deed.order)) return { state: 'never' };
    const own = orders.get(deed.order);
    if (own === undefined) return { state: 'skipped' };
    const order = this.#world.shardOf(copy.copier).order(own);
    if (order === undefined) return { state: 'ended' };
    const { lots, stopLoss, takeProfit } = order;
    return { state: 'open', order: own, lots, stopLoss, takeProfit };
  }
}

/** The answer of a committed row. */
function answerOf({ command, outcome, events }: Applied): CommandAnswer {
  if (!outcome.ok) return { ok: false, reason: outcome.reason };
  const { time } = command;
  const opened = events.find((event) => event.type === 'positionOpened');
  if (opened !== undefined) return { ok: true, order: opened.order, lots: opened.lots, price: opened.price, time };
  const closed = events.find((event) => event.type === 'positionClosed');
  const split = events.find((event) => event.type === 'positionSplit');
  if (closed !== undefined)
    return { ok: true, order: closed.order, lots: split?.lots ?? asLots(0n), price: closed.price, time };
  if (command.type !== 'setStops') throw new Error(`a copy never gives ${command.type}`);
  return { ok: true, order: command.order, lots: asLots(0n), time };
}
