import { hostname } from 'node:os';
import { type Database, openDatabase } from '../db/database.ts';
import { addressTest } from '../http/addresses.ts';
import { createMarket } from '../market/create.ts';
import type { MarketData } from '../market/port.ts';
import { Countries } from '../platform/countries.ts';
import { Metrics } from '../platform/metrics.ts';
import { SiteSettings } from '../platform/site-settings.ts';
import { TokenBuckets } from '../security/token-buckets.ts';
import { TransferDays } from '../trading/days/transfer-days.ts';
import { defineTerms } from '../trading/define-terms.ts';
import { startTradingHost } from '../trading/host.ts';
import type { TradingHost } from '../trading/port.ts';
import { SHARDS, type ShardRouter, openShardRouter } from '../trading/shard-router.ts';
import { SwapSchedule } from '../trading/swap-schedule.ts';
import type { CoreDeps, StartDeps } from './deps.ts';
import { rulesOf, settingDefaults } from './rules.ts';
import { openSecrets } from './secrets.ts';

/** Starts database, market and trading, in this order. */
export async function startCore(deps: StartDeps): Promise<CoreDeps> {
  const { config, log, clock, lifecycle } = deps;
  const countries = await Countries.open(config.countryDatabase);
  const database = await openDatabase({ dataFolder: config.dataDir, databaseUrl: config.databaseUrl, log, onLost });
  lifecycle.onStop('database', () => database.close());
  const secrets = await openSecrets(config, database, log);
  const settings = await SiteSettings.open(database.pool, settingDefaults(config));
  const market = await createMarket({
    pool: database.pool,
    feed: config.feed,
    sessions: config.sessions,
    seed: config.seed,
    clock,
    log,
  });
  lifecycle.onStop('market', () => market.stop());
  const trading = await startShards({ ...deps, database, market, settings });
  connect(market, trading);
  await market.start();
  for (const shard of SHARDS) {
    const swaps = new SwapSchedule({ trading, pool: database.pool, now: () => market.now(), log, shard });
    await lifecycle.start(`swaps of shard ${shard}`, swaps);
    await lifecycle.start(`sums of transfers of shard ${shard}`, new TransferDays({ db: database.kysely, log, shard }));
  }
  const { callsPerSecond, ordersPerSecond, demoCommandsPerMinute } = config.limits;
  return {
    ...deps,
    database,
    market,
    trading,
    settings,
    secrets,
    countries,
    metrics: new Metrics(),
    limits: {
      calls: new TokenBuckets(callsPerSecond, callsPerSecond * 4, clock),
      orders: new TokenBuckets(ordersPerSecond, ordersPerSecond * 3, clock),
      demoCommands: new TokenBuckets(demoCommandsPerMinute / 60, demoCommandsPerMinute, clock),
    },
    isTrustedProxy: addressTest(config.trustedProxies),
    isReady: () => !lifecycle.isStopping && trading.ready,
  };
}

interface ShardDeps extends StartDeps {
  readonly database: Database;
  readonly market: MarketData;
  readonly settings: SiteSettings;
}

/** Starts a host for each shard, with the operator's rules and terms, and a router before them. */
async function startShards({ log, lifecycle, database, market, settings }: ShardDeps): Promise<ShardRouter> {
  const hosts: TradingHost[] = [];
  for (const shard of SHARDS) {
    const host = await startTradingHost({
      connection: database.connection,
      pool: database.pool,
      now: () => market.now(),
      log,
      holder: `${hostname()} ${process.pid}`,
      shard,
      onFatal: onLost,
    });
    lifecycle.onStop(`trading of shard ${shard}`, () => host.stop());
    await defineTerms(host, database.pool, rulesOf(settings.values()), market.instruments(), shard);
    hosts.push(host);
  }
  return openShardRouter(database.pool, hosts);
}

/** Throws outside of any call, which ends the process, because its memory can't be trusted any more. */
function onLost(reason: Error): void {
  setImmediate(() => {
    throw reason;
  });
}

/** Connects the market to trading: quotes trigger orders, sessions open and close instruments. */
function connect(market: MarketData, trading: TradingHost): void {
  for (const { id } of market.instruments()) trading.setOpen(id, market.isOpen(id));
  market.onSession((instrument, open) => trading.setOpen(instrument, open));
  market.onQuote((quote) => trading.onQuote(quote));
}
