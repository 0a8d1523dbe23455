import { Pool, types } from 'pg';
import type { ClientConfig, CustomTypesConfig, PoolConfig } from 'pg';

/** int8 arrives as bigint: money in micro-dollars and prices are int8, and a float would lose digits. Numbers of rows are safe to narrow. */
export const exactTypes: CustomTypesConfig = {
  getTypeParser: ((...asked: Parameters<typeof types.getTypeParser>) =>
    asked[0] === types.builtins.INT8 && asked[1] !== 'binary'
      ? BigInt
      : types.getTypeParser(...asked)) as CustomTypesConfig['getTypeParser'],
};

/** A pool that hands out int8 as bigint and survives the loss of its sessions. */
export function createPool(connection: ClientConfig, settings: PoolConfig = {}): Pool {
  const pool = new Pool({
    max: 16,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    ...connection,
    ...settings,
    types: exactTypes,
  });
  // An idle session that is cut (PostgreSQL restarted) has no caller to tell; the pool opens another at the next query.
  pool.on('error', nothing);
  // A session that breaks while it is in use says so twice: its query fails, and this event would end the process.
  pool.on('connect', (client) => client.on('error', nothing));
  return pool;
}

function nothing(): void {
  // See the callers.
}
