import { RoleLease } from '../../cluster/role-lease.ts';
import type { ClusterSettings, Config } from '../../config.ts';
import { openDatabase } from '../../db/database.ts';
import { addressTest } from '../../http/addresses.ts';
import { createHttpServer } from '../../http/http-server.ts';
import { registerProbes } from '../../http/probes.ts';
import { UnnamedProxies } from '../../http/unnamed-proxies.ts';
import { type Log, recordsOf } from '../../platform/log.ts';
import { onLost } from '../core.ts';
import type { StartDeps } from '../deps.ts';
import { Lifecycle } from '../lifecycle.ts';
import { listen, urlOf } from '../http.ts';
import { openServer } from '../open-server.ts';
import { type OpenedServer, type RunningServer, runningServer } from '../running-server.ts';
import { tellDatabaseTls } from '../transports.ts';
import { openGatewayServer } from './gateway-server.ts';
import { type Installation, openInstallation } from './installation.ts';
import { MarketRole } from './market-role.ts';
import { followInstallation, startRemoteCore } from './remote-core.ts';
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
  const database = await openDatabase({
    dataFolder: config.dataDir,
    ...config.database,
    pools: config.pools,
    isShared: true,
    log,
    onLost,
  });
  lifecycle.onStop('database', () => database.close());
  return openInstallation(deps, cluster, database);
}

/** Serves what the roles of this process serve. A house that stands by follows, and serves nothing before it takes over. */
async function serve(
  deps: StartDeps,
  installation: Installation,
  aborted: AbortSignal | undefined,
): Promise<OpenedServer> {
  const { roles } = installation.cluster;
  if (!roles.has('web') && !roles.has('gateway'))
    return { url: await serveProbes(deps, installation), setUpUrl: undefined, samples: undefined };
  const followed = await followInstallation(deps, installation);
  if (roles.has('web')) await becomeHouse(deps, installation, aborted);
  const core = await startRemoteCore(deps, installation, followed, roles.has('web'));
  // Features use the sessions of calls, so that a slow one leaves trading its own.
  const features = { ...core, database: { ...core.database, ...core.database.calls } };
  if (roles.has('web')) {
    const { sockets, ...opened } = await openServer(features);
    installation.presence.sockets = sockets;
    return opened;
  }
  return { url: await openGatewayServer(features, installation), setUpUrl: undefined, samples: undefined };
}

/** Stands by until no other process is the house. */
async function becomeHouse(
  { log, lifecycle }: StartDeps,
  { cluster, roleSession, presence }: Installation,
  aborted: AbortSignal | undefined,
): Promise<void> {
  const lease = new RoleLease({
    session: roleSession,
    role: 'house',
    holder: cluster.name,
    log: recordsOf(log),
    onLost,
  });
  await lease.take(aborted);
  presence.leads.add('house');
  lifecycle.onStop('lease of the house', () => lease.stop());
}

/** Probes and metrics of a process that answers no calls. */
async function serveProbes(
  { config, log, lifecycle }: StartDeps,
  { metrics, bus, presence, database, cluster }: Installation,
): Promise<string> {
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
      return problems;
    },
    warnings: () => {
      const isIdle = presence.shards().length === 0 && presence.leads.size === 0;
      return isIdle ? [`${cluster.name} stands by: it has no shard and no single role`] : [];
    },
  });
  lifecycle.onStop('HTTP', () => app.close());
  await listen(app, config);
  return urlOf(app, config);
}
