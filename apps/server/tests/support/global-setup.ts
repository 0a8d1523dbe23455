import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isAlive, isPostgresIn } from '../../src/db/embedded/process.ts';
import { startEmbedded } from '../../src/db/embedded/server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a PostgreSQL whose user may create databases; the path is left to the test file. */
    databaseServer: string;
  }
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const PREFIX = 'fairlot-tests-';

/** A run that was killed leaves its PostgreSQL behind: the next one ends it. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    if (isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) continue;
    const cluster = join(tmpdir(), name, 'postgres');
    try {
      const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
      if (isPostgresIn(pid, cluster)) process.kill(pid, 'SIGQUIT');
    } catch {
      // It was not running.
    }
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

/** One PostgreSQL for the whole run: our own, or the one that FAIRLOT_TEST_DATABASE_URL names (any of 15 to 18). */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['FAIRLOT_TEST_DATABASE_URL'];
  if (given !== undefined) {
    project.provide('databaseServer', given);
    return () => Promise.resolve();
  }
  removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const server = await startEmbedded(folder, silent);
  const { host, port, user, password } = server.connection;
  project.provide(
    'databaseServer',
    `postgres://${user}:${String(password)}@${encodeURIComponent(host ?? '')}:${port}/postgres`,
  );
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
