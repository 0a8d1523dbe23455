import type { ClusterSettings, Config } from '../../config.ts';
import { openDatabase } from '../../db/database.ts';
import { addressTest } from '../../http/addresses.ts';
import { newSessionsName } from '../../db/process-sessions.ts';
import { forwardCalls } from '../../http/forward.ts';
import { createHttpServer } from '../../http/http-server.ts';
import { registerProbes } from '../../http/probes.ts';
import { UnnamedProxies } from '../../http/unnamed-proxies.ts';
import type { Log } from '../../platform/log.ts';
import { Metrics } from '../../platform/metrics.ts';
import { onLost } from '../core.ts';
import type { CoreDeps, StartDeps } from '../deps.ts';
import { ELSEWHERE, JOBS_ELSEWHERE, WaitingJobs, jobsHere } from '../jobs.ts';
import { Lifecycle } from '../lifecycle.ts';
import { clockWarnings } from '../health.ts';
import { listen, urlOf } from '../http.ts';
import { openHouse, openServer } from '../open-server.ts';
import { type OpenedServer, type RunningServer, runningServer } from '../running-server.ts';
import { tellDatabaseTls } from '../transports.ts';
import { openGatewayServer } from './gateway-server.ts';
import { type Installation, openInstallation, ownClockOffMs } from './installation.ts';
import { MarketRole } from './market-role.ts';
import { followInstallation, startRemoteCore } from './remote-core.ts';
import { takeRole } from './take-role.ts';
import { TradingRole } from './trading-role.ts';

/** Starts one process of an installation that has several, with the roles of its settings. */
export function startProcess(
  config: Config,
  cluster: ClusterSettings,
  log: Log,
  given: Pick<StartDeps, 'clock' | 'clocks' | 'longestPastMs'> & { readonly aborted: AbortSignal | undefined },
): Promise<RunningServer> {
  const { aborted, ...clocks } = given;
  const lifecycle = new Lifecycle(log, aborted);
  const deps: StartDeps = { config, log, lifecycle, ...clocks };
  return runningServer(lifecycle, async () => {
    const installation = await openShared(deps, cluster);
    const { roles } = cluster;
    if (roles.has('market')) await lifecycle.start('market role', new MarketRole(deps, installation));
    if (roles.has('trading')) await lifecycle.start('trading role', new TradingRole(deps, installation));
    return serve(deps, installation, aborted);
  });
}

async function openShared(deps: StartDeps, cluster: ClusterSettings): Promise<Installation> {
  const { config, log, lifecycle } = deps;
  tellDatabaseTls(config.database.tls, log);
  const sessions = newSessionsName(cluster.name);
  const database = await openDatabase({
    dataFolder: config.dataDir,
    ...config.database,
    pools: config.pools,
    isShared: true,
    sessionsName: sessions,
    log,
    onLost,
  });
  lifecycle.onStop('database', () => database.close());
  return openInstallation(deps, cluster, database, sessions);
}

/** Serves what the roles of this process serve. A house that stands by follows, and serves its probes before it takes over. */
async function serve(
  deps: StartDeps,
  installation: Installation,
  aborted: AbortSignal | undefined,
): Promise<OpenedServer> {
  const { roles } = installation.cluster;
  if (roles.has('web')) return serveHouse(deps, installation, aborted);
  if (roles.has('gateway')) {
    const followed = await followInstallation(deps, installation);
    const none = { duties: ELSEWHERE, jobs: JOBS_ELSEWHERE };
    const core = await startRemoteCore(deps, installation, followed, false, none);
    return opened(await openGatewayServer(forFeatures(core), installation));
  }
  const { url } = await serveProbes(deps, installation);
  if (roles.has('worker')) inBackground('the worker', deps, (over) => work(deps, installation, over));
  return opened(url);
}

/** A server without an office and a ranking. */
function opened(url: string): OpenedServer {
  return { url, setUpUrl: undefined, samples: undefined };
}

/** Features use the sessions of calls, so that a slow one leaves trading its own. */
function forFeatures(core: CoreDeps): CoreDeps {
  return { ...core, database: { ...core.database, ...core.database.calls } };
}

/** Answers the calls of the house once no other process does, and does the jobs once no other process does those. */
async function serveHouse(
  deps: StartDeps,
  installation: Installation,
  aborted: AbortSignal | undefined,
): Promise<OpenedServer> {
  const { lifecycle } = deps;
  const probes = await serveProbes(deps, installation);
  const followed = await followInstallation(deps, installation);
  await takeRole('house', deps, installation, aborted);
  // At once, so that gateways are refused until the calls are answered on the same port.
  await probes.close();
  const isWorker = installation.cluster.roles.has('worker');
  const waiting = new WaitingJobs(lifecycle);
  const core = await startRemoteCore(deps, installation, followed, true, {
    duties: lifecycle,
    jobs: isWorker ? waiting : JOBS_ELSEWHERE,
  });
  const { sockets, ...house } = await openServer(forFeatures(core));
  installation.presence.sockets = sockets;
  // Clients that are told to read again ask this process, which answers only now.
  installation.signals.tellMissed();
  if (isWorker)
    inBackground('the worker', deps, async (over) => {
      await takeRole('worker', deps, installation, over);
      await waiting.begin();
    });
  return house;
}

/** Starts work that may have to stand by, while the process serves what it can. It ends the process when it fails. */
function inBackground(name: string, { lifecycle }: StartDeps, start: (over: AbortSignal) => Promise<void>): void {
  const over = new AbortController();
  const started = start(over.signal).catch((error: unknown) => {
    if (!lifecycle.isStopping) onLost(new Error(`${name} could not be started`, { cause: error }));
  });
  lifecycle.onStop(`start of ${name}`, async () => {
    over.abort();
    await started;
  });
}

/**
 * Does the jobs once no other process does them. They are jobs of the same features as in the house, so all of these are
 * built; their calls have no door here, and their metrics are those of the house.
 */
async function work(deps: StartDeps, installation: Installation, aborted: AbortSignal): Promise<void> {
  const followed = await followInstallation(deps, installation);
  await takeRole('worker', deps, installation, aborted);
  const core = await startRemoteCore(deps, installation, followed, false, {
    duties: ELSEWHERE,
    jobs: jobsHere(deps.lifecycle),
  });
  const { app } = await openHouse({ ...forFeatures(core), metrics: new Metrics() });
  deps.lifecycle.onStop('features', () => app.close());
}

/** Probes and metrics of a process that answers no calls, or none yet. */
async function serveProbes(
  { config, log, lifecycle }: StartDeps,
  { metrics, bus, presence, database, cluster }: Installation,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const isTrustedProxy = addressTest(config.trustedProxies);
  const app = await createHttpServer({ origins: [], isTrustedProxy, log });
  registerProbes(app, {
    metrics,
    mayReadMetrics: addressTest(config.metricsFrom),
    proxies: new UnnamedProxies(isTrustedProxy, log),
    clock: () => performance.now(),
    problems: async () => {
      const problems = lifecycle.isStopping ? ['the process is stopping'] : [];
      await database.trading.pool.query('select 1').catch(() => problems.push('the database does not answer'));
      if (!bus.connected) problems.push('the bus is not connected');
      if (presence.leads.has('house')) problems.push('the house takes over');
      return problems;
    },
    warnings: () => {
      const partitionsEnd = presence.partitionsEnd?.();
      const isIdle = presence.shards().length === 0 && presence.leads.size === 0;
      return [
        ...clockWarnings(ownClockOffMs(presence)),
        ...(partitionsEnd === undefined ? [] : [partitionsEnd]),
        ...(isIdle ? [`${cluster.name} stands by: it has no shard and no single role`] : []),
      ];
    },
  });
  // Gateways may take this process for the house that its former start was.
  if (cluster.roles.has('web')) await forwardCalls(app, () => undefined);
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= app.close());
  lifecycle.onStop('probes', close);
  await listen(app, config);
  return { url: urlOf(app, config), close };
}
