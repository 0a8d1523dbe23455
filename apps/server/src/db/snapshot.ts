import type { Pool, PoolClient } from 'pg';

/**
 * Runs reads that must see the database at one moment, even while a server writes. `work` may take long over what it has
 * read, such as to write it to files.
 */
export async function inSnapshot<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    // The session is idle meanwhile, and a limit of the operator for idle transactions would end it.
    await client.query(
      'begin transaction isolation level repeatable read read only; set local idle_in_transaction_session_timeout = 0',
    );
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
