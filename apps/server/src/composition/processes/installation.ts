import { openNatsBus } from '../../bus/nats-bus.ts';
import { type Subjects, subjectsOf } from '../../bus/subjects.ts';
import type { Bus } from '../../bus/bus.ts';
import { type HeldShard, ProcessDirectory } from '../../cluster/process-directory.ts';
import { BusSignals } from '../../cluster/signals.ts';
import type { ClusterSettings } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { recordsOf } from '../../platform/log.ts';
import { Metrics } from '../../platform/metrics.ts';
import type { StartDeps } from '../deps.ts';

/** What this process tells the directory of itself. The roles fill it in as they start. */
export interface Presence {
  shards: () => readonly HeldShard[];
  readonly leads: Set<string>;
  marketSilenceMs: (() => number) | undefined;
  sockets: (() => number) | undefined;
}

/** The parts that every process of an installation has. */
export interface Installation {
  readonly cluster: ClusterSettings;
  readonly database: Database;
  readonly bus: Bus;
  readonly subjects: Subjects;
  readonly signals: BusSignals;
  readonly directory: ProcessDirectory;
  readonly presence: Presence;
  readonly metrics: Metrics;
}

/** Connects to the bus and enters the directory of processes. */
export async function openInstallation(
  { config, log, lifecycle }: StartDeps,
  cluster: ClusterSettings,
  database: Database,
): Promise<Installation> {
  const lines = recordsOf(log);
  const bus = await openNatsBus({ servers: cluster.natsUrls, name: cluster.name, log: lines });
  lifecycle.onStop('bus', () => bus.close());
  const subjects = subjectsOf(cluster.installation);
  const signals = new BusSignals(bus, subjects, cluster.name);
  await lifecycle.start('signals', signals);
  const presence: Presence = {
    shards: () => [],
    leads: new Set(),
    marketSilenceMs: undefined,
    sockets: undefined,
  };
  const directory = new ProcessDirectory({
    pool: database.pool,
    name: cluster.name,
    roles: [...cluster.roles],
    url: cluster.url,
    prefers: cluster.prefers === 'all' ? Array.from({ length: config.realShards + 1 }, (_, at) => at) : cluster.prefers,
    state: () => ({
      shards: presence.shards(),
      leads: [...presence.leads],
      isBusConnected: bus.connected,
      marketSilenceMs: presence.marketSilenceMs === undefined ? undefined : Math.round(presence.marketSilenceMs()),
      sockets: presence.sockets?.(),
    }),
    log: lines,
  });
  await lifecycle.start('directory of processes', directory);
  const metrics = new Metrics();
  openMetrics(metrics, { bus, presence });
  return { cluster, database, bus, subjects, signals, directory, presence, metrics };
}

function openMetrics(metrics: Metrics, { bus, presence }: Pick<Installation, 'bus' | 'presence'>): void {
  metrics.gauge('bus_connected', 'Whether this process is connected to the bus (1) or not (0).', () =>
    bus.connected ? 1 : 0,
  );
  metrics.gauges('shard_epoch', 'Epoch of each shard that this process holds.', 'shard', () =>
    Object.fromEntries(presence.shards().map(({ shard, epoch }) => [shard, epoch])),
  );
  metrics.gauges('role_held', 'Leases of single roles that this process holds.', 'role', () =>
    Object.fromEntries([...presence.leads].map((role) => [role, 1])),
  );
  metrics.gauge(
    'market_silence_ms',
    'Milliseconds since the market of another process was last heard; 0 in a process that does not follow it.',
    () => presence.marketSilenceMs?.() ?? 0,
  );
}
