import type { LeaderDeed } from '@fairlot/copying';
import type { JournalRows } from './journal-rows.ts';
import type { FollowerLoader } from './loader.ts';
import type { Running } from './running.ts';
import type { Drawn } from './shard-feed.ts';
import type { ShardState } from './shard-state.ts';
import type { CopyStarts } from './starts.ts';
import type { FollowerStore } from './store.ts';

export interface CatchUpDeps {
  readonly store: Pick<FollowerStore, 'unfinished' | 'head'>;
  readonly journal: Pick<JournalRows, 'after'>;
  readonly loader: Pick<FollowerLoader, 'load'>;
  readonly starts: Pick<CopyStarts, 'exclusively'>;
  readonly running: () => Running;
  readonly isStopped: () => boolean;
}

/** Follows drawn rows, and moves the watermark. */
export async function followDrawn({ run }: Running, number: number, shard: ShardState, drawn: Drawn): Promise<void> {
  shard.current = drawn;
  try {
    await run.follow(number, drawn.deeds, drawn.through);
  } finally {
    shard.current = undefined;
  }
}

/** Follows the rows beyond the watermark until none is left, and then those that are committed. */
export async function catchUp(deps: CatchUpDeps, number: number, shard: ShardState): Promise<void> {
  const { store, journal, loader, starts, isStopped } = deps;
  const mark = await starts.exclusively(() => loader.load(number, shard));
  const running = deps.running();
  // Others are drawn again, in their order.
  const isDrawn = (deed: LeaderDeed): boolean => mark !== undefined && deed.seq > mark && shard.feed.draws(deed);
  let areSome = await followUnfinished(deps, running, number, isDrawn);
  let head = await store.head(number);
  let at = shard.feed.isIdle ? head : (mark ?? head);
  shard.followed = at;
  while (!isStopped()) {
    if (at >= head) {
      // A leader whose last copy has ended meanwhile is drawn no more.
      if (areSome) areSome = await followUnfinished(deps, running, number, never);
      shard.interrupted = false;
      head = await store.head(number);
      // A recovery meanwhile may have written rows beyond it that are never reported.
      if (shard.interrupted) continue;
      // A row that was reported after this read is greater than the head.
      if (at >= head && shard.seen <= at) break;
      head = Math.max(head, shard.seen);
    }
    const { rows, through } = await journal.after(number, at, head, shard.feed.leaders);
    await followDrawn(running, number, shard, shard.feed.draw(rows, through));
    at = through;
  }
  shard.seen = at;
  // A run that has been replaced meanwhile may have left deeds, which are in the tables alone.
  shard.live = !shard.unread && running === deps.running();
}

/** Follows deeds that may lack results, except those that the run has left already. Returns true if some are drawn later. */
async function followUnfinished(
  { store, isStopped }: CatchUpDeps,
  { port, run }: Running,
  number: number,
  isDrawn: (deed: LeaderDeed) => boolean,
): Promise<boolean> {
  let areSome = false;
  let after = 0;
  while (!isStopped()) {
    const page = await store.unfinished(number, after);
    for (const { number: event, deed, copy } of page) {
      after = event;
      if (run.hasLeft(event)) continue;
      if (copy !== 0) port.takeOver([deed], copy);
      if (copy === 0 && isDrawn(deed)) areSome = true;
      else await run.follow(number, [deed], 0);
    }
    if (page.length === 0) break;
  }
  return areSome;
}

function never(): boolean {
  return false;
}
