import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import type { Tables } from '../../src/db/tables/index.ts';
import { ImageStore } from '../../src/uploads/image-store.ts';
import type { TestServer } from './server.ts';

/** Removes unused images from a server's database as if the time were `time`. */
export async function removeUnused(server: Pick<TestServer, 'databaseUrl'>, time: number): Promise<void> {
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: server.databaseUrl }) }),
  });
  await new ImageStore(kysely, () => time).removeUnused();
  await kysely.destroy();
}
