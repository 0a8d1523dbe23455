import { freePort } from '../../../../tools/src/free-port.ts';
import { marketSeed } from '../../../../tools/src/testing/moment.ts';
import { type RunningServer, startServer } from '../../src/composition/server.ts';
import { readConfig } from '../../src/config.ts';
import type { Clock, MachineClocks } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { createTestDatabase } from './database.ts';
import { type TestNats, startNats } from './nats.ts';
import { FREE, LONGEST_PAST_MS } from './server.ts';

/** Clocks of a process in place of the machine's. */
export interface GivenClocks {
  readonly clock?: Clock;
  readonly clocks?: MachineClocks;
}

/** An installation of several servers on one database and one NATS, in this process. */
export interface TestInstallation {
  readonly nats: TestNats;
  /** URL of the database as its owner. */
  readonly databaseUrl: string;
  /** URL of the database as the processes use it. */
  readonly processUrl: string;
  /** Starts a process with some roles. */
  start(name: string, environment: Readonly<Record<string, string>>, given?: GivenClocks): Promise<RunningServer>;
  /** Stops all that still run, and drops the database. */
  stop(): Promise<void>;
}

export async function startInstallation(environment: Readonly<Record<string, string>> = {}): Promise<TestInstallation> {
  const [database, nats] = await Promise.all([createTestDatabase('history'), startNats()]);
  const running = new Set<RunningServer>();
  return {
    nats,
    databaseUrl: database.url,
    processUrl: database.settings.DATABASE_URL,
    start: async (name, more, given = {}) => {
      const port = String(await freePort());
      const result = readConfig({
        ...FREE,
        ...marketSeed(),
        ...database.settings,
        HOST: '127.0.0.1',
        PORT: port,
        FAIRLOT_TRUSTED_PROXIES: '127.0.0.0/8',
        FAIRLOT_NATS_URL: nats.url,
        FAIRLOT_PROCESS_NAME: name,
        ...environment,
        ...more,
      });
      if (!result.ok) throw new Error(result.problems.join('\n'));
      const server = await startServer(result.config, createLog('silent'), {
        ...given,
        longestPastMs: LONGEST_PAST_MS,
      });
      running.add(server);
      return server;
    },
    stop: async () => {
      for (const server of [...running].toReversed()) await server.stop();
      await nats.kill();
      await database.drop();
    },
  };
}
