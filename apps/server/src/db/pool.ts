import { type ClientConfig, type CustomTypesConfig, Pool, type PoolConfig, types } from 'pg';

/**
 * Parses int8 as bigint: money in micro-dollars and prices are int8, and a float would lose digits. Row numbers may be
 * narrowed safely.
 */
export const exactTypes: CustomTypesConfig = {
  getTypeParser: ((...asked: Parameters<typeof types.getTypeParser>) =>
    asked[0] === types.builtins.INT8 && asked[1] !== 'binary'
      ? BigInt
      : types.getTypeParser(...asked)) as CustomTypesConfig['getTypeParser'],
};

/** Sizes of the pools, and the time after which a query of each is cancelled. */
export interface PoolSettings {
  /** Sessions of trading, market and background work. */
  readonly trading: number;
  readonly calls: number;
  readonly reports: number;
  /** Far longer than any query of trading takes: only one that hangs is cancelled. */
  readonly tradingTimeoutMs: number;
  readonly callTimeoutMs: number;
  readonly reportTimeoutMs: number;
}

/** Defaults. Two more sessions hold the server's lock and write the journal. */
export const DEFAULT_POOLS: PoolSettings = {
  trading: 8,
  calls: 16,
  reports: 4,
  tradingTimeoutMs: 600_000,
  callTimeoutMs: 10_000,
  reportTimeoutMs: 60_000,
};

/** Time that a caller waits for a session of a pool. */
export const SESSION_WAIT_MS = 10_000;

/** A pool that returns int8 as bigint and survives the loss of its sessions. */
export function createPool(connection: ClientConfig, settings: PoolConfig): Pool {
  const pool = new Pool({
    connectionTimeoutMillis: SESSION_WAIT_MS,
    idleTimeoutMillis: 30_000,
    ...connection,
    ...settings,
    types: exactTypes,
  });
  // An idle session that breaks has no caller. The pool opens another one at the next query.
  pool.on('error', nothing);
  // A session that breaks in use fails its query and also emits this event, which would end the process.
  pool.on('connect', (client) => client.on('error', nothing));
  return pool;
}

function nothing(): void {
  // See the callers.
}
