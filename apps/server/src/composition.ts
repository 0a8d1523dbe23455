import { hostname } from 'node:os';
import type { SiteSettingValues } from '@fairlot/contract';
import { money } from '@fairlot/domain';
import type { TradingRules } from '@fairlot/engine';
import type { FastifyInstance } from 'fastify';
import { openAlerts } from './composition-alerts.ts';
import { openAuth } from './composition-auth.ts';
import { openContent } from './composition-content.ts';
import { openIdentity } from './composition-identity.ts';
import { openMoney } from './composition-money.ts';
import { openOffice } from './composition-office.ts';
import type { Office } from './composition-office.ts';
import { openRanking } from './composition-ranking.ts';
import { openSecrets } from './composition-secrets.ts';
import type { SampleStrategies } from './composition-ranking.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/database.ts';
import type { Database } from './db/database.ts';
import { registerAccount } from './features/account/routes.ts';
import { registerInstruments } from './features/instruments/routes.ts';
import { OrderQueries } from './features/orders/queries.ts';
import { RecentOrders } from './features/orders/recent-orders.ts';
import { registerOrders } from './features/orders/routes.ts';
import { OrdersService } from './features/orders/service.ts';
import { registerSettings } from './features/settings/routes.ts';
import { registerStatement } from './features/statement/routes.ts';
import { registerWorkspace } from './features/workspace/routes.ts';
import { Workspace } from './features/workspace/store.ts';
import { createMarket } from './market/create.ts';
import type { Market } from './market/market.ts';
import type { MarketData } from './market/port.ts';
import { addressTest } from './platform/addresses.ts';
import type { AddressTest } from './platform/addresses.ts';
import { Calls } from './platform/calls.ts';
import type { CallLimits } from './platform/calls.ts';
import { wallClock } from './platform/clock.ts';
import type { Clock } from './platform/clock.ts';
import { createHttp } from './platform/http.ts';
import type { Log } from './platform/log.ts';
import { Metrics } from './platform/metrics.ts';
import { registerPages } from './platform/pages.ts';
import { explain, requireFreePort } from './platform/port-check.ts';
import { registerProbes } from './platform/probes.ts';
import { Reconciliation } from './platform/reconciliation.ts';
import { UserNotices } from './platform/outbox/user-notices.ts';
import type { Secrets } from './platform/secrets/secrets.ts';
import { SETTING_DEFAULTS, SiteSettings } from './platform/site-settings.ts';
import { TokenBuckets } from './platform/token-bucket.ts';
import { Gateway } from './realtime/gateway.ts';
import { defineTerms } from './trading/define-terms.ts';
import { startTradingHost } from './trading/host.ts';
import type { TradingHost } from './trading/port.ts';
import { TransferDays } from './trading/days/keeper.ts';
import { SwapSchedule } from './trading/swap-schedule.ts';

/** A server that takes calls. */
export interface RunningServer {
  /** Where a browser on this machine opens it. */
  readonly url: string;
  /** Where the first administrator is set up, once and with a secret in it; absent when there is one. */
  readonly setUpUrl: string | undefined;
  /** What trades beside it, for whoever starts the server to run. */
  readonly samples: SampleStrategies;
  readonly isStopping: () => boolean;
  /** Says goodbye to sockets, answers what it took, commits what waits, and gives everything back. Repeated calls wait for the first. */
  stop(): Promise<void>;
}

/** The parts that every feature stands on. */
interface Foundation {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly database: Database;
  readonly market: Market;
  readonly trading: TradingHost;
  readonly settings: SiteSettings;
  readonly secrets: Secrets;
  readonly metrics: Metrics;
  readonly limits: CallLimits;
  readonly isTrustedProxy: AddressTest;
  readonly isReady: () => boolean;
}

/**
 * Starts everything, in the order in which the parts need each other: database, market, trading, features, sockets, HTTP.
 * `clock` is the wall clock unless somebody wants to see what happens at another time.
 */
export async function startServer(config: Config, log: Log, clock: Clock = wallClock): Promise<RunningServer> {
  await requireFreePort(config.port, config.host);
  const undo: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | undefined;
  // The last part that was started is the first to stop.
  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      for (const step of undo.splice(0).toReversed()) await step();
    })();
    return stopping;
  };
  try {
    const foundation = await layFoundation({ config, log, clock, isUp: () => stopping === undefined }, undo);
    const doors = await openDoors(foundation, undo);
    return { ...doors, isStopping: () => stopping !== undefined, stop };
  } catch (error) {
    await stop().catch((cause: unknown) => log.error({ err: cause }, 'what had been started did not stop cleanly'));
    throw error;
  }
}

/** What is there before anything is started. */
interface Ground {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly isUp: () => boolean;
}

/** Thrown outside of any call: the process ends with it, because nothing in its memory is to be trusted any more. */
function onLost(reason: Error): void {
  setImmediate(() => {
    throw reason;
  });
}

async function layFoundation({ config, log, clock, isUp }: Ground, undo: (() => Promise<void>)[]): Promise<Foundation> {
  const database = await openDatabase({ dataFolder: config.dataDir, databaseUrl: config.databaseUrl, log, onLost });
  undo.push(() => database.close());
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
  undo.push(() => market.stop());
  const trading = await startTradingHost({
    connection: database.connection,
    pool: database.pool,
    now: () => market.now(),
    log,
    holder: `${hostname()} ${process.pid}`,
    onFatal: onLost,
  });
  undo.push(() => trading.stop());
  await defineTerms(trading, database.pool, rulesOf(settings.values()), market.instruments());
  connect(market, trading);
  await market.start();
  const swaps = new SwapSchedule({ trading, pool: database.pool, now: () => market.now(), log });
  undo.push(() => swaps.stop());
  swaps.start();
  const days = new TransferDays({ db: database.kysely, log });
  undo.push(() => days.stop());
  days.start();
  const { callsPerSecond, ordersPerSecond } = config.limits;
  return {
    config,
    log,
    clock,
    database,
    market,
    trading,
    settings,
    secrets,
    metrics: new Metrics(),
    limits: {
      calls: new TokenBuckets(callsPerSecond, callsPerSecond * 4, clock),
      orders: new TokenBuckets(ordersPerSecond, ordersPerSecond * 3, clock),
    },
    isTrustedProxy: addressTest(config.trustedProxies),
    isReady: () => isUp() && trading.ready,
  };
}

const DEMO_FUNDS = money('100000');
const MAX_ORDERS_PER_ACCOUNT = 200;

/** Until the office overrides them, the environment's settings hold. */
function settingDefaults({ siteTitle, feeMode, warningRatio, stopOutRatio, strategies }: Config): SiteSettingValues {
  return {
    ...SETTING_DEFAULTS,
    site_title: siteTitle,
    trade_fee_type: feeMode === 'perLot' ? 1 : 2,
    warning_ratio: warningRatio,
    stop_out_ratio: stopOutRatio,
    sample_strategies: strategies,
  };
}

function rulesOf({ trade_fee_type: feeType, stop_out_ratio: stopOutPercent }: SiteSettingValues): TradingRules {
  return {
    feeMode: feeType === 1 ? 'perLot' : 'ofMargin',
    stopOutPercent,
    demoFunds: DEMO_FUNDS,
    maxOrdersPerAccount: MAX_ORDERS_PER_ACCOUNT,
  };
}

/** The market drives trading: its quotes trigger, its sessions open and close. */
function connect(market: MarketData, trading: TradingHost): void {
  for (const { id } of market.instruments()) trading.setOpen(id, market.isOpen(id));
  market.onSession((instrument, open) => trading.setOpen(instrument, open));
  market.onQuote((quote) => trading.onQuote(quote));
}

/** Registers the features, listens, and lets sockets in. */
async function openDoors(
  foundation: Foundation,
  undo: (() => Promise<void>)[],
): Promise<Pick<RunningServer, 'url' | 'setUpUrl' | 'samples'>> {
  const { config, log, clock, market, trading, metrics, limits, isTrustedProxy, isReady } = foundation;
  const app = await createHttp({ origins: config.origins, isTrustedProxy, log });
  const auth = openAuth(foundation);
  const { sessions } = auth;
  const calls = new Calls(app, { sessions, limits, metrics, log, isReady });
  const office = openOffice(app, { ...foundation, sessions, sockets: () => gateway.figures(), rulesOf });
  auth.register(calls);
  const notices = new UserNotices(auth.outbox);
  const identity = openIdentity({ calls, office }, { ...foundation, notices });
  undo.push(() => identity.stop());
  registerFeatures({ calls, office }, foundation);
  const funding = openMoney({ calls, office }, { ...foundation, notices }, identity);
  const alerts = await openAlerts(calls, foundation);
  const content = openContent(app, { calls, office }, foundation);
  const { board, samples } = openRanking({ calls, office, demoAccountOf: auth.demoAccountOf }, foundation);
  registerProbes(app, {
    metrics,
    mayReadMetrics: addressTest(config.metricsFrom),
    problems: () => problemsOf(foundation),
  });
  await registerPages(app, {
    folder: config.pagesDir,
    officeFolder: config.officePagesDir,
    siteTitle: () => foundation.settings.get('site_title'),
    serviceLink: () => foundation.settings.get('service_link'),
  });
  const gateway = new Gateway({
    market,
    trading,
    news: [content.support, alerts.news],
    sessions,
    signIns: limits.calls,
    socketsPerAddress: config.limits.socketsPerAddress,
    isTrustedProxy,
    isReady,
    clock,
    metrics,
    log,
  });
  undo.push(() => auth.outbox.stop());
  auth.outbox.start();
  const corrections = new Reconciliation([() => office.resume()], log);
  undo.push(() => corrections.stop());
  await corrections.start();
  undo.push(() => funding.stop());
  await funding.start();
  undo.push(() => alerts.stop());
  await alerts.start();
  undo.push(() => app.close());
  // Before the server closes, or its requests that wait would hold it up.
  undo.push(() => Promise.resolve(content.stop()));
  undo.push(() => board.stop());
  board.start();
  await listen(app, config);
  gateway.start(app.server);
  undo.push(() => gateway.stop());
  describe(metrics, foundation);
  const url = urlOf(app, config);
  const link = await office.firstLink();
  return { url, setUpUrl: link === undefined ? undefined : url + link, samples };
}

/** Where features put their calls: the users' side and the staff's. */
interface Doors {
  readonly calls: Calls;
  readonly office: Office;
}

function registerFeatures({ calls }: Doors, { clock, database, market, trading, settings }: Foundation): void {
  registerAccount(calls, trading);
  registerInstruments(calls, market, clock);
  registerStatement(calls, database.kysely, market);
  registerSettings(calls, settings, market);
  registerWorkspace(calls, new Workspace(database.kysely, clock));
  const recent = new RecentOrders();
  trading.onCommitted((rows) => recent.onCommitted(rows));
  trading.onForgotten(() => recent.forget());
  registerOrders(
    calls,
    new OrdersService({ trading, market, queries: new OrderQueries(database.kysely), recent }),
    market,
  );
}

async function problemsOf({ database, market, trading, isReady }: Foundation): Promise<readonly string[]> {
  const problems: string[] = [];
  if (!trading.ready) problems.push('trading takes no commands');
  if (!isReady()) problems.push('the server is stopping or not yet started');
  if (!market.instruments().some(({ id }) => market.quote(id) !== undefined)) problems.push('the market has no quotes');
  await database.pool.query('select 1').catch(() => problems.push('the database does not answer'));
  return problems;
}

function describe(metrics: Metrics, { market, trading }: Foundation): void {
  metrics.gauge('trading_ready', 'Whether trading takes commands (1) or not (0).', () => (trading.ready ? 1 : 0));
  metrics.gauges('quotes_rejected', 'Quotes dropped by the normaliser since the start, by reason.', 'reason', () =>
    market.rejected(),
  );
  metrics.gauge('quotes_taken', 'Quotes taken by the market since the start.', () => market.figures().quotes);
  metrics.gauge(
    'quote_lag_ms',
    'Milliseconds from the time of the last quote until it was taken.',
    () => market.figures().lagMs,
  );
  metrics.gauge('bars_waiting', 'Bars that wait to be written to the database.', () => market.figures().barsWaiting);
  metrics.gauge(
    'bars_given_up',
    'Bars that were given up because the database was away for too long.',
    () => market.figures().barsGivenUp,
  );
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  await app.listen({ port, host }).catch((error: unknown) => {
    throw explain(error, port, host);
  });
}

/** An address that means "every interface" is nothing to open in a browser. */
function urlOf(app: FastifyInstance, { port, host }: Config): string {
  const bound = app.server.address();
  const name = ['0.0.0.0', '::', ''].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${typeof bound === 'object' && bound !== null ? bound.port : port}`;
}
