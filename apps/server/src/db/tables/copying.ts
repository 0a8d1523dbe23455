import type { COPY_DEEDS, CopyEnd, CopySkip, CopyState } from '@fairlot/contract';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

type CopyDeed = (typeof COPY_DEEDS)[number];

/** Most lots of an instrument in a copy: the scaled integer as text. */
export interface StoredLimit {
  readonly id: number;
  readonly lots: string;
}

/** See migrations/077-copying.ts and 083-lean-copy-results.ts. */
export interface CopyingTables {
  copy_leaders: { user_id: bigint; accepts: boolean; fee_percent: number; changed_at: Date };
  copies: {
    id: GeneratedAlways<bigint>;
    user_id: bigint;
    leader_id: bigint;
    key: string;
    state: CopyState;
    ended: CopyEnd | null;
    closes: boolean | null;
    reason: Generated<string>;
    shard: number;
    since: bigint;
    fee_percent: number;
    allocation: bigint;
    multiple: bigint;
    stop_loss: bigint | null;
    max_leverage: number | null;
    max_slippage: bigint;
    instruments: JSONColumnType<StoredLimit[]>;
    realised: Generated<bigint>;
    closed: Generated<number>;
    fees: Generated<bigint>;
    high_water: Generated<bigint>;
    fee_day: number | null;
    skipped: Generated<number>;
    delays: Generated<number>;
    delay_sum: Generated<bigint>;
    delay_worst: number | null;
    difference: Generated<bigint>;
    started_at: Date;
    started: bigint;
    ended_time: bigint | null;
    ended_at: Date | null;
  };
  copy_events: {
    number: GeneratedAlways<bigint>;
    shard: number;
    seq: bigint;
    idx: number;
    copy_id: Generated<bigint>;
    leader_id: bigint;
    deed: string;
    copies: bigint[];
    done: Generated<boolean>;
    at: Date;
    type: CopyDeed;
    leader_order: bigint;
    instrument: number;
    side: 'buy' | 'sell';
    time: bigint;
    leader_price: bigint | null;
  };
  copy_results: {
    event: bigint;
    copy_id: bigint;
    order_id: bigint | null;
    lots: bigint | null;
    skip: CopySkip | null;
    detail: Generated<string>;
    price: bigint | null;
    difference: bigint | null;
    delay_ms: number | null;
  };
  copy_fees: {
    id: GeneratedAlways<bigint>;
    copy_id: bigint;
    number: number;
    at: Date;
    realised: bigint;
    high_water: bigint;
    amount: bigint;
    charged: bigint | null;
    paid: Generated<boolean>;
    /** Null until it is paid, when nothing was charged, and for fees before the column. */
    paid_to: Generated<'leader' | 'copier' | 'house' | null>;
  };
  copy_progress: { shard: number; seq: bigint };
  copy_tracked: { leader_id: bigint; shard: number; seq: bigint };
  copy_positions: {
    order_id: bigint;
    leader_id: bigint;
    shard: number;
    instrument: number;
    side: 'buy' | 'sell';
    lots: bigint;
    stop_loss: bigint | null;
    take_profit: bigint | null;
  };
}
