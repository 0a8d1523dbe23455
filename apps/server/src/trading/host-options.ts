import type { restoreEngine } from '@fairlot/engine';
import type { AnnouncedSwaps } from './announced-swaps.ts';
import type { LatestMarkets } from './latest-markets.ts';
import type { LeaseTerm } from './leases/lease-term.ts';
import type { ShardDatabase } from './postgres-storage.ts';
import type { HostWatch } from './trading-metrics.ts';

const DEFAULT_LIMIT = 10_000;
/** As few as the limit allows: each takes 650 bytes, and the journal knows the older ones. */
const DEFAULT_RECENT_KEYS = DEFAULT_LIMIT;

/** The settings of a trading host. */
export interface HostSettings {
  /** Market time in epoch milliseconds. */
  readonly now: () => number;
  readonly log: { info(message: string): void; warn(message: string): void; error(message: string): void };
  /** Name written to the lease, for people to read. */
  readonly holder: string;
  /** Maximum number of uncommitted commands. Further ones are refused as overloaded. */
  readonly limit?: number;
  readonly shard?: number;
  /** Maximum number of committed rows whose table rows are not written yet. Then commits wait. Default 20,000. */
  readonly mostBehind?: number;
  /** Number of idempotency keys whose outcomes the engine keeps in memory. */
  readonly recentKeys?: number;
  /** Number of orders and accounts that the engine works at once (EngineOptions.slice). */
  readonly slice?: number | undefined;
  /**
   * Maximum number of rollovers, missed since the last charged one, that a start charges to open positions. With more it
   * refuses to start, because the clock may be wrong. Default: no limit.
   */
  readonly mostMissedRollovers?: number;
  /** Changes of swaps to come. Default: none. */
  readonly announcedSwaps?: AnnouncedSwaps;
  /** The term of a lease that must be renewed. Default: this is the only server of the database. */
  readonly lease?: LeaseTerm;
  /** The latest markets, which a host that follows another one knows from its predecessor. Default: none. */
  readonly markets?: LatestMarkets;
  /** Creates the engine from what is loaded. Default: restoreEngine. A simulation audits the one that it returns. */
  readonly restore?: typeof restoreEngine;
  /** Told of commits, for the metrics. */
  readonly watch?: HostWatch;
  /** Called when the host can't continue (another writer, a broken invariant). The process must end. */
  readonly onFatal: (error: Error) => void;
}

/** The settings and dependencies of a trading host. */
export type HostOptions = HostSettings & ShardDatabase;

/** The limits of commands and keys in memory. Throws when a key could leave memory before its command is committed. */
export function memoryLimits({ limit = DEFAULT_LIMIT, recentKeys = DEFAULT_RECENT_KEYS }: HostSettings): {
  readonly limit: number;
  readonly recentKeys: number;
} {
  // The key of an uncommitted command is not in the journal yet.
  if (recentKeys < limit) throw new RangeError('the engine must remember the keys of all uncommitted commands');
  return { limit, recentKeys };
}
