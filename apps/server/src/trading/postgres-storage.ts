import type { ClientConfig, Pool, PoolClient } from 'pg';
import { findOutcome, findOutcomes } from './journal/find-outcomes.ts';
import { readTail } from './journal/fold-tail.ts';
import { JournalWriter } from './journal/journal-writer.ts';
import { lastOfJournal, loadShard } from './journal/load-shard.ts';
import { TableWriter } from './journal/table-writer.ts';
import { mayTake } from './leases/take-lease.ts';
import type { ShardStorage } from './shard-storage.ts';

/** The PostgreSQL of an installation: the sessions that write have connections of their own. */
export interface PostgresPlace {
  readonly connection: ClientConfig;
  readonly pool: Pool;
}

/** The database that an option names: PostgreSQL, or another implementation. */
export type ShardDatabase = PostgresPlace | { readonly storage: ShardStorage };

/** The storage that the options name. */
export function storageOf(database: ShardDatabase): ShardStorage {
  return 'storage' in database ? database.storage : postgresStorage(database);
}

function postgresStorage({ connection, pool }: PostgresPlace): ShardStorage {
  return {
    openJournal: () => JournalWriter.open(connection),
    openTables: (place) => TableWriter.open(connection, place),
    lastRow: (shard) => withSession(pool, (client) => lastOfJournal(client, shard)),
    load: (shard, hasKeys) => withSession(pool, (client) => loadShard(client, shard, hasKeys)),
    tail: (shard, after) => withSession(pool, (client) => readTail(client, shard, after)),
    rolloversThrough: (shard) => rolloversThrough(pool, shard),
    findOutcome: (command) => findOutcome(pool, command),
    findOutcomes: (commands) => findOutcomes(pool, commands),
    isFree: (shard) => mayTake(pool, shard, '', false),
  };
}

/** The last rollover that has begun; without one, the opening time of the oldest open position. */
async function rolloversThrough(pool: Pool, shard: number): Promise<number | undefined> {
  const { rows } = await pool.query<{ through: bigint | null }>(
    `select coalesce((select max(rollover) from swap_runs where shard = $1),
       (select min(opened_at) from orders where shard = $1 and status = 'open' and ended_at is null)) as through`,
    [shard],
  );
  return rows[0]?.through === null || rows[0] === undefined ? undefined : Number(rows[0].through);
}

async function withSession<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}
