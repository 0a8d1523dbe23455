import type { FastifyInstance } from 'fastify';
import type { HeldShardState } from '../cluster/process-directory.ts';
import type { Signals } from '../cluster/signals.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { PartitionKeeper } from '../db/partitions/partition-keeper.ts';
import type { RefusalAmount } from '../features/orders/refusal-budget.ts';
import type { AddressTest } from '../http/addresses.ts';
import type { CallLimits, Calls } from '../http/calls.ts';
import type { Origins } from '../http/origins.ts';
import type { ReadQueues } from '../http/read-kinds.ts';
import type { UnnamedProxies } from '../http/unnamed-proxies.ts';
import type { UploadPlaces } from '../http/upload-places.ts';
import type { Market } from '../market/market.ts';
import type { UserNotices } from '../messages/user-notices.ts';
import type { ReadBackups } from '../platform/backup-state.ts';
import type { Clock, MachineClocks } from '../platform/clock.ts';
import type { Countries } from '../platform/countries.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { SiteSettings } from '../platform/site-settings.ts';
import type { Tracing } from '../platform/tracing.ts';
import type { PersonKeys } from '../security/secrets/person-keys.ts';
import type { Secrets } from '../security/secrets/secrets.ts';
import type { ShareBudget } from '../security/untold-spend.ts';
import type { OnePersonLimit } from '../staff/one-person-limit.ts';
import type { People } from '../staff/people.ts';
import type { Proposals } from '../staff/proposals/proposals.ts';
import type { StaffCalls } from '../staff/staff-calls.ts';
import type { StuckRecords } from '../staff/stuck-records.ts';
import type { WorkQueues } from '../staff/work-queues.ts';
import type { AnnouncedSwaps } from '../trading/announced-swaps.ts';
import type { CurrentTerms } from '../trading/current-terms.ts';
import type { ShardRouter } from '../trading/shard-router.ts';
import type { Jobs, Starter } from './jobs.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { MarketClock } from './market-clock.ts';
import type { Processes } from './known-processes.ts';

/** Dependencies that exist before any part starts. */
export interface StartDeps {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly clocks: MachineClocks;
  /** Longest past that the simulated market generates at this start; see SimulatedFeedOptions. */
  readonly longestPastMs?: number | undefined;
  readonly lifecycle: Lifecycle;
}

/** Budgets that the processes of an installation share. */
export type BudgetName = 'calls' | 'orders' | 'networks' | 'neighbourhoods' | RefusalAmount;

/** The core: the parts that the features and the HTTP server use. */
export interface CoreDeps extends StartDeps {
  readonly database: Database;
  readonly partitions: PartitionKeeper;
  readonly market: Market;
  readonly marketClock: MarketClock;
  readonly trading: ShardRouter;
  /** The shards that this process holds. */
  readonly heldShards: () => readonly HeldShardState[];
  /** The terms in force. */
  readonly terms: CurrentTerms;
  readonly announcedSwaps: AnnouncedSwaps;
  readonly settings: SiteSettings;
  readonly secrets: Secrets;
  /** Seal texts about users in append-only records. */
  readonly personKeys: PersonKeys;
  /** Countries of network addresses. */
  readonly countries: Countries;
  readonly metrics: Metrics;
  /** Tells the other processes of the installation, if there are any, what has changed. */
  readonly signals: Signals;
  /** Absent where no collector of traces is configured. */
  readonly tracing: Tracing | undefined;
  readonly limits: CallLimits;
  /** Joins a budget with its namesakes in the other processes. Absent: this is the only process. */
  readonly shareBudget?: ((name: BudgetName) => ShareBudget) | undefined;
  readonly reads: ReadQueues;
  /** Places of large bodies. */
  readonly places: UploadPlaces;
  readonly origins: Origins;
  readonly isTrustedProxy: AddressTest;
  readonly proxies: UnnamedProxies;
  /** The state of the server's own backups; absent where the operator makes them. */
  readonly backups?: ReadBackups | undefined;
  /** The processes of an installation that has several. Absent: this is the only one. */
  readonly processes?: Processes | undefined;
  /** Starts the work of the role `web`, which shares the memory of the calls. */
  readonly duties: Starter;
  /** Starts the work of the role `worker`. */
  readonly jobs: Jobs;
  /**
   * Waits until this process may answer calls. Throws NotReadyError while another one may have its role. Absent: this is
   * the only process.
   */
  readonly mayAnswer?: (() => Promise<void>) | undefined;
  /** True while the server takes calls. */
  readonly isReady: () => boolean;
}

/** The core, and the registries for calls and work queues of a feature. */
export interface FeatureDeps extends CoreDeps {
  readonly app: FastifyInstance;
  readonly calls: Calls;
  readonly staffCalls: StaffCalls;
  readonly queues: WorkQueues;
  /** Changes of terms that wait for a second person. */
  readonly proposals: Proposals;
  readonly people: People;
  readonly limit: OnePersonLimit;
  readonly notices: UserNotices;
  readonly stuck: StuckRecords;
}
