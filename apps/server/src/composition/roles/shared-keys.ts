import type { Pool } from 'pg';
import { type ListedProcess, listProcesses } from '../../cluster/process-directory.ts';

/** Thrown when this process or another one could not open what the other seals. */
export class KeysDifferError extends Error {
  override readonly name = 'KeysDifferError';

  constructor(other: string, problem: string) {
    super(
      `the process ${other} ${problem}. Replace the key of secrets in rounds (docs/operations.md, "The key of secrets"); no secret was changed`,
    );
  }
}

/**
 * Throws unless this process and each one that is alive know the keys that the other seals with. `keys`: those of this
 * process, the sealing one first. Call it after its own keys are in the directory, so that of two that start at the same
 * time one notices.
 */
export async function requireSharedKeys(pool: Pool, name: string, keys: readonly string[]): Promise<void> {
  for (const other of await listProcesses(pool)) if (other.isAlive && other.name !== name) compare(other, keys);
}

function compare({ name, state: { secretKeys: theirs = [] } }: ListedProcess, ours: readonly string[]): void {
  const [[their], [our]] = [theirs, ours];
  if (their === undefined || our === undefined) return;
  if (!theirs.includes(our)) throw new KeysDifferError(name, `does not know the key ${our}, with which this one seals`);
  if (!ours.includes(their))
    throw new KeysDifferError(name, `seals with the key ${their}, which this one does not know`);
}
