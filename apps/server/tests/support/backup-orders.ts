import { openDatabase } from '../../src/db/database.ts';
import { silentLog } from './database.ts';

/** Keys of the orders in the journal of a data folder that no server uses. */
export async function ordersIn(folder: string): Promise<readonly string[]> {
  const opened = await openDatabase({ dataFolder: folder, exclusive: false, log: silentLog });
  try {
    const { rows } = await opened.pool.query<{ key: string }>(
      `select key from journal where command::json->>'type' = 'placeOrder' order by seq`,
    );
    return rows.map(({ key }) => key);
  } finally {
    await opened.close();
  }
}
