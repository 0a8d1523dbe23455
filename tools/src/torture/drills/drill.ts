import type { Client } from 'pg';
import { pause } from '../../../../apps/server/src/platform/pause.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { SentCommand, TortureClient } from '../client.ts';
import { firstAfter, since } from './figures.ts';
import type { MarketWatch } from './market-watch.ts';

/** Goals of a takeover, of greyed quotes and of their return, in milliseconds. */
export const GOALS = { takeoverMs: 5000, greyMs: 2000, backMs: 3000, othersRatio: 1.2 } as const;
/** Time of trading before and after a failure that is compared. */
export const WINDOW_MS = 4000;
export const LOOK_MS = 20;
/** After it a drill fails. */
export const LIMIT_MS = 60_000;

export interface Drill {
  readonly cluster: Cluster;
  /** Clients of each shard. */
  readonly clients: ReadonlyMap<number, readonly TortureClient[]>;
  readonly market: MarketWatch;
  readonly database: Client;
  readonly stopSeconds: number;
}

/** Figures of a drill in words. A figure that misses its goal is told, but only what is lost or wrong is a problem. */
export interface DrillResult {
  readonly figures: string;
  readonly takeovers?: readonly number[];
  /** Milliseconds of commands to the shards that did not fail, before the failure and meanwhile. */
  readonly others?: { readonly before: readonly number[]; readonly meanwhile: readonly number[] };
  readonly problems: readonly string[];
}

export const seconds = (ms: number | undefined): string => (ms === undefined ? 'never' : `${(ms / 1000).toFixed(2)} s`);

/** The commands of some shards' clients that had no outcome at a moment. */
export function commandsOf({ clients }: Drill, shards: readonly number[], moment: number): SentCommand[] {
  return shards.flatMap((shard) => (clients.get(shard) ?? []).flatMap(({ commands }) => since(commands, moment)));
}

/** Waits for the first outcome of each shard after a failure. Returns the milliseconds of each; throws after a minute. */
export async function takeovers(drill: Drill, shards: readonly number[], failure: number): Promise<number[]> {
  return Promise.all(
    shards.map(async (shard) => {
      for (;;) {
        const first = firstAfter(commandsOf(drill, [shard], failure), failure);
        if (first !== undefined) return first - failure;
        if (performance.now() - failure > LIMIT_MS)
          throw new Error(`shard ${shard} has no outcome within ${LIMIT_MS} ms`);
        await pause(LOOK_MS);
      }
    }),
  );
}
