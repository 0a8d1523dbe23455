import type { OutputOfStaff, processCalls } from '@fairlot/contract';
import type { ListedProcess, HeldRole } from '../../../cluster/process-directory.ts';
import type { LeasedShardRow } from './queries.ts';

type Answer = OutputOfStaff<typeof processCalls.officeProcesses>;

/** A process in the words of the wire. `single`: the installation has one process and no bus. */
export function presentProcess(listed: ListedProcess, single: boolean): Answer['processes'][number] {
  const { state } = listed;
  return {
    name: listed.name,
    roles: [...listed.roles],
    version: listed.version,
    started_at: listed.startedAt.toISOString(),
    seen_at: listed.seenAt.toISOString(),
    alive: listed.isAlive,
    cpu_cores: state.cpuShare,
    heap_mb: state.heapMiB,
    event_loop_p99_ms: state.eventLoopP99Ms,
    sockets: state.sockets ?? null,
    market_silence_ms: state.marketLagMs ?? null,
    bus_connected: single ? null : state.busConnected,
  };
}

/**
 * A shard with its holder. The lease says who holds it; the process that lives and names its epoch gives the name and the
 * rows.
 */
export function presentShard(
  shard: LeasedShardRow,
  processes: readonly ListedProcess[],
  accounts: number,
): Answer['shards'][number] {
  const epoch = Number(shard.epoch ?? 0n);
  const held = processes
    .filter(({ isAlive }) => isAlive)
    .flatMap(({ name, state }) => state.shards.map((each) => ({ ...each, name })))
    .find((each) => each.shard === shard.number && each.epoch === epoch);
  const isHeld = shard.holder !== null && shard.holder !== '' && held !== undefined;
  return {
    number: shard.number,
    kind: shard.kind,
    takes_new: shard.takesNew,
    accounts,
    holder: isHeld ? held.name : null,
    epoch,
    lease_ends_at: shard.endsAt?.toISOString() ?? null,
    uncommitted: isHeld ? held.uncommitted : null,
    unwritten: isHeld ? held.unwritten : null,
  };
}

/** A role lease in the words of the wire. */
export function presentRoleLease({ role, holder, epoch, endsAt }: HeldRole): Answer['role_leases'][number] {
  return { role, holder, epoch, ends_at: endsAt.toISOString() };
}
