import { hostname } from 'node:os';
import program from '../../package.json' with { type: 'json' };
import type { ListedProcess, ProcessState } from '../cluster/process-directory.ts';
import { SINGLE_ROLES } from '../cluster/role-lease.ts';
import { ProcessLoad } from '../cluster/process-load.ts';
import { instrumentStates } from '../features/office/dashboards/health-queries.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { CoreDeps } from './deps.ts';
import type { Processes } from './known-processes.ts';

type OnlyProcessDeps = Pick<CoreDeps, 'heldShards' | 'market' | 'marketClock' | 'lifecycle' | 'metrics'> & {
  readonly sockets: () => { readonly sockets: number };
};

/** The processes of an installation that is one process: it has no row in the directory and no role leases. Registers its metrics. */
export function openOnlyProcess(deps: OnlyProcessDeps): Processes {
  const { heldShards, market, marketClock, lifecycle, metrics, sockets } = deps;
  const load = new ProcessLoad();
  lifecycle.onStop('load of the process', () => load.stop());
  const startedAt = new Date(Date.now() - process.uptime() * 1000);
  const state = (): ProcessState => ({
    ...load.sample(),
    shards: heldShards(),
    leads: [],
    busConnected: false,
    marketLagMs: market.figures().silentMs,
    marketOverdueMs: isQuoting(market) ? market.figures().silentMs : 0,
    sockets: sockets().sockets,
    ...(marketClock.offMs !== undefined && { clockOffMs: marketClock.offMs }),
  });
  const own = (): ListedProcess => ({
    id: 0n,
    name: `${hostname()} ${process.pid}`,
    roles: ['market', 'trading', 'web', 'worker'],
    url: null,
    version: program.version,
    prefers: [],
    startedAt,
    seenAt: new Date(),
    state: state(),
    isAlive: true,
  });
  openProcessMetrics(metrics, { single: true, state, shards: () => heldShards().length });
  return {
    single: true,
    list: () => Promise.resolve([own()]),
    roleLeases: () => Promise.resolve([]),
    clockOffMs: () => Promise.resolve(marketClock.offMs),
    acceptClocks: () => Promise.resolve(marketClock.accept()),
  };
}

/** True while a market is open whose last quote is in no doubt: further ones are due. */
function isQuoting(market: OnlyProcessDeps['market']): boolean {
  const { fresh, stale } = instrumentStates(market);
  return fresh + stale > 0;
}

interface OwnProcess extends Pick<Processes, 'single'> {
  readonly state: () => ProcessState;
  /** Number of shards in the directory; 0 in a process that has not read it. */
  readonly shards: () => number;
}

/** Registers the metrics of this process among the others of the installation. */
export function openProcessMetrics(metrics: Metrics, { single, state, shards }: OwnProcess): void {
  metrics.gauge('shards', 'Shards of the installation; 0 in a process that does not need to know.', shards);
  metrics.gauge('shards_held', 'Shards whose lease this process has.', () => state().shards.length);
  metrics.gauges('shard_epoch', 'Epoch of the lease of each shard that this process holds.', 'shard', () =>
    Object.fromEntries(state().shards.map(({ shard, epoch }) => [shard, epoch])),
  );
  // A role without a holder needs a sample too: no rule can see what is absent.
  metrics.gauges('role_held', 'Whether this process has the role (1) or not (0).', 'role', () => {
    const { leads } = state();
    return Object.fromEntries(SINGLE_ROLES.map((role) => [role, single || leads.includes(role) ? 1 : 0]));
  });
  metrics.gauges(
    'bus_connected',
    'Whether the bus is connected (1) or not (0); without a sample in an installation of one process.',
    'bus',
    () => (single ? {} : { nats: state().busConnected ? 1 : 0 }),
  );
  metrics.gauge(
    'market_silence_ms',
    'Milliseconds since the last quote reached this process; 0 in a process without a market.',
    () => state().marketLagMs ?? 0,
  );
  metrics.gauge(
    'clock_off_ms',
    'Milliseconds by which the clock of this machine has jumped; 0 while it can be trusted.',
    () => state().clockOffMs ?? 0,
  );
  metrics.gauge(
    'market_overdue_ms',
    'Milliseconds for which quotes have been due in this process and none has come; 0 while none are due.',
    () => state().marketOverdueMs ?? 0,
  );
}
