import { processCalls } from '@fairlot/contract';
import type { Kysely } from 'kysely';
import type { ListedProcess, HeldRole } from '../../../cluster/process-directory.ts';
import type { Tables } from '../../../db/tables/index.ts';
import { done } from '../../../http/answer.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import { presentProcess, presentRoleLease, presentShard } from './presenter.ts';
import { readLeasedShards } from './queries.ts';

export interface ProcessDeps {
  readonly kysely: Kysely<Tables>;
  /** True when the installation is one process without a directory and a bus. */
  readonly single: boolean;
  readonly list: () => Promise<readonly ListedProcess[]>;
  readonly roleLeases: () => Promise<readonly HeldRole[]>;
  /** Number of accounts by shard. */
  readonly accounts: () => ReadonlyMap<number, number>;
}

/** Registers the call that shows the processes of the server. */
export function registerProcesses(
  calls: StaffCalls,
  { kysely, single, list, roleLeases, accounts }: ProcessDeps,
): void {
  calls.forStaff(processCalls.officeProcesses, async () => {
    const [shards, processes, leases] = await Promise.all([readLeasedShards(kysely), list(), roleLeases()]);
    const counts = accounts();
    return done({
      single,
      processes: processes.map((each) => presentProcess(each, single)),
      shards: shards.map((shard) => presentShard(shard, processes, counts.get(shard.number) ?? 0)),
      role_leases: leases.map(presentRoleLease),
    });
  });
}
