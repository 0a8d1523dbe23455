import type { ClientBase, QueryArrayResult } from 'pg';
import { exactTypes } from '../../db/pool.ts';

/** Rows as arrays: for 10^5 orders, objects with field names would cost more than the query. */
export async function rows<R extends unknown[]>(
  client: ClientBase,
  text: string,
  values: readonly unknown[],
): Promise<R[]> {
  const result: QueryArrayResult<R> = await client.query<R>({
    text,
    values: [...values],
    rowMode: 'array',
    types: exactTypes,
  });
  return result.rows;
}

/** Makes the records while they are read, so that a reader of many can pause in between. */
export function lazily<R, T>(found: readonly R[], make: (row: R) => T): Iterable<T> {
  return {
    *[Symbol.iterator]() {
      for (const row of found) yield make(row);
    },
  };
}
