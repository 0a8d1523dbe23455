import { hostname } from 'node:os';
import { openDatabase } from '../db/database.ts';
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
  const trading = await startTradingHost({
    connection: database.connection,
    pool: database.pool,
    now: () => market.now(),
    log,
    holder: `${hostname()} ${process.pid}`,
    mostMissedRollovers: config.mostMissedRollovers,
    onFatal: onLost,
  });
  lifecycle.onStop('trading', () => trading.stop());
  await defineTerms(trading, database.pool, rulesOf(settings.values()), market.instruments());
  connect(market, trading);
  await market.start();
  await lifecycle.start('swaps', new SwapSchedule({ trading, pool: database.pool, log }));
  await lifecycle.start('sums of transfers', new TransferDays({ db: database.kysely, log }));
  const { callsPerSecond, ordersPerSecond } = config.limits;
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
    },
    isTrustedProxy: addressTest(config.trustedProxies),
    isReady: () => !lifecycle.isStopping && trading.ready,
  };
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
