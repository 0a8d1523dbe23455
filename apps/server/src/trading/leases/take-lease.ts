import type { ClientBase } from 'pg';
import { LeaseHeldError } from './lease-term.ts';

/** A lease in use is locked by each batch for a moment. Its former holder's session is ended before, so no lock lasts. */
const LOCK_LIMIT_MS = 2000;

/** Name of the session that writes a shard's journal, once it has the lease. */
export function writerName(shard: number): string {
  return `fairlot journal ${shard}`;
}

/** Name of the session that writes the tables that follow a shard's journal. */
export function tablesName(shard: number): string {
  return `fairlot tables ${shard}`;
}

/**
 * Ends the sessions of a holder whose lease has ended. A process that was stopped in the middle of a batch would hold the
 * lock on the lease, or on the end of its tables, for as long as it stands still.
 */
export async function endFormerWriter(client: ClientBase, shard: number): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = any($1) and datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    [[writerName(shard), tablesName(shard)]],
  );
}

/**
 * True when a shard's lease may be taken by `holder`: it is free, it has ended by the database's clock, or it is theirs.
 * `locks`: keeps a renewal and other takers waiting until the end of the transaction.
 */
export async function mayTake(
  client: Pick<ClientBase, 'query'>,
  shard: number,
  holder: string,
  locks: boolean,
): Promise<boolean> {
  const suffix = locks ? 'for update' : '';
  const { rows: leases } = await client.query<{ epoch: string; holder: string }>(
    `select epoch::text as epoch, holder from lease where shard = $1 ${suffix}`,
    [shard],
  );
  const lease = leases[0];
  if (lease === undefined || lease.holder === '' || lease.holder === holder) return true;
  const { rows } = await client.query<{ running: boolean }>(
    `select expires_at > clock_timestamp() as running from lease_expiries where shard = $1 and epoch = $2 ${suffix}`,
    [shard, lease.epoch],
  );
  return rows[0]?.running !== true;
}

/** In the transaction of a take: throws LeaseHeldError while another holder renews the lease. */
export async function requireFree(client: ClientBase, shard: number, holder: string): Promise<void> {
  await client.query(`set local lock_timeout = ${LOCK_LIMIT_MS}`);
  if (!(await mayTake(client, shard, holder, true)))
    throw new LeaseHeldError(`the lease of shard ${shard} is held by another process`);
}

/** In the transaction of a take: sets the end of the lease under its new epoch; undefined: it does not end by itself. */
export async function setExpiry(
  client: ClientBase,
  shard: number,
  epoch: number,
  ttlMs: number | undefined,
): Promise<void> {
  if (ttlMs === undefined) {
    await client.query('delete from lease_expiries where shard = $1', [shard]);
    return;
  }
  await client.query(
    `insert into lease_expiries (shard, epoch, expires_at) values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
       on conflict (shard) do update set epoch = excluded.epoch, expires_at = excluded.expires_at`,
    [shard, epoch, ttlMs],
  );
}
