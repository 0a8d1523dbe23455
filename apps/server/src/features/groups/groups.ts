import type { Group, GroupId } from '@fairlot/domain';
import type { Pool } from 'pg';
import type { ListedInstrument, MarketAdmin } from '../../market/port.ts';
import type { ConcurrencyLimit } from '../../platform/concurrency-limit.ts';
import { type Job, every } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import { RetryPause } from '../../platform/retry-pause.ts';
import { encode } from '../../trading/journal/codec.ts';
import type { HostOutcome } from '../../trading/port.ts';
import type { ShardRouter } from '../../trading/shard-router.ts';
import type { GroupQueries } from './queries.ts';
import type { GroupRecord } from './record.ts';
import { resolveGroup } from './resolve.ts';

const EVERY_MS = 1_000;
/** A shard journals each refusal, so it is not told every second for as long as nobody mends the cause. */
const MOST_PAUSE_MS = 60_000;

/** A group that a shard has. */
interface ShardGroup {
  readonly shard: number;
  readonly id: number;
  readonly terms: string;
}

/** Margin levels in per cent at which clients are warned, and positions are closed. */
export interface Levels {
  readonly warning: number;
  readonly stopOut: number;
}

/** True when positions would be closed at or above the level of the warning. */
export function isWarnedTooLate({ warning, stopOut }: Levels): boolean {
  return warning <= stopOut;
}

export interface ClientGroupsDeps {
  readonly queries: GroupQueries;
  readonly pool: Pool;
  readonly market: Pick<MarketAdmin, 'instruments'>;
  readonly trading: Pick<ShardRouter, 'hosts' | 'submit'>;
  /** One change of settings, groups and instruments at a time: the terms of groups follow from both. */
  readonly queue: ConcurrencyLimit;
  readonly log: Log;
  /** Told of each change, for the other processes. */
  readonly changed?: (() => void) | undefined;
}

/**
 * The operator's groups, read from memory: one process changes them and tells the others. Keeps the groups of each shard equal to
 * what follows from them and from the listed instruments: at the start, and whenever one of the two has changed.
 */
export class ClientGroups {
  readonly #deps: ClientGroupsDeps;
  readonly #records = new Map<GroupId, GroupRecord>();
  #formerNames = new Map<GroupId, string>();
  /** The listed instruments that the shards' groups follow from; undefined while a shard may have others. */
  #alignedWith: readonly ListedInstrument[] | undefined;
  readonly #pause = new RetryPause(EVERY_MS, MOST_PAUSE_MS);
  readonly #job: Job;

  constructor(deps: ClientGroupsDeps) {
    this.#deps = deps;
    this.#job = every(
      EVERY_MS,
      () => this.#isAligned() || !this.#pause.isOver || deps.queue.run(() => this.#align()),
      (error) =>
        deps.log.error({ err: error }, 'groups could not be aligned with the shards; the next run tries again'),
    );
  }

  /** Reads the groups, and repeats what a crash left out between the shards. */
  async start(): Promise<void> {
    await this.#deps.queue.run(() => this.#align());
    this.#job.start();
  }

  /** Reads the stored groups, for a process that only shows them. */
  async read(): Promise<void> {
    const records = await this.#deps.queries.all();
    this.#records.clear();
    for (const record of records) this.#records.set(record.id, record);
    this.#formerNames = new Map(await this.#deps.queries.formerNames());
  }

  /** Reads them, and tells the other processes when a change is in the database whose answer was lost. */
  async reread(): Promise<void> {
    const versions = (): string =>
      this.all()
        .map(({ id, version }) => `${id}.${version}`)
        .join();
    const before = versions();
    await this.read();
    if (versions() !== before) this.#deps.changed?.();
  }

  stop(): Promise<void> {
    return this.#job.stop();
  }

  /** By ascending number. */
  all(): readonly GroupRecord[] {
    return [...this.#records.values()].sort((one, other) => one.id - other.id);
  }

  of(id: GroupId): GroupRecord | undefined {
    return this.#records.get(id);
  }

  /** The name of a group, or the last one of a removed group. */
  nameOf(id: GroupId): string | undefined {
    return this.#records.get(id)?.definition.name ?? this.#formerNames.get(id);
  }

  /** The levels of an account: its group's, or else those of the site. */
  levelsOf(group: GroupId | undefined, site: Levels): Levels {
    const own = group === undefined ? undefined : this.#records.get(group)?.definition;
    return { warning: own?.margin_call_percent ?? site.warning, stopOut: own?.stop_out_percent ?? site.stopOut };
  }

  /** The name of a group that would not be warned before it is stopped out, if these were the levels of the site. */
  levelsProblem(site: Levels): string | undefined {
    return this.all().find(({ id }) => isWarnedTooLate(this.levelsOf(id, site)))?.definition.name;
  }

  /** Notes a stored group. Call it in the queue, when all shards have it. */
  keep(record: GroupRecord): void {
    this.#records.set(record.id, record);
    this.#deps.changed?.();
  }

  /** Notes that a group was removed. Call it in the queue. */
  drop({ id, definition }: GroupRecord): void {
    this.#records.delete(id);
    this.#formerNames.set(id, definition.name);
    this.#deps.changed?.();
  }

  /** Tells all shards a group. Call it in the queue. After a refusal some shards may have it: restore what is stored. */
  tell(record: GroupRecord): Promise<HostOutcome> {
    return this.#define(this.#resolved(record) ?? { id: record.id, terms: [] });
  }

  /** Takes the terms of an instrument out of all groups, before it is delisted. Call it in the queue. */
  async without(instrument: number): Promise<HostOutcome> {
    for (const record of this.all()) {
      const group = this.#resolved(record);
      if (group?.terms.every((each) => each.instrument !== instrument) !== false) continue;
      const terms = group.terms.filter((each) => each.instrument !== instrument);
      this.#alignedWith = undefined;
      const outcome = await this.#define({ ...group, terms });
      if (!outcome.ok) return outcome;
    }
    return { ok: true };
  }

  /** True when a rule of a group names an instrument itself. */
  hasRuleOf(instrument: number): boolean {
    return this.all().some(({ definition }) =>
      definition.rules.some(({ scope, id }) => scope === 'instrument' && id === instrument),
    );
  }

  /**
   * Reads the stored groups again and brings all shards to them, after a refusal, a change of instruments or one whose
   * outcome is unknown. Call it in the queue. What a shard refuses now, because a rollover is being charged, is tried
   * again after a second, and each minute at last; a read that fails every second.
   */
  async restore(): Promise<void> {
    this.#alignedWith = undefined;
    await this.#align();
  }

  #isAligned(): boolean {
    return this.#alignedWith === this.#deps.market.instruments();
  }

  async #align(): Promise<void> {
    await this.reread();
    const { pool, market, trading } = this.#deps;
    const instruments = market.instruments();
    const { rows } = await pool.query<ShardGroup>('select shard, id, terms from account_groups');
    // A shard that is away must not keep the groups from the others.
    const told = await Promise.all(trading.hosts.map((shard) => this.#alignShard(shard, rows)));
    const isDone = told.every(Boolean);
    this.#alignedWith = isDone ? instruments : undefined;
    if (isDone) this.#pause.clear();
    else this.#pause.failed();
  }

  /** True when the shard has all groups that follow from the records. */
  async #alignShard({ number, host }: ShardRouter['hosts'][number], rows: readonly ShardGroup[]): Promise<boolean> {
    const { log } = this.#deps;
    const known = new Map(rows.filter(({ shard }) => shard === number).map(({ id, terms }) => [id, terms]));
    let isDone = true;
    for (const record of this.all()) {
      const isDefined = rows.some(({ id }) => id === record.id);
      // A group of new accounts that had terms can't be removed: it gets empty ones.
      const group = this.#resolved(record) ?? (isDefined ? { id: record.id, terms: [] } : undefined);
      if (group === undefined || known.get(group.id) === encode(group)) continue;
      const outcome = await host.submit({ type: 'defineGroup', group });
      if (!outcome.ok)
        log.warn({ group: group.id, shard: number, reason: outcome.reason }, 'a shard did not take a group yet');
      isDone &&= outcome.ok;
    }
    for (const id of known.keys()) {
      if (this.#records.has(id)) continue;
      const outcome = await host.submit({ type: 'removeGroup', group: id });
      // A group in use, which this server never stored, stays as the journal has it.
      if (!outcome.ok)
        log.warn({ group: id, shard: number, reason: outcome.reason }, 'a group without a record was not removed');
    }
    return isDone;
  }

  #define(group: Group): Promise<HostOutcome> {
    return this.#deps.trading.submit({ type: 'defineGroup', group });
  }

  #resolved(record: GroupRecord): Group | undefined {
    return resolveGroup(record, this.#deps.market.instruments());
  }
}
