import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, pipeline as connect } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { DRAFT, writeDurably } from '../../platform/durable-file.ts';
import type { StoredRow } from '../verify/stored-rows.ts';
import { rowOf, textOf } from './row-text.ts';

const ROWS_A_CHUNK = 1000;

/** Writes rows as compressed lines, and returns the SHA-256 of the file in hexadecimal digits. */
export async function writeRows(path: string, chunks: AsyncIterable<readonly StoredRow[]>): Promise<string> {
  const hash = createHash('sha256');
  await writeDurably(path, (file) =>
    pipeline(linesOf(chunks), createGzip(), async (bytes: AsyncIterable<Buffer>) => {
      for await (const each of bytes) {
        hash.update(each);
        await file.writeFile(each);
      }
    }),
  );
  return hash.digest('hex');
}

/** Writes a text, whole or not at all. */
export async function writeText(path: string, text: string): Promise<void> {
  await writeDurably(path, (file) => file.writeFile(text));
}

/** SHA-256 of a file in hexadecimal digits; undefined when there is none. */
export async function hashOfFile(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest('hex');
}

/** The rows of a file, in chunks. Throws when it can't be read to its end. */
export async function* readRows(path: string): AsyncGenerator<readonly StoredRow[]> {
  let chunk: StoredRow[] = [];
  for await (const line of linesOfFile(path)) {
    chunk.push(rowOf(line));
    if (chunk.length < ROWS_A_CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  yield chunk;
}

async function* linesOf(chunks: AsyncIterable<readonly StoredRow[]>): AsyncGenerator<string> {
  for await (const rows of chunks) if (rows.length > 0) yield `${rows.map(textOf).join('\n')}\n`;
}

async function* linesOfFile(path: string): AsyncGenerator<string> {
  const text = new PassThrough();
  const failures: Error[] = [];
  connect(createReadStream(path), createGunzip(), text, (error) => {
    if (error) failures.push(error);
  });
  try {
    yield* createInterface({ input: text, crlfDelay: Infinity });
  } finally {
    text.destroy();
  }
  // readline ends like at the end of a file when its input fails.
  if (failures[0] !== undefined) throw failures[0];
}

/** Removes the unfinished files of killed processes. No other process may write files that begin so. */
export async function removeDrafts(folder: string, beginning: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(beginning) && name.endsWith(DRAFT)) await rm(join(folder, name));
}
