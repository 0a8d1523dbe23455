import type { InstrumentId } from '@fairlot/domain';
import { type KeyMemory, type TradingEngine, restoreEngine } from '@fairlot/engine';
import type { ClientConfig, Pool, PoolClient } from 'pg';
import { type CommitListener, GroupCommit, type PendingCaller } from './group-commit.ts';
import { answerFromJournal } from './journal-searches.ts';
import { JournalWriter } from './journal/journal-writer.ts';
import { loadShard } from './journal/load-shard.ts';

/** A shard that takes commands: its engine in memory, and the session that writes its journal. */
export interface OpenShard {
  readonly engine: TradingEngine;
  readonly commits: GroupCommit;
  readonly writer: JournalWriter;
  readonly instruments: Set<InstrumentId>;
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
  /** The keys that the engine before released; undefined at the first start, which reads them. */
  readonly keys: KeyMemory | undefined;
  /** Callers of a failed commit. They are answered from the journal. */
  readonly callers: readonly PendingCaller[];
  /** Returns the listener for commits through this writer. */
  readonly listener: (writer: JournalWriter) => CommitListener;
  /** Called with the epoch once the lease is held. */
  readonly onLease: (epoch: number) => void;
}

/** Takes the lease of a shard and restores its engine from the tables. */
export async function openShard(options: OpenShardOptions): Promise<OpenShard> {
  const { connection, pool, shard, holder, recentKeys, keys, callers, listener, onLease } = options;
  const writer = await JournalWriter.open(connection);
  try {
    const epoch = await writer.takeLease(shard, holder, options.epoch);
    onLease(epoch);
    const stored = await withSession(pool, (client) => loadShard(client, shard, keys !== undefined));
    const engine = restoreEngine(stored.image, { recentKeys, keys });
    await answerFromJournal(pool, callers);
    return {
      engine,
      commits: new GroupCommit(writer, { ...stored.end, epoch }, listener(writer)),
      writer,
      instruments: new Set([...stored.image.instruments].map(({ id }) => id)),
      epoch,
      seq: stored.end.seq,
    };
  } catch (error) {
    await writer.close();
    throw error;
  }
}

async function withSession<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}
