import { MINUTE_MS } from '@fairlot/domain';
import { Client, type ClientConfig } from 'pg';
import { WORKING_USER } from '../../../apps/server/src/db/embedded/cluster.ts';
import { startEmbedded } from '../../../apps/server/src/db/embedded/server.ts';
import { MAX_SESSIONS } from './layout.ts';

const DATABASE = 'fairlot';

/** The database of a cluster. */
export interface ClusterDatabase {
  /** Settings by which its processes reach it. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** The database that the environment names, or else the embedded PostgreSQL in the folder. */
export async function openClusterDatabase(folder: string, say: (line: string) => void): Promise<ClusterDatabase> {
  const { DATABASE_URL: url, FAIRLOT_DATABASE_OWNER_URL: owner } = process.env;
  if (url !== undefined && url !== '')
    return {
      environment: { DATABASE_URL: url, ...(owner !== undefined && { FAIRLOT_DATABASE_OWNER_URL: owner }) },
      stop: () => Promise.resolve(),
    };
  const server = await startEmbedded(folder, { info: say, warn: say, error: say }, undefined, {
    settings: { max_connections: String(MAX_SESSIONS) },
    limitMs: MINUTE_MS,
  });
  await ensureDatabase(server.connection);
  return {
    environment: {
      DATABASE_URL: urlOf(server.connection, WORKING_USER, server.workingPassword),
      FAIRLOT_DATABASE_OWNER_URL: urlOf(server.connection, server.connection.user, server.connection.password),
    },
    stop: () => server.stop(),
  };
}

function urlOf({ host, port }: ClientConfig, user: string | undefined, password: ClientConfig['password']): string {
  return `postgresql://${user}:${encodeURIComponent(String(password))}@${encodeURIComponent(host ?? '')}:${port}/${DATABASE}`;
}

async function ensureDatabase(connection: ClientConfig): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
