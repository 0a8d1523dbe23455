import { RoleLease, type SingleRole } from '../../cluster/role-lease.ts';
import type { ProcessRole } from '../../cluster/process-directory.ts';
import { recordsOf } from '../../platform/log.ts';
import { onLost } from '../core.ts';
import type { StartDeps } from '../deps.ts';
import type { Installation } from './installation.ts';

/** The role of the processes that can have a lease. */
const ROLE_OF: Readonly<Record<SingleRole, ProcessRole>> = { market: 'market', house: 'web', worker: 'worker' };

/** A lease for a role of this process. A process without the bus could not do the work, so it does not take it. */
export function openRoleLease(
  role: SingleRole,
  { log }: Pick<StartDeps, 'log'>,
  { bus, cluster, roleSession, sessionsName }: Installation,
): RoleLease {
  return new RoleLease({
    session: roleSession,
    role,
    holder: cluster.name,
    sessions: sessionsName,
    log: recordsOf(log),
    mayTake: () => bus.connected,
    onLost,
  });
}

/** Stands by for a lease until it is free. From then on the process acts only while the lease is current. */
export async function leadBy(
  lease: RoleLease,
  { heldRoles, presence, busWatch }: Installation,
  aborted: AbortSignal | undefined,
): Promise<void> {
  await lease.take(aborted);
  heldRoles.add(lease);
  presence.leads.add(lease.role);
  busWatch.add({
    role: ROLE_OF[lease.role],
    isHeld: () => presence.leads.has(lease.role),
    giveUp: () => lease.giveUp('cut off from the bus, which another process with this role still has'),
  });
}

/** Stands by until no other process has a role. */
export async function takeRole(
  role: SingleRole,
  deps: StartDeps,
  installation: Installation,
  aborted: AbortSignal | undefined,
): Promise<void> {
  await leadBy(openRoleLease(role, deps, installation), installation, aborted);
}
