import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { RunningServer } from '../src/composition/server.ts';
import { withClient } from '../src/db/client.ts';
import { type TestInstallation, startInstallation } from './support/installation.ts';
import { hasNats } from './support/nats.ts';
import { marketOrder } from './support/order-calls.ts';
import { type RealUser, registerUser } from './support/real-user.ts';
import { prolongRoleLeases } from './support/role-leases.ts';
import { clientOf } from './support/server.ts';

// A house that takes over while no process can hold one shard of real accounts.

const AGAIN: ReadonlySet<string> = new Set(['not_ready', 'overloaded']);
const WAIT = { timeout: 60_000, interval: 50 };
const STOP_OUT = 45;

let installation: TestInstallation;
let former: RunningServer;
let trading: RunningServer;

beforeAll(async () => {
  if (!hasNats) return;
  installation = await startInstallation({ FAIRLOT_REAL_SHARDS: '2', FAIRLOT_SESSIONS: 'always' });
  await prolongRoleLeases(installation.databaseUrl);
  [, trading, former] = await Promise.all([
    installation.start('market', { FAIRLOT_ROLES: 'market' }),
    installation.start('trading', { FAIRLOT_ROLES: 'trading' }),
    installation.start('former', { FAIRLOT_ROLES: 'web' }),
  ]);
});
afterAll(() => installation?.stop());

const query = <Row extends object>(sql: string): Promise<readonly Row[]> =>
  withClient({ connectionString: installation.databaseUrl }, async (database) => (await database.query<Row>(sql)).rows);
const shardsOf = async (account: number): Promise<readonly number[]> => {
  const opened = `command like '{"type":"openAccount"%'`;
  return (await query<{ shard: number }>(`select shard from journal where account = ${account} and ${opened}`)).map(
    ({ shard }) => shard,
  );
};
const stopOuts = async (): Promise<readonly number[]> =>
  (await query<{ rules: string }>('select rules from trading_rules order by shard')).map(
    ({ rules }) => (JSON.parse(rules) as { stopOutPercent: number }).stopOutPercent,
  );

/**
 * Keeps the shard without a holder, with a new setting in the database alone. Undoes its last row in the tables, which
 * opens the account: a holder that dies after its commit leaves them so, and the next one writes them.
 */
const keepLate = (account: number): Promise<unknown> =>
  query(`
    create function refuse_holder() returns trigger language plpgsql as $$
      begin raise exception 'no free sessions'; end $$;
    create trigger refuse_holder before update of holder on lease for each row
      when (new.shard = 0 and new.holder <> '') execute function refuse_holder();
    insert into site_settings (key, value) values ('stop_out_ratio', '${STOP_OUT}');
    set session_replication_role = replica;
    delete from accounts where id = ${account};
    update shard_writes set seq = seq - 1 where shard = 0`);

it.skipIf(!hasNats)('starts without the shard, and brings it in when it comes', async () => {
  const first = { ...clientOf(former.url, AGAIN), databaseUrl: installation.databaseUrl };
  const users: RealUser[] = [];
  for (let count = 0; count < 3; count += 1) users.push(await registerUser(first));
  const [late, living, hidden] = users as [RealUser, RealUser, RealUser];
  expect(await Promise.all(users.map(({ id }) => shardsOf(id)))).toEqual([[0], [2], [0]]);

  await former.stop();
  await trading.stop();
  const [last] = await query<{ account: bigint }>(
    'select account from journal where shard = 0 order by seq desc limit 1',
  );
  expect(Number(last?.account)).toBe(hidden.id);
  await keepLate(hidden.id);
  const [next] = await Promise.all([
    installation.start('next', { FAIRLOT_ROLES: 'web' }),
    installation.start('trading again', { FAIRLOT_ROLES: 'trading' }),
  ]);
  expect(await query('select holder from lease where shard = 0')).toEqual([{ holder: '' }]);
  const [patient, hasty] = [clientOf(next.url, AGAIN), clientOf(next.url)];
  const eurusd = await patient.instrument('EURUSD');
  const buy = async (client: typeof patient, { token }: Pick<RealUser, 'token'>): Promise<string> =>
    (await client.call('submit', marketOrder(eurusd), { token })).envelope.reason;
  const signIn = async ({ email, password }: RealUser): Promise<string> =>
    (await hasty.call('login', { account: email, password })).envelope.reason;
  expect(await stopOuts()).toEqual([expect.not.closeTo(STOP_OUT), STOP_OUT, STOP_OUT]);
  await vi.waitFor(async () => expect(await buy(patient, await patient.demo())).toBe('ok'), WAIT);
  expect(await buy(patient, living)).toBe('insufficient_margin');
  expect(await buy(hasty, late)).toBe('not_ready');
  expect(await signIn(hidden)).toBe('not_ready');
  expect((await hasty.raw('/readyz')).text).toContain('shard 0 of real accounts takes no commands');
  const fresh = await registerUser({ ...patient, databaseUrl: installation.databaseUrl });
  expect(await shardsOf(fresh.id)).toEqual([2]);

  await query('drop trigger refuse_holder on lease');
  await vi.waitFor(async () => expect(await buy(hasty, late)).toBe('insufficient_margin'), WAIT);
  expect(await stopOuts()).toEqual([STOP_OUT, STOP_OUT, STOP_OUT]);
  expect(await signIn(hidden)).toBe('ok');
  expect(await shardsOf(hidden.id)).toEqual([0]);
  expect((await hasty.raw('/readyz')).text).not.toContain('takes no commands');
});
