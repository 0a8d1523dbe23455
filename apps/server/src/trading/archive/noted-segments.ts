import type { ClientBase, Pool } from 'pg';
import { type Segment, rowsFileOf } from './segment.ts';

/** A segment that was written, as the database remembers it. The hash is that of the last row, in hexadecimal digits. */
export type NotedSegment = Pick<Segment, 'shard' | 'first' | 'last' | 'hashAfter'>;

/** The segments of a shard that were ever written, in order. */
export async function notedSegments(client: ClientBase | Pool, shard: number): Promise<readonly NotedSegment[]> {
  const { rows } = await client.query<{ first: string; last: string; hash: string }>(
    `select first_seq::text as first, last_seq::text as last, encode(hash_after, 'hex') as hash
      from archived_segments where shard = $1 order by first_seq`,
    [shard],
  );
  return rows.map(({ first, last, hash }) => ({ shard, first: Number(first), last: Number(last), hashAfter: hash }));
}

/** Remembers a segment whose files are written. */
export async function noteSegment(
  pool: ClientBase | Pool,
  { shard, first, last, hashAfter }: NotedSegment,
): Promise<void> {
  await pool.query(
    `insert into archived_segments (shard, first_seq, last_seq, hash_after) values ($1, $2, $3, decode($4, 'hex'))
      on conflict do nothing`,
    [shard, first, last, hashAfter],
  );
}

/** The number of the first row of a shard that the database has; 1 for an empty journal. Rows before are in the archive alone. */
export async function firstKept(client: ClientBase | Pool, shard: number): Promise<number> {
  const { rows } = await client.query<{ seq: string }>(
    'select coalesce(min(seq), 1)::text as seq from journal where shard = $1',
    [shard],
  );
  return Number(rows[0]?.seq);
}

/** Tells how a segment differs from what was noted and from its last row in the database; undefined when it does not. */
export async function endProblem(
  client: ClientBase | Pool,
  segment: NotedSegment,
  noted: NotedSegment | undefined,
): Promise<string | undefined> {
  const { shard, last, hashAfter } = segment;
  if (noted !== undefined && (noted.last !== last || noted.hashAfter !== hashAfter))
    return `is another one than ${rowsFileOf(noted)}, which was written`;
  const { rows } = await client.query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from journal where shard = $1 and seq = $2`,
    [shard, last],
  );
  if (rows[0] !== undefined)
    return rows[0].hash === hashAfter ? undefined : `ends with another row ${last} than the database has`;
  const isArchivedAlone = noted !== undefined && last < (await firstKept(client, shard));
  return isArchivedAlone ? undefined : `ends with row ${last}, which the database does not have`;
}
