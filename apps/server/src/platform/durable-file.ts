import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Ending of files that are not finished; a crash may leave one. */
export const DRAFT = '.draft';

/** Syncs a file under another name before it gets its own, so that a crash leaves all of it, or what was there before. */
export async function writeDurably(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString('hex')}${DRAFT}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await sync(dirname(path));
}

/** Makes the contents of a file, or the names in a folder, durable. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
