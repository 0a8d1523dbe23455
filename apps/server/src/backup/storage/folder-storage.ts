import { randomBytes } from 'node:crypto';
import { access, constants, mkdir, open, readFile, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sync } from '../../platform/durable-file.ts';
import { BackupError } from '../backup-error.ts';
import type { Listing, Storage } from './storage.ts';

/** Begins the names of files that are still being written. */
const DRAFT = '.draft-';

/** The remedy for a folder that can't be written, by the system's code. */
const WORDS: Readonly<Record<string, (root: string) => string>> = {
  EACCES: (root) => `the folder ${root} belongs to another user: give it to the user that the server runs as`,
  EROFS: (root) => `the folder ${root} is read-only for the server: with systemd, name it in ReadWritePaths`,
};

/** Objects as files of a folder, such as a mounted disk of another machine. */
export class FolderStorage implements Storage {
  readonly text: string;
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
    this.text = `folder ${root}`;
  }

  async put(name: string, content: Buffer): Promise<void> {
    await this.#requireRoot();
    const path = join(this.#root, name);
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeWhole(path, content);
    } catch (error) {
      throw await this.#explained(error as NodeJS.ErrnoException);
    }
  }

  async get(name: string): Promise<Buffer | undefined> {
    await this.#requireRoot();
    return readFile(join(this.#root, name)).catch(undefinedIfMissing);
  }

  async list(folder: string): Promise<Listing> {
    await this.#requireRoot();
    const entries = (await readdir(join(this.#root, folder), { withFileTypes: true }).catch(undefinedIfMissing)) ?? [];
    const seen = entries.filter(({ name }) => !name.startsWith('.'));
    return {
      names: seen.filter((entry) => entry.isFile()).map(({ name }) => name),
      folders: seen.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    };
  }

  async remove(names: readonly string[]): Promise<void> {
    await this.#requireRoot();
    for (const name of names) await rm(join(this.#root, name), { force: true });
    // Folders that are empty by now; all others refuse.
    for (const folder of new Set(names.map((name) => dirname(name))))
      await rmdir(join(this.#root, folder)).catch(() => undefined);
  }

  /** The remedy for a folder that can't be written. On a read-only disk, Node says of a new folder that it is missing. */
  async #explained(error: NodeJS.ErrnoException): Promise<Error> {
    let { code = '' } = error;
    try {
      await access(this.#root, constants.W_OK);
    } catch (refusal) {
      ({ code = '' } = refusal as NodeJS.ErrnoException);
    }
    const words = WORDS[code]?.(this.#root);
    return words === undefined ? error : new BackupError(words);
  }

  /** The folder is not created here: a disk that is not mounted would go unnoticed. */
  async #requireRoot(): Promise<void> {
    const found = await stat(this.#root).catch(undefinedIfMissing);
    if (found?.isDirectory() !== true)
      throw new BackupError(`the folder ${this.#root} does not exist: create it, or mount its disk`);
  }
}

/** Writes a file under another name first, so that a reader never sees a part of it. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const folder = dirname(path);
  const draft = join(folder, DRAFT + randomBytes(8).toString('hex'));
  try {
    await writeSynced(draft, content);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await sync(folder);
}

async function writeSynced(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

function undefinedIfMissing(error: unknown): undefined {
  const { code } = error as { code?: string };
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  throw error;
}
