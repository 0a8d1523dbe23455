import type { Pool } from 'pg';
import { openNatsBus } from '../../bus/nats-bus.ts';
import { type Subjects, subjectsOf } from '../../bus/subjects.ts';
import type { Bus } from '../../bus/bus.ts';
import { BusWatch } from '../../cluster/bus-watch.ts';
import { DatabaseWatch } from '../../cluster/database-watch.ts';
import type { MarketFollower } from '../../cluster/market-follower.ts';
import { HeldRoles } from '../../cluster/held-roles.ts';
import {
  type HeldShardState,
  ProcessDirectory,
  type ProcessState,
  isReplaceable,
  listProcesses,
} from '../../cluster/process-directory.ts';
import { ProcessLoad } from '../../cluster/process-load.ts';
import { readRoleLeases } from '../../cluster/role-lease.ts';
import { OwnRoleSession, type RoleSession } from '../../cluster/role-session.ts';
import { BusSignals } from '../../cluster/signals.ts';
import type { ClusterSettings } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { fencedDatabase } from '../../db/fenced-database.ts';
import { recordsOf } from '../../platform/log.ts';
import { Metrics } from '../../platform/metrics.ts';
import program from '../../../package.json' with { type: 'json' };
import { onLost } from '../core.ts';
import type { StartDeps } from '../deps.ts';
import type { MarketClock } from '../market-clock.ts';
import type { Processes } from '../known-processes.ts';
import { openProcessMetrics } from '../processes.ts';
import { marketTermsOf } from './shared-market.ts';

/** Facts of this process for the directory. The roles fill them in as they start. */
export interface Presence {
  shards: () => readonly HeldShardState[];
  /** Number of shards in the directory, once this process has read it. */
  knownShards: number;
  readonly leads: Set<string>;
  /** Follows the market over the bus. */
  follower: Pick<MarketFollower, 'silenceMs' | 'overdueMs'> | undefined;
  /** The clocks of the roles: each begins with its role, and a jump stops the dealing of its role. */
  readonly clocks: Set<MarketClock>;
  sockets: (() => number) | undefined;
  /** The warning of partitions that can't be added, in a process that adds them. */
  partitionsEnd: (() => string | undefined) | undefined;
  /** Ids of the keys of secrets, the sealing one first. */
  secretKeys: readonly string[] | undefined;
}

/** The parts that every process of an installation has. */
export interface Installation {
  readonly cluster: ClusterSettings;
  readonly database: Database;
  /** Name of the sessions of the database's pools. */
  readonly sessionsName: string;
  readonly bus: Bus;
  readonly subjects: Subjects;
  readonly signals: BusSignals;
  readonly directory: ProcessDirectory;
  /** For the leases of the roles of this process. */
  readonly roleSession: RoleSession;
  /** The single roles that this process has taken. */
  readonly heldRoles: HeldRoles;
  /** The database for the work of the single roles: it gives no session while another process may do that work. */
  readonly fenced: Database;
  /** Gives leases up when this process is cut off from the bus alone. */
  readonly busWatch: BusWatch;
  readonly presence: Presence;
  readonly metrics: Metrics;
  /** All processes, for the office. */
  readonly processes: Processes;
}

/** Connects to the bus and enters the directory of processes. */
export async function openInstallation(
  { config, log, lifecycle }: StartDeps,
  cluster: ClusterSettings,
  database: Database,
  sessionsName: string,
): Promise<Installation> {
  const lines = recordsOf(log);
  const bus = await openNatsBus({ servers: cluster.natsUrls, name: cluster.name, log: lines, onLost });
  lifecycle.onStop('bus', () => bus.close());
  const subjects = subjectsOf(cluster.installation);
  const signals = new BusSignals(bus, subjects, cluster.name);
  await lifecycle.start('signals', signals);
  const presence = newPresence();
  const load = new ProcessLoad();
  lifecycle.onStop('load of the process', () => load.stop());
  const own = { start: sessionsName, ...(cluster.roles.has('market') && { market: marketTermsOf(config) }) };
  const state = (): ProcessState => ({ ...own, ...load.sample(), ...presentState(presence, bus) });
  const directory = new ProcessDirectory({
    pool: database.pool,
    name: cluster.name,
    roles: [...cluster.roles],
    url: cluster.url,
    version: program.version,
    prefers: cluster.prefers === 'all' ? Array.from({ length: config.realShards + 1 }, (_, at) => at) : cluster.prefers,
    state,
    log: lines,
  });
  await lifecycle.start('directory of processes', directory);
  // Before the roles: a process of a copy of the database must take no part in what the others do.
  const watch = openWatch({ cluster, database, sessionsName, bus, subjects, directory }, lines);
  await lifecycle.start('watch over the database', watch);
  const roleSession = new OwnRoleSession(database.connection);
  lifecycle.onStop('session of the role leases', () => roleSession.stop());
  const heldRoles = new HeldRoles();
  // After the roles, because their last work needs their leases.
  lifecycle.onStop('leases of the roles', () => {
    presence.leads.clear();
    return heldRoles.stop();
  });
  const busWatch = openBusWatch({ bus, database, directory }, lines);
  await lifecycle.start('watch over the bus', busWatch);
  const metrics = new Metrics();
  openProcessMetrics(metrics, {
    single: false,
    state: () => ({ ...NO_LOAD, ...presentState(presence, bus) }),
    shards: () => presence.knownShards,
  });
  const processes = processesOf({ database, presence, signals });
  signals.on('clock', () => acceptAll(presence));
  return {
    cluster,
    database,
    sessionsName,
    bus,
    subjects,
    signals,
    directory,
    roleSession,
    heldRoles,
    fenced: fencedDatabase(database, heldRoles),
    busWatch,
    presence,
    metrics,
    processes,
  };
}

function openBusWatch(
  { bus, database, directory }: Pick<Installation, 'bus' | 'database' | 'directory'>,
  log: { warn(message: string): void },
): BusWatch {
  return new BusWatch({ bus, isReplaceable: (role) => isReplaceable(database.pool, role, directory.id), log });
}

/** The watch over processes of another database. */
function openWatch(
  {
    cluster,
    database,
    sessionsName,
    bus,
    subjects,
    directory,
  }: Pick<Installation, 'cluster' | 'database' | 'sessionsName' | 'bus' | 'subjects' | 'directory'>,
  log: { warn(message: string): void },
): DatabaseWatch {
  const { name, installation } = cluster;
  const { pool } = database;
  return new DatabaseWatch({
    bus,
    subjects,
    pool,
    directory,
    installation,
    name,
    start: sessionsName,
    log,
    onForeign: onLost,
  });
}

/** The facts of a process none of whose roles has started. */
function newPresence(): Presence {
  return {
    shards: () => [],
    knownShards: 0,
    leads: new Set(),
    follower: undefined,
    clocks: new Set(),
    sockets: undefined,
    partitionsEnd: undefined,
    secretKeys: undefined,
  };
}

/** All processes, from the directory. */
function processesOf({
  database,
  presence,
  signals,
}: Pick<Installation, 'database' | 'presence' | 'signals'>): Processes {
  return {
    single: false,
    list: () => listProcesses(database.pool),
    roleLeases: () => readRoleLeases(database.pool),
    clockOffMs: () => clockOffMs(database.pool, presence),
    acceptClocks: async () => {
      const isOff = (await clockOffMs(database.pool, presence)) !== undefined;
      acceptAll(presence);
      signals.tell('clock');
      return isOff;
    },
  };
}

/** Milliseconds by which the clock of a role of this process has jumped; undefined while all can be trusted. */
export function ownClockOffMs({ clocks }: Pick<Presence, 'clocks'>): number | undefined {
  return [...clocks].map(({ offMs }) => offMs).find((offMs) => offMs !== undefined);
}

async function clockOffMs(pool: Pool, presence: Presence): Promise<number | undefined> {
  const own = ownClockOffMs(presence);
  if (own !== undefined) return own;
  const alive = (await listProcesses(pool)).filter(({ isAlive }) => isAlive);
  return alive.map(({ state }) => state.clockOffMs).find((offMs) => offMs !== undefined);
}

function acceptAll({ clocks }: Presence): void {
  for (const clock of clocks) clock.accept();
}

/** Scrapes have figures of their own for the load, and a sample would shorten that of the directory. */
const NO_LOAD = { cpuShare: 0, heapMiB: 0, eventLoopP99Ms: 0 };

function presentState(presence: Presence, bus: Bus): Omit<ProcessState, keyof typeof NO_LOAD> {
  const { shards, leads, follower, sockets, secretKeys } = presence;
  const offMs = ownClockOffMs(presence);
  return {
    shards: shards(),
    leads: [...leads],
    busConnected: bus.connected,
    ...(follower !== undefined && {
      marketLagMs: Math.round(follower.silenceMs),
      marketOverdueMs: Math.round(follower.overdueMs),
    }),
    ...(sockets !== undefined && { sockets: sockets() }),
    ...(offMs !== undefined && { clockOffMs: offMs }),
    ...(secretKeys !== undefined && { secretKeys }),
  };
}
