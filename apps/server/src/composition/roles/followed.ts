import type { RemoteShard } from '../../trading/remote/remote-shard.ts';
import type { ShardEntry } from '../../trading/shard-directory.ts';
import type { CoreParts } from '../complete-core.ts';

export interface RemoteHost extends ShardEntry {
  readonly host: RemoteShard;
}

/** The followed parts of a process without shards and market: replicas of the shards, and another process's market. */
export interface Followed extends Pick<
  CoreParts,
  'announcedSwaps' | 'countries' | 'market' | 'marketClock' | 'secrets' | 'settings' | 'tracing' | 'trading'
> {
  /** Reads what the house may have changed. From then on this process changes it, and tells the others. */
  readonly lead: () => Promise<void>;
}
