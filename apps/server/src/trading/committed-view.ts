import type { OpenShard } from './open-shard.ts';

/**
 * A view of an account, or `uncommitted` while the account has changes of rows that are not committed, or while the shard
 * recovers. Callers never see what a crash could take back.
 */
export function committedView<View extends { readonly changedBy: number }>(
  shard: OpenShard | undefined,
  read: (shard: OpenShard) => View | undefined,
): View | 'uncommitted' | undefined {
  if (shard === undefined) return 'uncommitted';
  const view = read(shard);
  return view !== undefined && view.changedBy > shard.commits.committedSeq ? 'uncommitted' : view;
}
