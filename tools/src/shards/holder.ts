import type { restoreEngine } from '@fairlot/engine';
import type { Bus } from '../../../apps/server/src/bus/bus.ts';
import type { Subjects } from '../../../apps/server/src/bus/subjects.ts';
import { LeaseKeeper } from '../../../apps/server/src/trading/leases/lease-keeper.ts';
import { LeasedShard } from '../../../apps/server/src/trading/leases/leased-shard.ts';
import type { TradingShard } from '../../../apps/server/src/trading/port.ts';
import { hostSink } from '../../../apps/server/src/cluster/host-sink.ts';
import { MarketFollower } from '../../../apps/server/src/cluster/market-follower.ts';
import { ShardServer } from '../../../apps/server/src/trading/remote/shard-server.ts';
import type { ShardsAuditor } from './auditor.ts';
import type { SimStorage } from './sim-storage.ts';

/** Small limits, so that a short run reaches them: commands that wait, rows that the tables lack, orders of a slice. */
const LIMITS = { limit: 60, recentKeys: 60, mostBehind: 60 };
const REST_MS = 1000;

export interface HolderOptions {
  readonly name: string;
  readonly bus: Bus;
  readonly subjects: Subjects;
  readonly storage: SimStorage;
  readonly shards: readonly number[];
  readonly slice: number;
  /** Creates the engine of a shard; undefined for the usual one. */
  readonly restoreOf: (shard: number) => typeof restoreEngine | undefined;
  /** Market time by the clock of this process. */
  readonly now: () => number;
  readonly auditor: ShardsAuditor;
  readonly onTaken: () => void;
  readonly onFatal: (error: Error) => void;
  readonly log: { info(message: string): void; warn(message: string): void; error(message: string): void };
}

/** Starts a process that stands by for all shards, and hosts and serves those whose lease it gets. Returns its shards. */
export function startHolder(options: HolderOptions): readonly LeasedShard[] {
  const { bus, subjects, storage, log, auditor, onTaken } = options;
  const keeper = new LeaseKeeper({ openSession: storage.openLeases, ttlMs: 3000, renewMs: 1000, log });
  const shards = options.shards.map(
    (shard) =>
      new LeasedShard({
        ...LIMITS,
        storage: storage.storage,
        shard,
        keeper,
        restMs: REST_MS,
        slice: options.slice,
        ...withRestore(options.restoreOf(shard)),
        now: options.now,
        log,
        holder: options.name,
        work: async (host, lease) => {
          onTaken();
          const ends = watch(host, shard, auditor);
          const server = new ShardServer({ bus, subjects, shard, host, lease, reads: storage.reads });
          await server.start();
          return async () => {
            for (const end of ends) end();
            await server.stop();
          };
        },
        onFatal: options.onFatal,
      }),
  );
  new MarketFollower({ bus, subjects, sinks: shards.map(hostSink), log }).start();
  keeper.start();
  for (const shard of shards) shard.start();
  return shards;
}

function withRestore(restore: typeof restoreEngine | undefined): { readonly restore?: typeof restoreEngine } {
  return restore === undefined ? {} : { restore };
}

/** Tells the auditor what the listeners of a holder are told. */
function watch(host: TradingShard, shard: number, auditor: ShardsAuditor): readonly (() => void)[] {
  return [
    host.onJournalled((rows) => auditor.reported(shard, rows, true)),
    host.onCommitted((rows) => auditor.reported(shard, rows)),
  ];
}
