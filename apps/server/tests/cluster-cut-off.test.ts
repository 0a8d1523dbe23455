import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { RunningServer } from '../src/composition/server.ts';
import { withClient } from '../src/db/client.ts';
import { type TestInstallation, startInstallation } from './support/installation.ts';
import { type AnswerProxy, startAnswerProxy } from './support/lost-answers.ts';
import { hasNats } from './support/nats.ts';
import { prolongRoleLeases } from './support/role-leases.ts';
import { clientOf } from './support/server.ts';

// A process that is cut off from the bus, and reaches the database.

const AGAIN: ReadonlySet<string> = new Set(['not_ready', 'overloaded']);
const WAIT = { timeout: 90_000, interval: 50 };

let installation: TestInstallation;
let proxy: AnswerProxy;
let house: RunningServer;

beforeAll(async () => {
  if (!hasNats) return;
  installation = await startInstallation();
  await prolongRoleLeases(installation.databaseUrl);
  const { hostname, port } = new URL(installation.nats.url);
  proxy = await startAnswerProxy({ host: hostname, port: Number(port) });
  [, , house] = await Promise.all([
    installation.start('market', { FAIRLOT_ROLES: 'market' }),
    installation.start('cut off', {
      FAIRLOT_ROLES: 'trading',
      FAIRLOT_SHARDS: '0',
      FAIRLOT_NATS_URL: `nats://127.0.0.1:${proxy.connection.port}`,
    }),
    installation.start('house', { FAIRLOT_ROLES: 'web' }),
  ]);
});
afterAll(async () => {
  await installation?.stop();
  await proxy?.close();
});

/** The process that holds each shard. A word for each host follows its name in the lease. */
const holders = (): Promise<readonly string[]> =>
  withClient({ connectionString: installation.databaseUrl }, async (database) => {
    const { rows } = await database.query<{ holder: string }>('select holder from lease order by shard');
    return rows.map(({ holder }) => holder.split(' ').slice(0, -1).join(' '));
  });
const areHeldBy = (...names: readonly string[]): Promise<void> =>
  vi.waitFor(async () => expect(await holders()).toEqual(names), WAIT);

it.skipIf(!hasNats)('leaves its shards to one that has the bus, and gets back what it prefers', async () => {
  await areHeldBy('cut off', 'cut off');
  await installation.start('standby', { FAIRLOT_ROLES: 'trading', FAIRLOT_SHARDS: 'none' });
  const client = clientOf(house.url, AGAIN);
  await client.demo();
  proxy.isolate();
  await areHeldBy('standby', 'standby');
  // A shard that nobody could reach would open no account.
  await client.demo();
  proxy.cut();
  await areHeldBy('cut off', 'standby');
});
