import type { LeaderDeed, LeaderPosition } from '@fairlot/copying';
import type { OrderId } from '@fairlot/engine';
import { type Drawn, ShardFeed } from './shard-feed.ts';

/** Deeds that are handed over together. */
const BATCH = 200;

/** A shard of the journal, and how far its deeds are followed. */
export interface ShardState {
  readonly feed: ShardFeed;
  /** False while rows are read from the journal. */
  live: boolean;
  /** Set when what is in memory was dropped, so that a catch-up under way looks again. */
  interrupted: boolean;
  /** Set when the tables may have leaders that the feed lacks, so that the feed must be loaded before rows are drawn. */
  unread: boolean;
  /** The last row whose deeds are drawn; while not live, the last one that was reported. */
  seen: number;
  followed: number;
  queue: Drawn[];
  /** Deeds in the queue. */
  queued: number;
  current: Drawn | undefined;
  worker: Promise<void> | undefined;
}

export function newShard(shard: number): ShardState {
  return {
    feed: new ShardFeed(shard),
    live: false,
    interrupted: false,
    unread: false,
    seen: 0,
    followed: 0,
    queue: [],
    queued: 0,
    current: undefined,
    worker: undefined,
  };
}

/** Takes drawn rows from the queue, up to a batch of deeds. */
export function taken(shard: ShardState): Drawn {
  const deeds: LeaderDeed[] = [];
  const changes = new Map<OrderId, LeaderPosition | undefined>();
  let through = shard.followed;
  while (shard.queue.length > 0 && deeds.length < BATCH) {
    const drawn = shard.queue.shift();
    if (drawn === undefined) break;
    deeds.push(...drawn.deeds);
    for (const [order, position] of drawn.changes) changes.set(order, position);
    ({ through } = drawn);
  }
  shard.queued -= deeds.length;
  return { deeds, changes, through };
}

/** Drops the drawn rows, so that all beyond the watermark is read from the journal again. */
export function dropQueue(shard: ShardState): void {
  shard.live = false;
  shard.interrupted = true;
  shard.queue = [];
  shard.queued = 0;
}

/** Rows of the journal that are not followed yet. */
export function rowsBehind({ feed, seen, followed, queue, current }: ShardState): number {
  return feed.isIdle || (queue.length === 0 && current === undefined) ? 0 : seen - followed;
}
