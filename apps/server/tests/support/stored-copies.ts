import type { Pool } from 'pg';

/** A copied order as a test stores it. */
export interface StoredOrder {
  readonly id: number;
  readonly copier: number;
  readonly status: 'open' | 'closed';
  /** Dollars in micros; of a closed order. */
  readonly profit?: bigint;
}

/** A copy as a test stores it. */
export interface StoredCopy {
  readonly copier: number;
  readonly leader: number;
  readonly feePercent?: number;
  readonly feeDay?: number;
  /** Dollars in micros. */
  readonly stopLoss?: bigint;
}

/** Stores an account without money. */
export async function storeUser(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ id: bigint }>(
    `insert into users (kind, demo_hash, invite_code) values ('demo', decode(md5(random()::text), 'hex'), gen_random_uuid()::text) returning id`,
  );
  return Number(rows[0]?.id);
}

/** Stores a running copy. */
export async function storeCopy(
  pool: Pool,
  { copier, leader, feePercent = 0, feeDay, stopLoss }: StoredCopy,
): Promise<number> {
  const { rows } = await pool.query<{ id: bigint }>(
    `insert into copies (user_id, leader_id, key, state, shard, since, fee_percent, allocation, multiple, max_slippage, instruments, started_at, started, fee_day, stop_loss)
     values ($1, $2, gen_random_uuid()::text, 'active', 0, 0, $3, 1000000000, 100000000, 1000000, '[]', now(), 0, $4, $5) returning id`,
    [copier, leader, feePercent, feeDay ?? null, stopLoss ?? null],
  );
  return Number(rows[0]?.id);
}

/** Stores ended copies, each with a fee that has begun. */
export async function storeWaitingFees(
  pool: Pool,
  {
    copier,
    leader,
    feeDay,
    count,
  }: Required<Pick<StoredCopy, 'copier' | 'leader' | 'feeDay'>> & { readonly count: number },
): Promise<void> {
  await pool.query(
    `with ended as (
       insert into copies (user_id, leader_id, key, state, ended, closes, ended_time, ended_at, shard, since, fee_percent, allocation, multiple, max_slippage, instruments, started_at, started, fee_day)
       select $1, $2, gen_random_uuid()::text, 'ended', 'copier', false, 1, now(), 0, 0, 20, 1000000000, 100000000, 1000000, '[]', now(), 0, $3
         from generate_series(1, $4) returning id
     ) insert into copy_fees (copy_id, number, at, realised, high_water, amount) select id, 1, now(), 100, 0, 20 from ended`,
    [copier, leader, feeDay, count],
  );
}

/** Stores an order that a copy has opened for a deed of its leader. */
export async function storeCopied(
  pool: Pool,
  copy: number,
  leader: number,
  { id, copier, status, profit = 0n }: StoredOrder,
): Promise<void> {
  const isClosed = status === 'closed';
  await pool.query(
    `insert into orders (id, shard, account, instrument, side, kind, status, lots, leverage, margin, fee, swap, created_at, ended_at, profit)
     values ($1, 0, $2, 1, 'buy', 'market', $3, 1000, 100, 0, 0, 0, 1, $4, $5)`,
    [id, copier, status, isClosed ? 2 : null, isClosed ? profit : null],
  );
  await pool.query(
    `insert into copy_events (number, shard, seq, idx, leader_id, deed, copies, done, at, type, leader_order, instrument, side, time, leader_price)
     overriding system value values ($1, 0, $1, 0, $2, '{}', array[$3::bigint], true, now(), 'open', $1, 1, 'buy', 1, 100)`,
    [id, leader, copy],
  );
  await pool.query('insert into copy_results (copy_id, event, order_id, lots, delay_ms) values ($1, $2, $2, 1000, 0)', [
    copy,
    id,
  ]);
}

/** Closes a stored order. */
export async function closeStored(pool: Pool, id: number, profit: bigint): Promise<void> {
  await pool.query(`update orders set status = 'closed', ended_at = 2, profit = $2 where id = $1`, [id, profit]);
}
