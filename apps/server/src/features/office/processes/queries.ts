import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';

/** A shard of the directory with its lease. */
export interface LeasedShardRow {
  readonly number: number;
  readonly kind: 'real' | 'demo';
  readonly takesNew: boolean;
  /** Name of the holder; empty while the lease is free, null before the first holder. */
  readonly holder: string | null;
  readonly epoch: bigint | null;
  /** Null for a lease that does not end by itself. */
  readonly endsAt: Date | null;
}

/** Reads the shards by ascending number with their leases. */
export function readLeasedShards(kysely: Kysely<Tables>): Promise<readonly LeasedShardRow[]> {
  return kysely
    .selectFrom('shards as s')
    .leftJoin('lease as l', 'l.shard', 's.number')
    .leftJoin('lease_expiries as e', (join) => join.onRef('e.shard', '=', 'l.shard').onRef('e.epoch', '=', 'l.epoch'))
    .select(['s.number', 's.kind', 's.takes_new as takesNew', 'l.holder', 'l.epoch', 'e.expires_at as endsAt'])
    .orderBy('s.number')
    .execute();
}
