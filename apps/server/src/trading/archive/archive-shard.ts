import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase, Pool } from 'pg';
import { inSnapshot } from '../../db/snapshot.ts';
import { type SignedCheckpoint, lineOf } from '../checkpoints/checkpoint.ts';
import { checkpointsOfFile, storedCheckpoints } from '../checkpoints/checkpoint-store.ts';
import { NO_HASH } from '../journal/batch.ts';
import type { CheckpointSource } from '../verify/checkpoint-check.ts';
import { type StoredRow, storedRows } from '../verify/stored-rows.ts';
import { checkCopy } from './check-copy.ts';
import { type NotedSegment, endProblem, firstKept, noteSegment, notedSegments } from './noted-segments.ts';
import { type Segment, beginningOf, manifestFileOf, rowsFileOf, segmentOf, segmentsOf } from './segment.ts';
import { removeDrafts, writeRows, writeText } from './segment-file.ts';

export interface ArchiveOptions {
  readonly pool: Pool;
  /** Created if it is missing. */
  readonly folder: string;
  readonly checkpoints: CheckpointSource;
}

/** A segment was written; or it waits for a checkpoint at or after row `waitsFor`; or nothing is left to archive. */
export type Archived = { readonly made: Segment } | { readonly waitsFor: number } | 'nothing';

/**
 * Archives the rows of a shard before market time `before` that are in no segment yet. The manifest is written last, after
 * the file was read back and compared. Throws when they differ or the archive is damaged.
 */
export function archiveShard(options: ArchiveOptions, shard: number, before: number): Promise<Archived> {
  return alone(options.pool, () =>
    inSnapshot(options.pool, async (client) => {
      const archived = await archiveSnapshot(options, client, shard, before);
      if (archived !== 'nothing' && 'made' in archived) await noteSegment(options.pool, archived.made);
      return archived;
    }),
  );
}

/**
 * Runs `work` while no other command archives or detaches. The lock has a session of its own, because a snapshot that is
 * older than the lock would miss what the command before has written.
 */
async function alone<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('archive_journal'))`);
    return await work();
  } finally {
    client.release(true);
  }
}

async function archiveSnapshot(
  { pool, folder, checkpoints }: ArchiveOptions,
  client: ClientBase,
  shard: number,
  before: number,
): Promise<Archived> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeDrafts(folder, beginningOf(shard));
  const { segments, problems } = await segmentsOf(folder, shard);
  if (problems[0] !== undefined) throw new Error(`the archive is damaged: ${problems[0]}`);
  const previous = segments.at(-1);
  const after = previous?.last ?? 0;
  const noted = await noteOlder(pool, client, shard, segments);
  const lost = noted.find(({ first }) => first === after + 1);
  if ((await firstKept(client, shard)) > after + 1)
    throw new Error(
      `the archive of shard ${shard} has no rows after ${after}, and the database no longer has them: bring the missing files back`,
    );
  // A lost file is written again with the rows that it had.
  const last = lost?.last ?? (await lastBefore(client, shard, after, before));
  if (last === undefined) return 'nothing';
  const checkpoint = await checkpointFor(client, shard, last, checkpoints);
  if (checkpoint === undefined) return { waitsFor: last };
  const range = { shard, first: after + 1, last };
  const path = join(folder, rowsFileOf(range));
  const times = { firstTime: 0, lastTime: 0 };
  const sha256 = await writeRows(path, noteTimes(storedRows(client, shard, after, last), times));
  const hashBefore = previous?.hashAfter ?? Buffer.from(NO_HASH, 'latin1').toString('hex');
  const hashAfter = await checkCopy(path, client, { ...range, hashBefore, sha256 });
  const made = segmentOf({ ...range, ...times, hashBefore, hashAfter, sha256, checkpoint: lineOf(checkpoint) });
  await writeText(join(folder, manifestFileOf(made)), `${JSON.stringify(made, undefined, 2)}\n`);
  return { made };
}

/** Notes the segments that a crash, or a release before, has left unnoted. Returns all that are noted. */
async function noteOlder(
  pool: Pool,
  client: ClientBase,
  shard: number,
  segments: readonly Segment[],
): Promise<readonly NotedSegment[]> {
  const noted = await notedSegments(client, shard);
  for (const segment of segments) {
    const known = noted.find(({ first }) => first === segment.first);
    const problem = await endProblem(client, segment, known);
    if (problem !== undefined) throw new Error(`the archive is damaged: ${rowsFileOf(segment)} ${problem}`);
    if (known === undefined) await noteSegment(pool, segment);
  }
  return noted;
}

async function* noteTimes(
  chunks: AsyncIterable<readonly StoredRow[]>,
  times: { firstTime: number; lastTime: number },
): AsyncGenerator<readonly StoredRow[]> {
  for await (const rows of chunks) {
    times.firstTime ||= Number(rows[0]?.[2] ?? 0);
    times.lastTime = Number(rows.at(-1)?.[2] ?? times.lastTime);
    yield rows;
  }
}

async function lastBefore(
  client: ClientBase,
  shard: number,
  after: number,
  before: number,
): Promise<number | undefined> {
  const { rows } = await client.query<{ last: string | null }>(
    'select max(seq)::text as last from journal where shard = $1 and seq > $2 and time < $3',
    [shard, after, before],
  );
  const last = rows[0]?.last ?? null;
  return last === null ? undefined : Number(last);
}

/** The first checkpoint at or after a row that one of our keys signed and whose row the database still has. */
async function checkpointFor(
  client: ClientBase,
  shard: number,
  seq: number,
  { keys, file }: CheckpointSource,
): Promise<SignedCheckpoint | undefined> {
  const fromFile = file === undefined ? [] : await checkpointsOfFile(file, shard);
  const all = [...(await storedCheckpoints(client, shard)), ...fromFile]
    .filter((signed) => signed.seq >= seq && keys.verifies(signed))
    .sort((left, right) => left.seq - right.seq);
  for (const signed of all) {
    const { rowCount } = await client.query(
      `select from journal where shard = $1 and seq = $2 and hash = decode($3, 'hex')`,
      [shard, signed.seq, signed.journalHash],
    );
    if (rowCount === 1) return signed;
  }
  return undefined;
}
