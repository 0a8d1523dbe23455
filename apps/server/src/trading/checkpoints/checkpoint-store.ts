import { open, readFile } from 'node:fs/promises';
import type { ClientBase, Pool } from 'pg';
import { exactTypes } from '../../db/pool.ts';
import { writeDurably } from '../../platform/durable-file.ts';
import { type SignedCheckpoint, checkpointOf, lineOf } from './checkpoint.ts';

/** Name of the data folder's file that checkpoints are appended to. */
export const CHECKPOINT_FILE = 'checkpoints.log';
/** Images are kept with this many of the newest checkpoints. */
const IMAGES_KEPT = 2;

interface CheckpointRow {
  readonly seq: bigint;
  readonly made_at: bigint;
  readonly journal_hash: string;
  readonly state_hash: string;
  readonly image_hash: string;
  readonly key_id: string;
  readonly signature: string;
}

/** Stores a checkpoint with its image, and drops the images of old ones. */
export async function storeCheckpoint(pool: Pool, made: SignedCheckpoint, image: Buffer): Promise<void> {
  await pool.query(
    `insert into checkpoints (shard, seq, made_at, journal_hash, state_hash, image_hash, key_id, signature, image)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      made.shard,
      made.seq,
      made.time,
      made.journalHash,
      made.stateHash,
      made.imageHash,
      made.keyId,
      made.signature,
      image,
    ],
  );
  await pool.query(
    `update checkpoints set image = null where shard = $1 and image is not null
       and seq not in (select seq from checkpoints where shard = $1 order by seq desc limit ${IMAGES_KEPT})`,
    [made.shard],
  );
}

/** The checkpoints of the table, the newest first. */
export async function storedCheckpoints(client: ClientBase | Pool, shard: number): Promise<SignedCheckpoint[]> {
  const { rows } = await client.query<CheckpointRow>({
    text: `select seq, made_at, journal_hash, state_hash, image_hash, key_id, signature from checkpoints
      where shard = $1 order by seq desc`,
    values: [shard],
    types: exactTypes,
  });
  return rows.map((row) => ({
    shard,
    seq: Number(row.seq),
    time: Number(row.made_at),
    journalHash: row.journal_hash,
    stateHash: row.state_hash,
    imageHash: row.image_hash,
    keyId: row.key_id,
    signature: row.signature,
  }));
}

/** The compressed image of a checkpoint; undefined when it was dropped. */
export async function storedImage(client: ClientBase, shard: number, seq: number): Promise<Buffer | undefined> {
  const { rows } = await client.query<{ image: Buffer | null }>(
    'select image from checkpoints where shard = $1 and seq = $2',
    [shard, seq],
  );
  return rows[0]?.image ?? undefined;
}

/** Appends a checkpoint to a file, and syncs it to the disk. */
export async function appendCheckpoint(path: string, made: SignedCheckpoint): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.writeFile(`${lineOf(made)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The checkpoints of a file. A missing file has none. Lines of other texts around them, as in a log, are left out. */
export async function checkpointsOfFile(path: string, shard: number): Promise<SignedCheckpoint[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
  return text
    .split('\n')
    .map(checkpointOf)
    .filter((found) => found?.shard === shard) as SignedCheckpoint[];
}

/** Rewrites a file without the checkpoints of a shard whose journal was dropped, durably. All other lines stay. */
export async function dropCheckpointsOfFile(path: string, shard: number): Promise<void> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  const kept = lines.filter((line) => checkpointOf(line)?.shard !== shard).join('\n');
  await writeDurably(path, (file) => file.writeFile(kept));
}
