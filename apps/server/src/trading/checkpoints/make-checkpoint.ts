import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type EngineImage, stateLines } from '@fairlot/engine';
import type { Pool } from 'pg';
import { inSnapshot } from '../../db/snapshot.ts';
import { loadShard } from '../journal/load-shard.ts';
import type { Checkpoint } from './checkpoint.ts';
import { imageLines } from './image-text.ts';

/** Characters that are written in one turn of the event loop: less than two milliseconds. */
const SLICE = 32_768;

/** A checkpoint that is not signed yet, with the compressed text of the image. */
export interface MadeCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly image: Buffer;
}

/**
 * Makes a checkpoint of the last row that is written to the tables from one snapshot of the tables; undefined for an empty journal. Works in
 * slices, because hashing 100,000 positions in one turn would hold all calls for a second.
 */
export async function makeCheckpoint(pool: Pool, shard: number, now: number): Promise<MadeCheckpoint | undefined> {
  const { image, hash } = await inSnapshot(pool, (client) => loadShard(client, shard));
  if (image.seq === 0) return undefined;
  const journalHash = Buffer.from(hash, 'latin1').toString('hex');
  const state = createHash('sha256');
  for (const slice of slices(stateLines(image))) {
    state.update(slice);
    await setImmediate();
  }
  const text = createHash('sha256');
  const stored = await compress(image, (slice) => text.update(slice));
  const [stateHash, imageHash] = [state.digest('hex'), text.digest('hex')];
  return { checkpoint: { shard, seq: image.seq, time: now, journalHash, stateHash, imageHash }, image: stored };
}

/** The text of a stored image. */
export async function imageText(stored: Buffer): Promise<string> {
  return (await collect(Readable.from([stored]), createGunzip())).toString('utf8');
}

function compress(image: EngineImage, take: (slice: string) => void): Promise<Buffer> {
  async function* read(): AsyncGenerator<Buffer> {
    for (const slice of slices(imageLines(image))) {
      take(slice);
      yield Buffer.from(slice);
      await setImmediate();
    }
  }
  return collect(Readable.from(read()), createGzip());
}

async function collect(from: Readable, through: ReturnType<typeof createGzip>): Promise<Buffer> {
  const parts: Buffer[] = [];
  await pipeline(from, through, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) parts.push(chunk);
  });
  return Buffer.concat(parts);
}

function* slices(lines: Iterable<string>): Generator<string> {
  let slice = '';
  for (const line of lines) {
    slice += line;
    if (slice.length < SLICE) continue;
    yield slice;
    slice = '';
  }
  if (slice !== '') yield slice;
}
