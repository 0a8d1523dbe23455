import { hostname } from 'node:os';
import type { Pool } from 'pg';
import type { HeldShardState } from '../cluster/process-directory.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { announcedSwaps as readAnnouncedSwaps } from '../features/instruments/announced.ts';
import { createMarket } from '../market/create.ts';
import type { Market } from '../market/market.ts';
import type { MarketData } from '../market/port.ts';
import { type SourceChange, bindSource } from '../market/source-binding.ts';
import { Countries } from '../platform/countries.ts';
import { Metrics } from '../platform/metrics.ts';
import { openTracing } from '../platform/otlp.ts';
import type { Tracing } from '../platform/tracing.ts';
import { SiteSettings } from '../platform/site-settings.ts';
import { OrderDays } from '../trading/days/order-days.ts';
import { AuditLog } from '../staff/audit/audit-log.ts';
import { ProposalStore } from '../staff/proposals/proposal-store.ts';
import { alignDealing } from '../trading/align-dealing.ts';
import { AnnouncedSwaps } from '../trading/announced-swaps.ts';
import { TransferDays } from '../trading/days/transfer-days.ts';
import { defineTerms } from '../trading/define-terms.ts';
import { startTradingHost } from '../trading/host.ts';
import { journalTime } from '../trading/journal-time.ts';
import type { TradingShard } from '../trading/port.ts';
import { type ShardEntry, openShards } from '../trading/shard-directory.ts';
import { openShardRouter } from '../trading/shard-router.ts';
import { ExpirySchedule } from '../trading/expiry-schedule.ts';
import { SwapSchedule } from '../trading/swap-schedule.ts';
import { TradingMetrics } from '../trading/trading-metrics.ts';
import type { CoreDeps, StartDeps } from './deps.ts';
import { NO_SIGNALS } from '../cluster/signals.ts';
import { completeCore } from './complete-core.ts';
import { connectClock, connectMarket } from './connect-market.ts';
import { jobsHere } from './jobs.ts';
import { MarketClock } from './market-clock.ts';
import { openPartitions } from './partitions.ts';
import { rulesOf, settingDefaults } from './rules.ts';
import { openSecrets, sealStored } from './secrets.ts';
import { SourceChanges } from './source-changes.ts';
import { tellDatabaseTls } from './transports.ts';

/** Starts database, market and trading, in this order. */
export async function startCore(deps: StartDeps): Promise<CoreDeps> {
  const { config, log, clock, lifecycle } = deps;
  tellDatabaseTls(config.database.tls, log);
  const countries = await Countries.open(config.countryDatabase);
  const database = await openDatabase({
    dataFolder: config.dataDir,
    ...config.database,
    pools: config.pools,
    log,
    onLost,
  });
  lifecycle.onStop('database', () => database.close());
  const settings = await SiteSettings.open(database.pool, settingDefaults(config));
  await bindSource(database.pool, config.feed.kind, config.feedChange, (change) =>
    noteSourceChange(database.pool, change, { clock, log }),
  );
  const tracing = await openTraces(deps);
  const notBefore = await journalTime(database.pool);
  const marketClock = new MarketClock({
    clocks: deps.clocks,
    log,
    // A replay has recorded time, and resumes at the journal's.
    notBefore: config.feed.kind === 'replay' ? undefined : notBefore,
  });
  const sourceChanges = new SourceChanges({ audit: new AuditLog(database.pool, clock, log), clock, log });
  await lifecycle.start('changes of sources', sourceChanges);
  const market = await openMarket({ ...deps, database, marketClock, notBefore, tracing, sourceChanges });
  lifecycle.onStop('market', () => market.stop());
  const announcedSwaps = await openAnnouncedSwaps(database);
  const metrics = new Metrics();
  const shards = await startShards({ ...deps, database, market, settings, announcedSwaps, metrics });
  const heldShards = await readHeldShards(database.pool, shards);
  const trading = await openShardRouter(database.pool, shards, tracing);
  connectMarket(market, trading, tracing);
  connectClock(market, marketClock);
  await lifecycle.start('market clock', marketClock);
  await market.start();
  const partitions = openPartitions({ config, log, database, market, metrics });
  await lifecycle.start('partitions', partitions);
  for (const { number, host } of shards) await startShardJobs(host, number, database, deps);
  // The last part that can refuse the start: a start that was refused leaves no new key behind.
  const secrets = await openSecrets(config, database);
  await sealStored(database, secrets, log);
  return completeCore(deps, {
    database,
    partitions,
    market,
    marketClock,
    trading,
    heldShards,
    tracing,
    announcedSwaps,
    settings,
    secrets,
    countries,
    metrics,
    signals: NO_SIGNALS,
    duties: lifecycle,
    jobs: jobsHere(lifecycle),
  });
}

export type MarketDeps = Pick<CoreDeps, 'config' | 'log' | 'longestPastMs' | 'database' | 'marketClock' | 'tracing'> & {
  /** Market time that the journal has reached. */
  readonly notBefore: number | undefined;
  readonly sourceChanges: SourceChanges;
};

export function openMarket({
  config,
  log,
  database,
  marketClock,
  notBefore,
  longestPastMs,
  tracing,
  sourceChanges,
}: MarketDeps): Promise<Market> {
  return createMarket({
    pool: database.pool,
    history: database.calls.pool,
    feed: config.feed,
    sessions: config.sessions,
    seed: config.seed,
    clock: marketClock.now,
    notBefore,
    onSourceChange: sourceChanges.note,
    longestPastMs,
    log,
    tracing,
  });
}

/** Nothing is traced, and no library of traces is loaded, where no collector is configured. */
export async function openTraces({ config, log, lifecycle }: StartDeps): Promise<Tracing | undefined> {
  if (config.traces === undefined) return undefined;
  const traces = await openTracing(config.traces, log);
  lifecycle.onStop('traces', () => traces.stop());
  return traces.tracing;
}

interface ShardDeps extends StartDeps {
  readonly database: Database;
  readonly market: MarketData;
  readonly settings: SiteSettings;
  readonly announcedSwaps: AnnouncedSwaps;
  readonly metrics: Metrics;
}

/** Reads the announced swaps before the hosts start, because a start begins the rollovers that were missed. */
async function openAnnouncedSwaps(database: Database): Promise<AnnouncedSwaps> {
  const announced = new AnnouncedSwaps();
  await rereadAnnouncedSwaps(database, announced);
  return announced;
}

/** Reads the announced swaps again, which another process may have changed. */
export async function rereadAnnouncedSwaps(
  { kysely }: Pick<Database, 'kysely'>,
  announced: AnnouncedSwaps,
): Promise<void> {
  announced.replace(readAnnouncedSwaps(await new ProposalStore(kysely).scheduled()));
}

/** A shard of the directory that this process hosts. */
interface HostedShard extends ShardEntry {
  readonly host: TradingShard;
}

/** Starts a host for each shard of the directory, with the operator's rules and terms, and the halts of the first one. */
async function startShards(deps: ShardDeps): Promise<readonly HostedShard[]> {
  const { config, log, lifecycle, database, market, settings, announcedSwaps } = deps;
  const metrics = new TradingMetrics(deps.metrics);
  const hosted: HostedShard[] = [];
  for (const entry of await openShards(database.pool, config.realShards)) {
    const shard = entry.number;
    const host = await startTradingHost({
      connection: database.connection,
      pool: database.pool,
      now: () => market.now(),
      log,
      holder: `${hostname()} ${process.pid}`,
      shard,
      mostMissedRollovers: config.mostMissedRollovers,
      announcedSwaps,
      watch: metrics.watchOf(shard),
      onFatal: onLost,
    });
    metrics.follow(shard, host);
    lifecycle.onStop(`trading of shard ${shard}`, () => host.stop());
    const now = market.now();
    const instruments = market.instruments().map((instrument) => announcedSwaps.applyTo(instrument, now));
    await defineTerms(host, database.pool, rulesOf(settings.values()), instruments, shard);
    const first = hosted[0]?.host;
    const listed = market.instruments().map(({ id }) => id);
    if (first !== undefined) await alignDealing(first, host, listed);
    hosted.push({ ...entry, host });
  }
  return hosted;
}

/** The shards of the only server of a database, which keeps the epochs that its start has taken. */
async function readHeldShards(pool: Pool, shards: readonly HostedShard[]): Promise<() => readonly HeldShardState[]> {
  const { rows } = await pool.query<{ shard: number; epoch: bigint }>('select shard, epoch from lease');
  const epochs = new Map(rows.map(({ shard, epoch }) => [shard, Number(epoch)]));
  return () =>
    shards.map(({ number, host }) => ({
      shard: number,
      epoch: epochs.get(number) ?? 0,
      uncommitted: host.uncommitted,
      unwritten: host.unwritten,
    }));
}

/** Starts the jobs that belong to one shard: its swaps and its sums. */
export async function startShardJobs(
  trading: TradingShard,
  shard: number,
  database: Database,
  { log, lifecycle }: Pick<StartDeps, 'log' | 'lifecycle'>,
): Promise<void> {
  const of = { db: database.kysely, log, shard };
  await lifecycle.start(`swaps of shard ${shard}`, new SwapSchedule({ trading, pool: database.pool, log, shard }));
  await lifecycle.start(`expiry of orders of shard ${shard}`, new ExpirySchedule(trading, log));
  await lifecycle.start(`sums of transfers of shard ${shard}`, new TransferDays(of));
  await lifecycle.start(`sums of orders of shard ${shard}`, new OrderDays(of));
}

/** Throws outside of any call, which ends the process, because its memory can't be trusted any more. */
export function onLost(reason: Error): void {
  setImmediate(() => {
    throw reason;
  });
}

/** Writes the change of the source of prices to the audit log. */
export async function noteSourceChange(
  pool: Pool,
  { from, to }: SourceChange,
  { clock, log }: Pick<StartDeps, 'clock' | 'log'>,
): Promise<void> {
  await new AuditLog(pool, clock, log).append({
    phase: 'event',
    of: null,
    staffId: null,
    staffName: 'configuration',
    address: '',
    action: 'market/change_source',
    subject: `source ${to}`,
    userId: null,
    input: JSON.stringify({ from, to }),
    outcome: 'ok',
  });
  log.warn(`the source of prices of this database has changed from ${from} to ${to}`);
}
