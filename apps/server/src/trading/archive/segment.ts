import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type SignedCheckpoint, checkpointOf } from '../checkpoints/checkpoint.ts';

const FORMAT = 1;
const DIGITS = 12;
const HASH = /^[0-9a-f]{64}$/;

/** The manifest of a file with consecutive rows of one shard. Hashes are SHA-256 in hexadecimal digits. */
export interface Segment {
  readonly format: typeof FORMAT;
  readonly shard: number;
  /** Numbers of the first and the last row; no number between them is missing. */
  readonly first: number;
  readonly last: number;
  /** Market time of these rows, in epoch milliseconds. */
  readonly firstTime: number;
  readonly lastTime: number;
  /** Hash of the row before the first one, and of the last one. */
  readonly hashBefore: string;
  readonly hashAfter: string;
  /** Hash of the file's bytes. */
  readonly sha256: string;
  /** Line of a signed checkpoint at or after the last row. */
  readonly checkpoint: string;
}

/** The segments of a shard by their rows, and the manifests that can't be used, one sentence each. */
interface Segments {
  readonly segments: readonly Segment[];
  readonly problems: readonly string[];
}

/** Makes a manifest in the format of today. */
export function segmentOf(fields: Omit<Segment, 'format'>): Segment {
  return { format: FORMAT, ...fields };
}

/** The beginning of the names of a shard's files. */
export function beginningOf(shard: number): string {
  return `journal-${shard}-`;
}

/** Name of a segment's files, without their endings. */
function nameOf({ shard, first, last }: Pick<Segment, 'shard' | 'first' | 'last'>): string {
  return `${beginningOf(shard)}${String(first).padStart(DIGITS, '0')}-${String(last).padStart(DIGITS, '0')}`;
}

/** Name of the file with the rows. */
export function rowsFileOf(segment: Pick<Segment, 'shard' | 'first' | 'last'>): string {
  return `${nameOf(segment)}.jsonl.gz`;
}

/** Name of the file with the manifest. */
export function manifestFileOf(segment: Pick<Segment, 'shard' | 'first' | 'last'>): string {
  return `${nameOf(segment)}.json`;
}

/** The checkpoint of a manifest. */
export function checkpointOfSegment(segment: Segment): SignedCheckpoint {
  const found = checkpointOf(segment.checkpoint);
  if (found === undefined) throw new Error(`${nameOf(segment)} names no checkpoint`);
  return found;
}

/** Reads the manifests of a shard. A missing folder has none. A file of rows without a manifest was never finished. */
export async function segmentsOf(folder: string, shard: number): Promise<Segments> {
  const names = await namesOf(folder);
  const segments: Segment[] = [];
  const problems: string[] = [];
  for (const name of names.filter((each) => each.startsWith(beginningOf(shard)) && each.endsWith('.json')).sort()) {
    const segment = parse(await readFile(join(folder, name), 'utf8'));
    if (segment === undefined) problems.push(`${name} is not a manifest of format ${FORMAT}`);
    else if (manifestFileOf(segment) !== name) problems.push(`${name} is the manifest of ${nameOf(segment)}`);
    else segments.push(segment);
  }
  return { segments, problems };
}

async function namesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}

function parse(text: string): Segment | undefined {
  let given: Partial<Segment>;
  try {
    given = JSON.parse(text) as Partial<Segment>;
  } catch {
    return undefined;
  }
  const { shard, first, last, firstTime, lastTime, hashBefore, hashAfter, sha256, checkpoint } = given;
  const areNumbers = [shard, first, last, firstTime, lastTime].every((each) => Number.isSafeInteger(each));
  const areHashes = [hashBefore, hashAfter, sha256].every((each) => typeof each === 'string' && HASH.test(each));
  if (given.format !== FORMAT || !areNumbers || !areHashes || typeof checkpoint !== 'string') return undefined;
  const segment = given as Segment;
  const signed = checkpointOf(checkpoint);
  const stands = signed !== undefined && signed.shard === segment.shard && signed.seq >= segment.last;
  return segment.first >= 1 && segment.first <= segment.last && stands ? segment : undefined;
}
