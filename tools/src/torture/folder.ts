import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guard } from '../testing/guard.ts';

/** Makes the folder of a run. When the run is interrupted, a PostgreSQL in it is ended and the folder removed. */
export function openFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `fairlot-${name}-`));
  // The embedded PostgreSQL runs as another user when root starts it.
  chmodSync(folder, 0o755);
  guard().add('folder', folder);
  return folder;
}

/** Ends a run, whose processes have ended. Its folder is kept to find out what went wrong, or removed. */
export function closeFolder(folder: string, isKept: boolean): void {
  guard().release('folder', folder);
  if (!isKept) rmSync(folder, { recursive: true, force: true });
}
