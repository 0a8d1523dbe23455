import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import { pause } from './pause.ts';

/** Any two servers of Fairlot ask for the same advisory lock of their database. The number has no meaning. */
const LOCK_KEY = 4_713_902_211;
/** The session of a server that was killed a moment ago may still be ending. */
const PATIENCE_MS = 2000;
const PAUSE_MS = 50;

/** Another server works on this database. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError';
}

/** The right to be the server of a database. It ends with its session, so a killed server holds nothing. */
export interface ServerLock {
  release(): Promise<void>;
}

/** Takes the lock or throws DatabaseInUseError. `onLost` is told once when the session ends without being asked to. */
export async function takeServerLock(connection: ClientConfig, onLost: () => void): Promise<ServerLock> {
  const client = new Client({
    ...connection,
    application_name: 'fairlot lock',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  let released = false;
  let taken = false;
  client.on('error', () => undefined);
  client.on('end', () => {
    if (!released && taken) onLost();
  });
  await client.connect();
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const result = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK_KEY]);
    taken = result.rows[0]?.taken === true;
    if (taken || Date.now() > deadline) break;
    await pause(PAUSE_MS);
  }
  const release = async (): Promise<void> => {
    released = true;
    await client.end();
  };
  if (!taken) {
    await release();
    throw new DatabaseInUseError('another Fairlot server is working on this data folder or database');
  }
  return { release };
}
