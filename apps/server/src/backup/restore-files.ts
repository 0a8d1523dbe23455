import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { chown, mkdir, open, writeFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import type { Identity } from '../db/embedded/identity.ts';
import { BackupError } from './backup-error.ts';
import type { RestorePlan } from './choose-restore.ts';
import { segmentName, segmentStart } from './lsn.ts';
import { type FileList, names, readFiles } from './records.ts';
import type { Vault } from './vault.ts';

/** Parts that are fetched and opened ahead. */
const AHEAD = 3;

/**
 * Writes the files of a backup and the log after it into a new cluster folder, and compares every file with its hash.
 * `owner` is the user of PostgreSQL when this process is root.
 */
export async function restoreFiles(
  plan: RestorePlan,
  vault: Vault,
  cluster: string,
  owner: Identity | undefined,
): Promise<void> {
  const { line, backup } = plan;
  const { folders, files } = await readFiles(vault, line.name, backup.id);
  const own = async (path: string): Promise<void> => {
    if (owner !== undefined) await chown(path, owner.uid, owner.gid);
  };
  for (const folder of ['', ...folders]) {
    const path = inside(cluster, folder);
    await mkdir(path, { recursive: true, mode: 0o700 });
    await own(path);
  }
  const parts = new PartReader(plan, vault);
  for (const file of files) {
    const path = inside(cluster, file.path);
    await writeFileFrom(parts, path, file);
    await own(path);
  }
  await parts.end();
  await restoreLog(plan, vault, cluster, own);
  const signal = join(cluster, 'recovery.signal');
  await writeFile(signal, '', { mode: 0o600 });
  await own(signal);
}

/** Puts the pieces of the log together to segments. The rest of the last one is empty, which ends the recovery. */
async function restoreLog(
  { line, pieces }: RestorePlan,
  vault: Vault,
  cluster: string,
  own: (path: string) => Promise<void>,
): Promise<void> {
  const { timeline, segmentBytes } = line.record;
  for (const piece of pieces) {
    const content = await vault.get(`${names.wals(line.name)}/${piece.name}`);
    if (BigInt(content.length) !== piece.end - piece.start)
      throw new BackupError(`${piece.name} has not the length of its name`);
    const path = join(cluster, 'pg_wal', segmentName(timeline, piece.start, segmentBytes));
    const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      await file.write(content, 0, content.length, Number(piece.start - segmentStart(piece.start, segmentBytes)));
      await file.truncate(segmentBytes);
    } finally {
      await file.close();
    }
    await own(path);
  }
}

async function writeFileFrom(parts: PartReader, path: string, wanted: FileList['files'][number]): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let left = wanted.size;
    while (left > 0) {
      const chunk = await parts.read(left);
      hash.update(chunk);
      await file.write(chunk);
      left -= chunk.length;
    }
    if (hash.digest('hex') !== wanted.sha256)
      throw new BackupError(`${wanted.path} has another content than the backup's list says`);
  } finally {
    await file.close();
  }
}

/** The parts of a backup as one stream of bytes. */
class PartReader {
  readonly #count: number;
  readonly #fetch: (part: number) => Promise<Buffer>;
  readonly #ahead: Promise<Buffer>[] = [];
  #next = 1;
  #rest: Buffer = Buffer.alloc(0);

  constructor({ line, backup }: RestorePlan, vault: Vault) {
    this.#count = backup.parts;
    this.#fetch = (part) => vault.get(names.part(line.name, backup.id, part));
  }

  /** At most `most` bytes, at least one. */
  async read(most: number): Promise<Buffer> {
    if (this.#rest.length === 0) this.#rest = await this.#nextPart();
    const taken = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  /** Throws when parts are left over. */
  async end(): Promise<void> {
    await Promise.all(this.#ahead);
    if (this.#rest.length > 0 || this.#ahead.length > 0 || this.#next <= this.#count)
      throw new BackupError('the backup has more content than its list of files');
  }

  async #nextPart(): Promise<Buffer> {
    while (this.#ahead.length < AHEAD && this.#next <= this.#count) {
      const part = this.#fetch(this.#next);
      // Its failure is thrown when its turn comes.
      part.catch(() => undefined);
      this.#ahead.push(part);
      this.#next += 1;
    }
    const part = await this.#ahead.shift();
    if (part === undefined || part.length === 0)
      throw new BackupError('the backup ends before the last file of its list');
    return part;
  }
}

/** The path of an entry. The list is authenticated; this guards against a mistake in it. */
function inside(cluster: string, path: string): string {
  const found = join(cluster, normalize(path));
  if (found !== cluster && !found.startsWith(`${cluster}/`))
    throw new BackupError(`the backup names a file outside its folder: ${path}`);
  return found;
}
