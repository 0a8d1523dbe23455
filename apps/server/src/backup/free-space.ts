import { statfs } from 'node:fs/promises';
import { BackupError } from './backup-error.ts';
import type { RestorePlan } from './choose-restore.ts';
import { segmentStart } from './lsn.ts';

/** Bytes of a file system. */
interface DiskSpace {
  /** Bytes that are left for a process without privileges. */
  readonly free: number;
  readonly size: number;
}

/** Reads the space of the file system that contains a folder. */
export type ReadSpace = (folder: string) => Promise<DiskSpace>;

const GIB = 1024 ** 3;
/** The running database keeps this much for itself, on a small disk a tenth of it: without room for its log it stops. */
const MOST_RESERVE = 10 * GIB;

export const diskSpace: ReadSpace = async (folder) => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
};

/** Bytes that a restored cluster needs: its files, its segments of log, and the changes that the log makes to the files. */
function restoredBytes({ line, backup, pieces }: RestorePlan): number {
  const { segmentBytes } = line.record;
  const segments = new Set(pieces.map(({ start }) => segmentStart(start, segmentBytes)));
  const replayed = pieces.reduce((sum, { start, end }) => sum + Number(end - start), 0);
  return backup.bytes + segments.size * segmentBytes + replayed;
}

/** Throws BackupError when the restored cluster would take space that the running database may need. */
export async function requireSpace(plan: RestorePlan, folder: string, space: ReadSpace): Promise<void> {
  const { free, size } = await space(folder);
  const needed = restoredBytes(plan);
  const reserve = Math.min(MOST_RESERVE, size / 10);
  if (free >= needed + reserve) return;
  throw new BackupError(
    `the disk of ${folder} has too little room to check backup ${plan.backup.id}: ${gigabytes(free)} are free, the check needs ${gigabytes(needed)}, and ${gigabytes(reserve)} stay free for the running database`,
  );
}

function gigabytes(bytes: number): string {
  return `${(bytes / GIB).toFixed(1)} GiB`;
}
