import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sync } from '../../platform/durable-file.ts';
import { KEY_BYTES } from './secrets.ts';

/** Name of the data folder's file with the keys that seal secrets in the database. */
export const SECRETS_KEY_FILE = 'secrets.key';
/** Name of the data folder's file with the keys that sign checkpoints. */
export const CHECKPOINT_KEY_FILE = 'checkpoint.key';
/** Name of the data folder's file with the keys that encrypt backups. */
export const BACKUP_KEY_FILE = 'backup.key';

/** Parses keys: base64 of 32 bytes each, separated by commas or newlines. Undefined when one is invalid. */
export function readKeys(text: string): readonly Buffer[] | undefined {
  const parts = text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const keys = parts.map((part) =>
    /^[A-Za-z0-9+/_-]{43}=?$/.test(part) ? Buffer.from(part, 'base64') : Buffer.alloc(0),
  );
  return keys.length > 0 && keys.every(({ length }) => length === KEY_BYTES) ? keys : undefined;
}

/**
 * The keys of the data folder. Creates one when there is none, and syncs it to disk before anything is sealed with it.
 */
export async function keysOfFolder(folder: string, file: string = SECRETS_KEY_FILE): Promise<readonly Buffer[]> {
  const path = join(folder, file);
  return keysOf(path, (await readIfThere(path)) ?? (await createKeyFile(path)));
}

/** The same for programs that only read: no keys when there is no file. */
export async function existingKeysOfFolder(folder: string, file: string): Promise<readonly Buffer[]> {
  const path = join(folder, file);
  const text = await readIfThere(path);
  return text === undefined ? [] : keysOf(path, text);
}

function keysOf(path: string, text: string): readonly Buffer[] {
  const keys = readKeys(text);
  if (keys === undefined) throw new Error(`${path} must contain keys of ${KEY_BYTES} bytes in base64, one per line`);
  return keys;
}

async function createKeyFile(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomBytes(8).toString('hex')}`;
  await writeSynced(temporary, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
  try {
    // A link never overwrites a key that another process has just created.
    await link(temporary, path);
    await sync(dirname(path));
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return readFile(path, 'utf8');
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
}
