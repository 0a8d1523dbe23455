import { RoleLease, type SingleRole } from '../../cluster/role-lease.ts';
import type { ProcessRole } from '../../cluster/process-directory.ts';
import { recordsOf } from '../../platform/log.ts';
import { onLost } from '../core.ts';
import type { StartDeps } from '../deps.ts';
import type { Installation } from './installation.ts';

/** The role of the processes that can have a lease. */
const ROLE_OF: Readonly<Record<SingleRole, ProcessRole>> = { market: 'market', house: 'web', worker: 'worker' };

/**
 * Stands by until no other process has a role. From then on this process acts only while its lease is current, and gives
 * it up when it stops. Without the bus it could not do the work, so it does not take the lease.
 */
export async function takeRole(
  role: SingleRole,
  { log }: Pick<StartDeps, 'log'>,
  { bus, busWatch, cluster, heldRoles, presence, roleSession, sessionsName }: Installation,
  aborted: AbortSignal | undefined,
): Promise<RoleLease> {
  const lease = new RoleLease({
    session: roleSession,
    role,
    holder: cluster.name,
    sessions: sessionsName,
    log: recordsOf(log),
    mayTake: () => bus.connected,
    onLost,
  });
  await lease.take(aborted);
  heldRoles.add(lease);
  presence.leads.add(role);
  busWatch.add({
    role: ROLE_OF[role],
    isHeld: () => presence.leads.has(role),
    giveUp: () => lease.giveUp('cut off from the bus, which another process with this role still has'),
  });
  return lease;
}
