import type { InstrumentId } from '@fairlot/domain';
import { type KeyMemory, type TradingEngine, restoreEngine } from '@fairlot/engine';
import type { AnnouncedSwaps } from './announced-swaps.ts';
import { type CommitListener, GroupCommit } from './group-commit.ts';
import { answerFromJournal } from './journal-searches.ts';
import { foldTail } from './journal/fold-tail.ts';
import type { JournalLast, StoredShard } from './journal/load-shard.ts';
import type { LeaseTerm } from './leases/lease-term.ts';
import type { PendingCaller } from './pending-caller.ts';
import { Rollovers } from './rollovers.ts';
import type { JournalSession, ShardStorage, TablesSession } from './shard-storage.ts';
import { WriteBehind } from './write-behind.ts';

/** A shard that takes commands: its engine in memory, and the sessions that write its journal and its tables. */
export interface OpenShard {
  readonly engine: TradingEngine;
  readonly commits: GroupCommit;
  readonly writer: JournalSession;
  readonly instruments: Set<InstrumentId>;
  readonly rollovers: Rollovers;
  readonly epoch: number;
  /** Number of the last journal row. */
  readonly seq: number;
  /** Number of rows at the end of the journal whose table rows this start has written. */
  readonly folded: number;
  /** Ends both sessions that write. */
  readonly close: () => Promise<void>;
}

export interface OpenShardOptions {
  readonly storage: ShardStorage;
  readonly shard: number;
  readonly holder: string;
  /** See HostSettings.restore. */
  readonly restore?: typeof restoreEngine;
  /** The epoch held before; undefined at the first start. */
  readonly epoch: number | undefined;
  readonly recentKeys: number;
  /** See HostOptions.slice. */
  readonly slice: number | undefined;
  /** The keys that the engine before released; undefined at the first start, which reads them. */
  readonly keys: KeyMemory | undefined;
  /** Market time in epoch milliseconds. */
  readonly now: number;
  /** Maximum number of missed rollovers that the first start charges (HostOptions.mostMissedRollovers). */
  readonly mostMissedRollovers: number;
  readonly announcedSwaps: AnnouncedSwaps;
  /** See HostOptions.mostBehind. */
  readonly mostBehind: number | undefined;
  /** Callers of a failed commit. They are answered from the journal. */
  readonly callers: readonly PendingCaller[];
  /** Returns the listener for commits through the sessions that `close` ends. */
  readonly listener: (close: () => Promise<void>) => CommitListener;
  /** Called with the epoch once the lease is held. */
  readonly onLease: (epoch: number) => void;
  /** The term of a lease that must be renewed; undefined for the only server of a database. */
  readonly lease?: LeaseTerm | undefined;
}

/**
 * Takes the lease of a shard, writes what its tables lack of the journal, and restores its engine from them.
 */
export async function openShard(options: OpenShardOptions): Promise<OpenShard> {
  const { storage, shard, holder, recentKeys, slice, keys, callers, listener, onLease } = options;
  const writer = await storage.openJournal();
  let tables: TablesSession | undefined;
  const close = async (): Promise<void> => {
    await Promise.all([writer.close(), tables?.close()]);
  };
  try {
    const since = performance.now();
    const epoch = await writer.takeLease(shard, holder, options.epoch, options.lease?.ttlMs);
    options.lease?.taken(epoch, since);
    onLease(epoch);
    const tableWriter = await storage.openTables({ shard, epoch });
    tables = tableWriter;
    const { stored, last, folded } = await loadWhole(storage, shard, keys !== undefined, tableWriter);
    const engine = (options.restore ?? restoreEngine)(stored.image, { recentKeys, slice, keys });
    const through = await storage.rolloversThrough(shard);
    const rollovers = new Rollovers(through ?? options.now, options.announcedSwaps);
    requireFewMissed(
      rollovers,
      options,
      [...stored.image.orders].some(({ status }) => status === 'open'),
    );
    await answerFromJournal(storage, callers);
    const commits = new GroupCommit(
      writer,
      { shard, epoch, ...last },
      listener(close),
      (written, isIdle) => new WriteBehind(tableWriter, stored.end, written, isIdle, options.mostBehind),
    );
    // A crash of the database may have taken back what the tables had, so the shard recovers at once, also when idle.
    for (const session of [writer, tableWriter]) session.onLost((error) => commits.abandon(error));
    return {
      engine,
      commits,
      writer,
      instruments: new Set([...stored.image.instruments].map(({ id }) => id)),
      rollovers,
      epoch,
      seq: last.seq,
      folded,
      close,
    };
  } catch (error) {
    // Another process may be able to hold the shard. A recovery keeps its lease: it is tried again under its own epoch.
    if (options.epoch === undefined) await writer.releaseLease().catch(() => undefined);
    await close();
    throw error;
  }
}

/** The whole state of a shard in its tables. Only after a crash do they lack the tail of the journal, which is written first. */
async function loadWhole(
  storage: ShardStorage,
  shard: number,
  hasKeys: boolean,
  writer: TablesSession,
): Promise<{ readonly stored: StoredShard; readonly last: JournalLast; readonly folded: number }> {
  const last = await storage.lastRow(shard);
  let stored = await storage.load(shard, hasKeys);
  let folded = 0;
  if (stored.end.seq < last.seq) {
    folded = await foldTail((after) => storage.tail(shard, after), stored, writer);
    stored = await storage.load(shard, hasKeys);
  }
  if (stored.end.seq !== last.seq || stored.hash !== last.hash)
    throw new Error(`the tables of shard ${shard} stand at row ${stored.end.seq}, its journal at ${last.seq}`);
  return { stored, last, folded };
}

/** A wrong clock at the start must not charge months of swaps. Rollovers without open positions cost nobody anything. */
function requireFewMissed(
  rollovers: Rollovers,
  { now, epoch, mostMissedRollovers }: OpenShardOptions,
  hasPositions: boolean,
): void {
  const missed = epoch === undefined && hasPositions ? rollovers.missed(now) : 0;
  if (missed > mostMissedRollovers)
    throw new Error(
      `${missed} rollovers have passed since the last one that was charged. If the clock is right, start once with FAIRLOT_MISSED_ROLLOVERS=${missed}.`,
    );
}
