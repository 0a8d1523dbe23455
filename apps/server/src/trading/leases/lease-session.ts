import { Client, type ClientConfig } from 'pg';
import { exactTypes } from '../../db/pool.ts';

/** A renewal that a database crash undoes only lets the lease end early, so it need not wait for the disk. */
const SESSION = `set synchronous_commit = off; set lock_timeout = 0`;

/** A lease that is to be renewed. */
export interface HeldLease {
  readonly shard: number;
  readonly epoch: number;
}

/** The session that renews leases. */
export interface LeaseSession {
  /** Renews leases for so long from now by the database's clock, and returns the shards whose lease is still held. */
  renew(leases: readonly HeldLease[], ttlMs: number): Promise<ReadonlySet<number>>;
  close(): Promise<void>;
}

/** Opens a session of its own, so that a busy pool or a slow batch delays no renewal. */
export async function openLeaseSession(connection: ClientConfig, ttlMs: number): Promise<LeaseSession> {
  const client = new Client({
    ...connection,
    types: exactTypes,
    application_name: 'fairlot leases',
    keepAlive: true,
    connectionTimeoutMillis: ttlMs,
    // A connection that swallows what it is sent must not be waited for: another one may work.
    query_timeout: ttlMs,
  });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(SESSION);
  return {
    renew: async (leases, lastsMs) => {
      const { rows } = await client.query<{ shard: number }>(
        `update lease_expiries e set expires_at = clock_timestamp() + $3 * interval '1 millisecond'
           from unnest($1::smallint[], $2::bigint[]) as mine (shard, epoch)
           where e.shard = mine.shard and e.epoch = mine.epoch returning e.shard`,
        [leases.map(({ shard }) => shard), leases.map(({ epoch }) => epoch), lastsMs],
      );
      return new Set(rows.map(({ shard }) => shard));
    },
    close: () => client.end(),
  };
}
