import type { InstrumentId } from '@fairlot/domain';
import { hostSink } from '../../cluster/host-sink.ts';
import { MarketFollower } from '../../cluster/market-follower.ts';
import type { MarketSink } from '../../cluster/market-publisher.ts';
import { type HeldShardState, isPreferredByOther } from '../../cluster/process-directory.ts';
import type { DoubtReason } from '../../market/port.ts';
import { type Job, every } from '../../platform/jobs.ts';
import { recordsOf } from '../../platform/log.ts';
import { pause } from '../../platform/pause.ts';
import { AnnouncedSwaps } from '../../trading/announced-swaps.ts';
import { journalTime } from '../../trading/journal-time.ts';
import { LeaseKeeper } from '../../trading/leases/lease-keeper.ts';
import type { LeaseView } from '../../trading/leases/lease-term.ts';
import { LeasedShard } from '../../trading/leases/leased-shard.ts';
import type { TradingShard } from '../../trading/port.ts';
import { ShardServer } from '../../trading/remote/shard-server.ts';
import { type ShardEntry, openShards } from '../../trading/shard-directory.ts';
import { TradingMetrics } from '../../trading/trading-metrics.ts';
import { onLost, rereadAnnouncedSwaps, startShardJobs } from '../core.ts';
import type { StartDeps } from '../deps.ts';
import { Lifecycle, type Part } from '../lifecycle.ts';
import { MarketClock } from '../market-clock.ts';
import type { Installation } from './installation.ts';
import { ShardMoves } from './shard-moves.ts';

const LEASE_TIMES = { ttlMs: 3000, renewMs: 1000 };
/** Milliseconds for which a shard that was handed over is left to the process that has asked for it. */
const REST_MS = 3000;
/** Milliseconds between two requests for preferred shards, and between two reads of what the house has announced. */
const ASK_MS = 2000;
const LOOK_MS = 50;

/** Longest wait for the market at the start. Without one, accounts can still be read, and money be paid. */
const FIRST_QUOTES_MS = 5000;

interface StandingShard {
  readonly entry: ShardEntry;
  readonly shard: LeasedShard;
  readonly moves: ShardMoves;
  epoch: number | undefined;
}

/** The role of trading: hosts the shards whose leases it has, and stands by for the others. */
export class TradingRole implements Part {
  readonly #deps: StartDeps;
  readonly #installation: Installation;
  readonly #announced = new AnnouncedSwaps();
  readonly #keeper: LeaseKeeper;
  readonly #jobs: readonly Job[];
  readonly #doubts = new Map<InstrumentId, DoubtReason | undefined>();
  readonly #stops: (() => Promise<void>)[] = [];
  #standing: readonly StandingShard[] = [];

  constructor(deps: StartDeps, installation: Installation) {
    this.#deps = deps;
    this.#installation = installation;
    const { database, signals } = installation;
    const log = recordsOf(deps.log);
    this.#keeper = new LeaseKeeper({ connection: database.connection, ...LEASE_TIMES, log });
    const reread = (): Promise<void> => rereadAnnouncedSwaps(database, this.#announced);
    this.#jobs = [
      every(ASK_MS, () => this.#askForPreferred()),
      // A signal may come before the change is committed, or not at all.
      every(ASK_MS, reread, (error) => log.warn(`announced swaps could not be read (${String(error)})`)),
    ];
    signals.on('swaps', () => void reread().catch(() => undefined));
  }

  async start(): Promise<void> {
    const { config, log, clocks } = this.#deps;
    const { database, bus, subjects, presence } = this.#installation;
    await rereadAnnouncedSwaps(database, this.#announced);
    const clock = new MarketClock({ clocks, log, notBefore: await journalTime(database.pool) });
    clock.start();
    presence.clocks.add(clock);
    this.#stops.push(() => {
      presence.clocks.delete(clock);
      return clock.stop();
    });
    const metrics = new TradingMetrics(this.#installation.metrics);
    this.#standing = (await openShards(database.pool, config.realShards)).map((entry) => {
      const moves = new ShardMoves({ shard: entry.number, log: recordsOf(log) });
      const standing: StandingShard = {
        entry,
        moves,
        shard: this.#stand(entry, moves, clock, metrics, (epoch) => {
          standing.epoch = epoch;
          if (epoch !== undefined) moves.taken();
        }),
        epoch: undefined,
      };
      return standing;
    });
    presence.knownShards = this.#standing.length;
    presence.shards = () => this.#held();
    const sinks = this.#standing.map(({ shard }) => hostSink(shard));
    const tellDoubt = (instrument: InstrumentId): void => {
      const reason = clock.offMs === undefined ? this.#doubts.get(instrument) : 'clock';
      for (const sink of sinks) sink.setDoubt(instrument, reason);
    };
    const all: MarketSink = {
      onQuote: (quote) => {
        for (const sink of sinks) sink.onQuote(quote);
      },
      setOpen: (instrument, open) => {
        for (const sink of sinks) sink.setOpen(instrument, open);
      },
      setDoubt: (instrument, reason) => {
        this.#doubts.set(instrument, reason);
        tellDoubt(instrument);
      },
    };
    const follower = new MarketFollower({ bus, subjects, sinks: [all], log: recordsOf(log) });
    clock.onDoubt(() => {
      for (const instrument of this.#doubts.keys()) tellDoubt(instrument);
    });
    follower.start();
    presence.follower = follower;
    this.#stops.push(() => follower.stop());
    // A shard that is taken without quotes would refuse orders that a moment later are good.
    await waitFor(() => follower.isHeard, FIRST_QUOTES_MS);
    this.#keeper.start();
    for (const { shard } of this.#standing) shard.start();
    for (const job of this.#jobs) job.start();
    this.#installation.busWatch.add({
      role: 'trading',
      isHeld: () => this.#standing.some(({ shard }) => shard.isHeld),
      giveUp: () => this.#giveUp(),
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#jobs.map((job) => job.stop()));
    await Promise.all(this.#standing.map(({ shard }) => shard.stop()));
    for (const stop of this.#stops.splice(0).toReversed()) await stop();
    await this.#keeper.stop();
  }

  #stand(
    { number }: ShardEntry,
    moves: ShardMoves,
    clock: MarketClock,
    metrics: TradingMetrics,
    changed: (epoch: number | undefined) => void,
  ): LeasedShard {
    const { config, log } = this.#deps;
    const { database, cluster } = this.#installation;
    const shard = new LeasedShard({
      connection: database.connection,
      pool: database.pool,
      shard: number,
      keeper: this.#keeper,
      restMs: REST_MS,
      now: clock.now,
      log: recordsOf(log),
      holder: cluster.name,
      mostMissedRollovers: config.mostMissedRollovers,
      announcedSwaps: this.#announced,
      watch: metrics.watchOf(number),
      mayTake: () => this.#mayTake(number, moves),
      work: (host, lease) => this.#work(host, number, lease),
      onChange: changed,
      onFailed: () => moves.failed(),
      onFatal: onLost,
    });
    metrics.follow(number, shard);
    return shard;
  }

  /** Leaves a free shard to a process that prefers it for some seconds. Without the bus nobody would reach this one. */
  async #mayTake(shard: number, moves: ShardMoves): Promise<boolean> {
    const { database, directory, bus } = this.#installation;
    if (!bus.connected) return false;
    if (this.#prefers(shard) || !(await isPreferredByOther(database.pool, shard, directory.id))) return true;
    return !moves.leavesToOther();
  }

  /** Serves a shard, and runs the jobs that belong to it, while this process holds it. */
  async #work(host: TradingShard, shard: number, lease: LeaseView): Promise<() => Promise<void>> {
    const { log } = this.#deps;
    const { database, bus, subjects } = this.#installation;
    const held = new Lifecycle(log);
    try {
      await startShardJobs(host, shard, database, { log, lifecycle: held });
      const end = bus.respond(subjects('shard', shard, 'handover'), () => this.#handOver(shard));
      held.onStop(`requests for shard ${shard}`, end);
      await held.start(
        `commands of shard ${shard}`,
        new ShardServer({ bus, subjects, shard, host, lease, pool: database.pool }),
      );
    } catch (error) {
      await held.stop();
      throw error;
    }
    return () => held.stop();
  }

  #prefers(shard: number): boolean {
    const { prefers } = this.#installation.cluster;
    return prefers === 'all' || prefers.includes(shard);
  }

  /** Gives a shard to a process that prefers it, if this one does not. */
  #handOver(number: number): Promise<Uint8Array> {
    const standing = this.#standing.find(({ entry }) => entry.number === number);
    if (standing?.moves.mayHandOver === true && !this.#prefers(number)) {
      standing.moves.handedOver();
      this.#deps.log.info(`shard ${number} is handed over to a process that prefers it`);
      // After the answer, because the hand-over ends this responder.
      setImmediate(() => void standing.shard.handOver());
    }
    return Promise.resolve(new Uint8Array());
  }

  /** Hands all shards over. They are asked for again after the return of the bus, if this process prefers them. */
  async #giveUp(): Promise<void> {
    this.#deps.log.warn('cut off from the bus: the shards are handed over to a process that has it');
    await Promise.all(this.#standing.filter(({ shard }) => shard.isHeld).map(({ shard }) => shard.handOver()));
  }

  async #askForPreferred(): Promise<void> {
    const { cluster, bus, subjects } = this.#installation;
    // A process without a list takes what is free, and leaves others what they have.
    if (cluster.prefers === 'all') return;
    for (const { entry, shard, moves } of this.#standing) {
      if (shard.isHeld || !moves.mayAsk || !this.#prefers(entry.number)) continue;
      await bus.request(subjects('shard', entry.number, 'handover'), new Uint8Array(), ASK_MS).catch(() => undefined);
    }
  }

  #held(): readonly HeldShardState[] {
    return this.#standing.flatMap(({ entry, shard, epoch }) =>
      epoch === undefined
        ? []
        : [{ shard: entry.number, epoch, uncommitted: shard.uncommitted, unwritten: shard.unwritten }],
    );
  }
}

async function waitFor(holds: () => boolean, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!holds() && performance.now() < deadline) await pause(LOOK_MS);
}
