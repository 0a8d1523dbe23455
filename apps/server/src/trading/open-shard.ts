import type { InstrumentId } from '@fairlot/domain';
import { type KeyMemory, type TradingEngine, restoreEngine } from '@fairlot/engine';
import type { ClientConfig, Pool, PoolClient } from 'pg';
import type { AnnouncedSwaps } from './announced-swaps.ts';
import { type CommitListener, GroupCommit, type PendingCaller } from './group-commit.ts';
import { answerFromJournal } from './journal-searches.ts';
import { JournalWriter } from './journal/journal-writer.ts';
import { loadShard } from './journal/load-shard.ts';
import type { LeaseTerm } from './leases/lease-term.ts';
import { Rollovers } from './rollovers.ts';

/** A shard that takes commands: its engine in memory, and the session that writes its journal. */
export interface OpenShard {
  readonly engine: TradingEngine;
  readonly commits: GroupCommit;
  readonly writer: JournalWriter;
  readonly instruments: Set<InstrumentId>;
  readonly rollovers: Rollovers;
  readonly epoch: number;
  /** Number of the last journal row. */
  readonly seq: number;
}

export interface OpenShardOptions {
  readonly connection: ClientConfig;
  readonly pool: Pool;
  readonly shard: number;
  readonly holder: string;
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
  /** Callers of a failed commit. They are answered from the journal. */
  readonly callers: readonly PendingCaller[];
  /** Returns the listener for commits through this writer. */
  readonly listener: (writer: JournalWriter) => CommitListener;
  /** Called with the epoch once the lease is held. */
  readonly onLease: (epoch: number) => void;
  /** The term of a lease that must be renewed; undefined for the only server of a database. */
  readonly lease?: LeaseTerm | undefined;
}

/** Takes the lease of a shard and restores its engine from the tables. */
export async function openShard(options: OpenShardOptions): Promise<OpenShard> {
  const { connection, pool, shard, holder, recentKeys, slice, keys, callers, listener, onLease } = options;
  const writer = await JournalWriter.open(connection);
  try {
    const since = performance.now();
    const epoch = await writer.takeLease(shard, holder, options.epoch, options.lease?.ttlMs);
    options.lease?.taken(epoch, since);
    onLease(epoch);
    const stored = await withSession(pool, (client) => loadShard(client, shard, keys !== undefined));
    const engine = restoreEngine(stored.image, { recentKeys, slice, keys });
    const rollovers = await withSession(pool, (client) => rolloversOf(client, options));
    requireFewMissed(
      rollovers,
      options,
      [...stored.image.orders].some(({ status }) => status === 'open'),
    );
    await answerFromJournal(pool, callers);
    return {
      engine,
      commits: new GroupCommit(writer, { ...stored.end, epoch }, listener(writer)),
      writer,
      instruments: new Set([...stored.image.instruments].map(({ id }) => id)),
      rollovers,
      epoch,
      seq: stored.end.seq,
    };
  } catch (error) {
    await writer.close();
    throw error;
  }
}

/** The last rollover that has begun; without one, the opening time of the oldest open position, or now. */
async function rolloversOf(client: PoolClient, { shard, now, announcedSwaps }: OpenShardOptions): Promise<Rollovers> {
  const { rows } = await client.query<{ through: bigint | null }>(
    `select coalesce((select max(rollover) from swap_runs where shard = $1),
       (select min(opened_at) from orders where shard = $1 and status = 'open' and ended_at is null)) as through`,
    [shard],
  );
  return new Rollovers(Number(rows[0]?.through ?? now), announcedSwaps);
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

async function withSession<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}
