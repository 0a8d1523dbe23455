import { Kysely, Migrator, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../src/db/migrations/index.ts';
import { createTestDatabase } from './support/database.ts';

const hash = (digits: string): string => digits.repeat(32);
/** Credits of earlier versions: network, ID, and the transfer that each is kept as. */
const CREDITS: readonly (readonly [string, string, string | null])[] = [
  ['ERC20', hash('a1'), `coin ${hash('a1')}`],
  ['ERC20', `${hash('a1')}:0`, null],
  ['ERC20', `${hash('a1')}-1`, null],
  ['ETHEREUM', hash('a1'), null],
  ['ETHEREUM', `${hash('a2')}:01`, `coin ${hash('a2')}`],
  ['BTC', `${hash('b1')}:01`, `coin ${hash('b1')}:1`],
  ['BTC', `${hash('b1')}:2`, `coin ${hash('b1')}:2`],
  ['bitcoin', `${hash('b1')}:1`, null],
  ['BTC', `${hash('b2')}:1`, null],
  ['BTC', hash('b2'), `coin ${hash('b2')}`],
  ['SOL', 'SignatureOfSolana1', 'coin SignatureOfSolana1'],
  ['SOL', '', null],
];

it('an upgrade keeps one credit of each transfer, and never fails', async () => {
  const database = await createTestDatabase('empty');
  onTestFinished(() => database.drop());
  const pool = new Pool({ connectionString: database.url, max: 1 });
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
  onTestFinished(() => db.destroy());
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  expect((await migrator.migrateTo('042-sign-in-safety')).error).toBeUndefined();
  await pool.query(
    `insert into users (kind, email, password_hash, invite_code, risk_consent_at) values ('real', 'a@example.com', '', 'a', now())`,
  );
  const add = async (type: number, network: string, id: string, state: string) =>
    pool.query(
      `insert into deposits (user_id, type, amount, target_id, currency_code, protocol_code, paid_to, proof_img, transaction_id, state, key)
       select id, $1, 1, 7, 'USD', $2, '', '', $3, $4, gen_random_uuid()::text from users`,
      [type, network, id, state],
    );
  for (const [network, id] of CREDITS) await add(0, network, id, 'finished');
  await add(1, '', 'FD1:1', 'finished');
  await add(1, '', 'FD1', 'crediting');
  await add(0, 'ERC20', `${hash('c1')}:3`, 'unchecked');
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  const { rows } = await pool.query<{ credited_as: string | null; transaction_id: string }>(
    'select credited_as, transaction_id from deposits order by id',
  );
  expect(rows.map((row) => row.credited_as)).toEqual([
    ...CREDITS.map(([, , name]) => name),
    'account 7 FD1:1',
    'account 7 FD1',
    null,
  ]);
  // Reported IDs stay as they were reported.
  expect(rows.map((row) => row.transaction_id).slice(0, CREDITS.length)).toEqual(CREDITS.map(([, id]) => id));
  const credit = (name: string) => pool.query(`update deposits set credited_as = $1 where transaction_id = ''`, [name]);
  for (const name of [`coin ${hash('a1')}`, `coin ${hash('b2')}:9`, `coin ${hash('b1')}`, 'account 7 FD1'])
    await expect(credit(name)).rejects.toThrow('deposits_credited_once');
  for (const name of [`coin ${hash('b1')}:3`, `coin ${hash('a1')}0`, 'account 8 FD1', 'account 7 FD1:2'])
    await credit(name);
  expect((await migrator.migrateTo('042-sign-in-safety')).error).toBeUndefined();
});
