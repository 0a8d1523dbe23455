import { DAY_MS } from '@fairlot/domain';
import type { Pool, PoolClient } from 'pg';
import { errorText } from '../../platform/error-text.ts';
import { shardsOf } from '../verify/verify-shards.ts';
import { newestTime } from './archive-journal.ts';
import { type LeavingRows, detachRows } from './detach-rows.ts';
import { firstKept } from './noted-segments.ts';

export interface DetachOptions {
  /** Of the tables' owner. */
  readonly pool: Pool;
  /** The archive. */
  readonly folder: string;
}

/** A partition of the journal with the market time of its end. */
interface Partition {
  readonly name: string;
  readonly ends: string;
}

/** Partitions that may leave, and their rows. */
export interface Leaving {
  readonly partitions: readonly Partition[];
  readonly rows: readonly LeavingRows[];
}

/** Name of the partition that has the last row of each shard of all detached ones. */
const KEPT = 'journal_kept';

/** The partitions that ended `afterDays` of market time ago, with the rows that can leave; none when there are no such rows. */
export async function leavingPartitions(pool: Pool | PoolClient, afterDays: number): Promise<Leaving> {
  const before = (await newestTime(pool)) - afterDays * DAY_MS;
  const { rows: partitions } = await pool.query<Partition>(
    `select c.relname::text as name, ends::text from pg_inherits i join pg_class c on c.oid = i.inhrelid cross join lateral (
        select substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''?(-?[0-9]+)')::bigint as ends) bound
      where i.inhparent = 'journal'::regclass and ends <= $1 order by bound.ends`,
    [before],
  );
  const end = partitions.at(-1)?.ends;
  if (end === undefined) return { partitions: [], rows: [] };
  const rows: LeavingRows[] = [];
  for (const shard of await shardsOf(pool)) {
    const { rows: found } = await pool.query<{ last: string | null }>(
      'select max(seq)::text as last from journal where shard = $1 and time < $2',
      [shard, end],
    );
    const last = Number(found[0]?.last ?? 0);
    const first = await firstKept(pool, shard);
    if (last > first) rows.push({ shard, first, last });
  }
  return rows.length === 0 ? { partitions: [], rows } : { partitions, rows };
}

/**
 * Detaches and drops the partitions of the journal that ended `afterDays` of market time ago, in one transaction. Every row
 * of theirs must be in the archive as it is in the database. The keys and the stop-outs of these rows stay in tables of
 * their own, and the last row of each shard in a partition of these rows. No server may use the database. Throws, and
 * changes nothing, when a file is missing or differs, or when a reader still needs the rows. Throws another error when the
 * session is lost in the commit, which may have happened.
 */
export async function detachJournal({ pool, folder }: DetachOptions, afterDays: number): Promise<Leaving> {
  const client = await pool.connect();
  let isCommitting = false;
  try {
    // The session is idle while the files are read.
    await client.query('begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    await client.query(`select pg_advisory_xact_lock(hashtext('archive_journal'))`);
    await client.query('lock table journal in access exclusive mode');
    const leaving = await leavingPartitions(client, afterDays);
    for (const rows of leaving.rows) await detachRows(client, folder, rows);
    await dropPartitions(client, leaving.partitions);
    isCommitting = true;
    await client.query('commit');
    client.release();
    return leaving;
  } catch (error) {
    client.release(true);
    if (!isCommitting) throw error;
    throw new Error(
      `It is not known whether the partitions were dropped: ${errorText(error)}. All of them were, or none: run npm run detach again, which drops them or says that there are none.`,
      { cause: error },
    );
  }
}

/** Puts one partition with the last row of each shard in the place of the given ones. */
async function dropPartitions(client: PoolClient, partitions: readonly Partition[]): Promise<void> {
  const last = partitions.at(-1);
  if (last === undefined) return;
  const next = `${KEPT}_next`;
  await client.query(`create table ${next} (like journal_rest including all)`);
  await client.query(
    `insert into ${next} select j.* from (select shard, max(seq) as seq from journal where time < $1 group by shard) ends
      join journal j on j.shard = ends.shard and j.seq = ends.seq`,
    [last.ends],
  );
  for (const { name } of partitions) await client.query(`alter table journal detach partition ${name}`);
  await client.query(`alter table journal attach partition ${next} for values from (minvalue) to (${last.ends})`);
  for (const { name } of partitions) await client.query(`drop table ${name}`);
  await client.query(`alter table ${next} rename to ${KEPT}`);
}
