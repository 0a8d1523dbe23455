import type { CopyId } from '@fairlot/copying';
import { runningOf } from '../copy-row.ts';
import type { CopyQueries } from '../queries.ts';
import type { CopyRegistry } from '../registry.ts';

/** Readings of copies that change meanwhile. Copies that change without pause are read a second later. */
const MOST_READINGS = 50;

export interface RereadDeps {
  readonly queries: Pick<CopyQueries, 'aliveAfterWrites'>;
  readonly registry: CopyRegistry;
  /** Told of a copy that has ended without the registry. */
  readonly ended: (copy: CopyId) => void;
}

/**
 * Changes rows of copies. A failure may be a commit whose answer was lost: then the table has the change and the registry
 * lacks it until it is read again.
 */
export async function rereadOnFailure<T>(
  follower: { readonly reread: () => void },
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    follower.reread();
    throw error;
  }
}

/** Replaces the copies of the registry by those of the table, whose results are never older. */
export async function rereadCopies({ queries, registry, ended }: RereadDeps): Promise<void> {
  for (let reading = 0; reading < MOST_READINGS; reading += 1) {
    const { changes } = registry;
    const rows = await queries.aliveAfterWrites();
    // Rows that were read before a change must not undo it.
    if (registry.changes !== changes) continue;
    const alive = new Set(rows.map(({ id }) => Number(id)));
    for (const { id } of registry.all()) if (!alive.has(id)) ended(id);
    for (const row of rows) registry.put(runningOf(row));
    return;
  }
  throw new Error('copies change without pause');
}
