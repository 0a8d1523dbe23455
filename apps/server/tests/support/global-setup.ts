import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/db/embedded/server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a PostgreSQL whose user may create databases; the path is left to the test file. */
    databaseServer: string;
  }
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** One PostgreSQL for the whole run: our own, or the one that FAIRLOT_TEST_DATABASE_URL names (any of 15 to 18). */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['FAIRLOT_TEST_DATABASE_URL'];
  if (given !== undefined) {
    project.provide('databaseServer', given);
    return () => Promise.resolve();
  }
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-tests-'));
  const server = await startEmbedded(folder, silent);
  const { host, port, user, password } = server.connection;
  project.provide('databaseServer', `postgres://${user}:${String(password)}@${encodeURIComponent(host ?? '')}:${port}/postgres`);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
