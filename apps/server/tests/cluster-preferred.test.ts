import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withClient } from '../src/db/client.ts';
import { type TestInstallation, startInstallation } from './support/installation.ts';
import { hasNats } from './support/nats.ts';
import { prolongRoleLeases } from './support/role-leases.ts';

// A process that prefers a shard and can't take it.

const WAIT = { timeout: 60_000, interval: 50 };

let installation: TestInstallation;

beforeAll(async () => {
  if (!hasNats) return;
  installation = await startInstallation();
  await prolongRoleLeases(installation.databaseUrl);
  await Promise.all([
    installation.start('market', { FAIRLOT_ROLES: 'market' }),
    installation.start('standby', { FAIRLOT_ROLES: 'trading', FAIRLOT_SHARDS: 'none' }),
  ]);
});
afterAll(() => installation?.stop());

const query = <Row extends object>(sql: string): Promise<readonly Row[]> =>
  withClient({ connectionString: installation.databaseUrl }, async (database) => (await database.query<Row>(sql)).rows);
const holder = async (): Promise<{ readonly epoch: number; readonly name: string } | undefined> => {
  const [lease] = await query<{ epoch: bigint; holder: string }>('select epoch, holder from lease where shard = 0');
  return lease && { epoch: Number(lease.epoch), name: lease.holder.split(' ').at(0) ?? '' };
};

it.skipIf(!hasNats)('gives a shard that it has asked for back to the standby', async () => {
  await vi.waitFor(async () => expect((await holder())?.name).toBe('standby'), WAIT);
  const before = (await holder())?.epoch ?? Infinity;
  await query(`
    create function refuse_holder() returns trigger language plpgsql as $$
      begin raise exception 'no free sessions'; end $$;
    create trigger refuse_holder before update on lease for each row when (new.holder like 'faulty %')
      execute function refuse_holder()`);
  await installation.start('faulty', { FAIRLOT_ROLES: 'trading', FAIRLOT_SHARDS: '0' });
  await vi.waitFor(async () => expect((await holder())?.name).toBe(''), WAIT);
  await vi.waitFor(async () => expect((await holder())?.name).toBe('standby'), WAIT);
  expect((await holder())?.epoch).toBe(before + 1);
});
