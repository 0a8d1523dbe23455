import { must } from './disagreement.ts';
import type { World } from './world.ts';

/** A deed that is done has all of its results, and those of copiers whose shards answered are never left. */
export function auditLeft({ store, refused, shardOf }: World): void {
  for (const { number, deed, copies, results, isDone } of store.deeds) {
    const missing = copies.filter(({ id }) => !results.has(id));
    must(!isDone || missing.length === 0, () => `deed ${number} is done without ${missing.length} results`);
    if (deed.seq > (store.watermarks.get(deed.shard) ?? 0)) continue;
    for (const { id, copier } of missing)
      must(refused.has(shardOf(copier).number), () => `deed ${number} was left in copy ${id}, whose shard answered`);
  }
}

/** Each copy settles the deeds of its leader in their order. */
export function auditOrder({ store }: World): void {
  for (const { copy, settled } of store.copies.values())
    for (const [at, deed] of settled.entries())
      must(
        at === 0 || deed > settled[at - 1]!,
        () => `copy ${copy.id} settled deed ${deed} after deed ${settled[at - 1]}`,
      );
}
