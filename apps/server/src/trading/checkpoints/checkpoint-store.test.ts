import { type FileHandle, mkdtemp, open, readFile, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { lineOf } from './checkpoint.ts';
import { appendCheckpoint, checkpointsOfFile, dropCheckpointsOfFile } from './checkpoint-store.ts';

const hash = (digit: string): string => digit.repeat(64);
const checkpoint = (shard: number, seq: number) => ({
  shard,
  seq,
  time: 0,
  journalHash: hash('a'),
  stateHash: hash('b'),
  imageHash: hash('c'),
  keyId: '0123456789abcdef',
  signature: 's'.repeat(86),
});

it('drops the checkpoints of a shard from a file whose next contents are on the disk first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairlot-checkpoints-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'checkpoints.log');
  for (const each of [checkpoint(0, 1), checkpoint(1, 1), checkpoint(0, 2)]) await appendCheckpoint(path, each);
  const before = await readFile(path, 'utf8');

  const handle = await open(folder);
  const synced: { readonly file: string; readonly text: string; readonly named: string }[] = [];
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    const file = await readlink(`/proc/self/fd/${this.fd}`);
    const text = file === folder ? '' : await readFile(file, 'utf8');
    synced.push({ file: basename(file), text, named: await readFile(path, 'utf8') });
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await handle.close();

  await dropCheckpointsOfFile(path, 1);
  const after = `${lineOf(checkpoint(0, 1))}\n${lineOf(checkpoint(0, 2))}\n`;
  expect(await readFile(path, 'utf8')).toBe(after);
  expect(await checkpointsOfFile(path, 1)).toEqual([]);
  expect(synced).toEqual([
    { file: expect.stringMatching(/\.draft$/) as string, text: after, named: before },
    { file: basename(folder), text: '', named: after },
  ]);
  expect(await readdir(folder)).toEqual(['checkpoints.log']);
});
