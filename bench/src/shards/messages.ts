import type { AnsweredWhen } from '../../../apps/server/src/trading/port.ts';
import type { Run } from '../orders/load.ts';

/** The numbers of the shards that get orders: one in the first trading process, then one in each, then all. */
export const SHARDS_OF = { 1: [0], 2: [0, 2], 4: [0, 1, 2, 3] } as const;
export type ShardCount = keyof typeof SHARDS_OF;

/** Orders that a driver is asked for. With a rate it places them in an open loop, otherwise its callers wait. */
export interface Wanted {
  readonly shards: ShardCount;
  readonly seconds: number;
  readonly callers: number;
  readonly rate?: number;
  readonly until: AnsweredWhen;
}

/** A message of a driver: its shards take orders, or the result of a run. */
export type Told = { readonly ready: true } | { readonly run: Run };
