import { Client, type ClientBase, type ClientConfig } from 'pg';
import { pause } from '../platform/pause.ts';

/** Key of the advisory lock that all Fairlot servers of a database compete for. The number is arbitrary. */
const LOCK_KEY = 4_713_902_211;
/** Time to wait for the session of a server that was just killed to end. */
const WAIT_LIMIT_MS = 2000;
const PAUSE_MS = 50;

/** Thrown when another server uses this database. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError';
}

/** The exclusive right to be the server of a database. It ends with its session, so a killed server holds nothing. */
export interface ServerLock {
  release(): Promise<void>;
}

/** Settings of takeServerLock. */
export interface LockOptions {
  /** True for one of several processes: they share the lock, and keep out a server that expects to be the only one. */
  readonly isShared?: boolean | undefined;
  /** Message of the error when others have the lock. */
  readonly inUse?: string;
  /** A question to the database in the lock's session. When it rejects, the lock is given back. */
  readonly check?: ((session: ClientBase) => Promise<void>) | undefined;
}

/**
 * Takes the lock or throws DatabaseInUseError. `onLost` is called once when the session of the returned lock ends
 * unexpectedly.
 */
export async function takeServerLock(
  connection: ClientConfig,
  onLost: () => void,
  { isShared = false, inUse = 'another Fairlot server uses this data folder or database', check }: LockOptions = {},
): Promise<ServerLock> {
  const client = new Client({
    ...connection,
    application_name: 'fairlot lock',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  let isHeld = false;
  client.on('error', () => undefined);
  client.on('end', () => {
    if (isHeld) onLost();
  });
  await client.connect();
  const deadline = Date.now() + WAIT_LIMIT_MS;
  const take = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
  let taken = false;
  for (;;) {
    const result = await client.query<{ taken: boolean }>(`select ${take}($1) as taken`, [LOCK_KEY]);
    taken = result.rows[0]?.taken === true;
    if (taken || Date.now() > deadline) break;
    await pause(PAUSE_MS);
  }
  const release = async (): Promise<void> => {
    isHeld = false;
    await client.end();
  };
  if (!taken) {
    await release();
    throw new DatabaseInUseError(inUse);
  }
  try {
    await check?.(client);
  } catch (error) {
    await release();
    throw error;
  }
  isHeld = true;
  return { release };
}
