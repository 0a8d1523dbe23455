import { CopyRun } from '@fairlot/copying';
import { type PortDeps, ServerCopyPort } from './port.ts';
import type { ShardState } from './shard-state.ts';
import type { CopyStarts } from './starts.ts';

/** A run with its port. */
export interface Running {
  readonly port: ServerCopyPort;
  readonly run: CopyRun;
}

export type RunningDeps = Omit<PortDeps, 'whenStarted' | 'changesThrough' | 'advanced'>;

/** Begins a run over the tables. */
export function newRunning(
  deps: RunningDeps,
  shards: ReadonlyMap<number, ShardState>,
  starts: Pick<CopyStarts, 'whenStarted'>,
): Running {
  const port = new ServerCopyPort({
    ...deps,
    whenStarted: (leader) => starts.whenStarted(leader),
    changesThrough: (shard, seq) => {
      const current = shards.get(shard)?.current;
      return current?.through === seq ? current.changes : new Map();
    },
    advanced: (number, seq) => {
      const shard = shards.get(number);
      if (shard !== undefined) shard.followed = Math.max(shard.followed, seq);
    },
  });
  return { port, run: new CopyRun(port) };
}
