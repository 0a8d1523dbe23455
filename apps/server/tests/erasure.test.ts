import { randomBytes, randomUUID } from 'node:crypto';
import { DAY_MS } from '@fairlot/domain';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tables } from '../src/db/tables/index.ts';
import { Erasure } from '../src/features/personal-data/erasure.ts';
import { TABLES_OF_THE_HOUSE } from '../src/features/personal-data/house-tables.ts';
import { PERSONAL_TABLES } from '../src/features/personal-data/inventory.ts';
import type { PersonalTable } from '../src/features/personal-data/personal-table.ts';
import { ERASED, PersonKeys } from '../src/security/secrets/person-keys.ts';
import { dropUnopenable } from '../src/security/secrets/drop-unopenable.ts';
import { sealAll } from '../src/security/secrets/seal-all.ts';
import { Secrets } from '../src/security/secrets/secrets.ts';
import { verifyAudit } from '../src/staff/audit/verify-audit.ts';
import { type Bank, fundedUser, openBank } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { uploaded } from './support/pictures.ts';
import { type RealUser, query, registerUser } from './support/real-user.ts';
import { SECRETS_KEY } from './support/server.ts';

interface Words {
  readonly name: string;
  /** Long enough that no secret or sealed text holds it by chance. */
  readonly card: string;
  readonly chat: string;
  readonly reason: string;
}

const THEODORA: Words = {
  name: 'Theodora Quillfeather',
  card: 'QUILLFEATHER-4711',
  chat: 'my cat is called Bartholomew',
  reason: 'Quillfeather phoned about a stolen wallet',
};
const AMBROSE: Words = {
  name: 'Ambrose Nightingale',
  card: 'NIGHTINGALE-0815',
  chat: 'I moved to Elmstead',
  reason: 'Nightingale lost a card',
};

let bank: Bank;
let pool: Pool;
let db: Kysely<Tables>;
let compliance: Colleague;
let support: Colleague;
let erasure: Erasure;

beforeAll(async () => {
  bank = await openBank();
  compliance = await bank.office.hire('comp.one', ['compliance']);
  support = await bank.office.hire('sup.one', ['support']);
  pool = new Pool({ connectionString: bank.server.databaseUrl });
  db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  erasure = new Erasure({
    db,
    keys: new PersonKeys(db, new Secrets([Buffer.from(SECRETS_KEY, 'base64')]), () => bank.clock.time),
    sessions: { endAllWith: (_user, work) => work() },
    clock: () => bank.clock.time,
    recordYears: 5,
  });
});
afterAll(async () => {
  await db.destroy();
  await bank.server.stop();
});

/** The text of all tables, like a database dump. */
async function dump(): Promise<string> {
  const tables = await query<{ name: string }>(
    bank.server,
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select '${name} ' || row_to_json(t)::text as row from "${name}" t`,
    );
    for (const { row } of rows) texts.push(row);
  }
  return texts.join('\n');
}

const auditOf = async (user: number) =>
  (await compliance.call('auditList', { user_id: user })).envelope.data.list.map(({ action, input }) => ({
    action,
    input,
  }));

/** A user who used most of the platform, about whom staff wrote and searched. */
async function knownUser({ name, card, chat, reason }: Words): Promise<RealUser> {
  const { server } = bank;
  const user = await fundedUser(bank, '500');
  const as = { token: user.token };
  const say = async (call: Parameters<typeof server.call>[0], input: Record<string, unknown>) =>
    expect((await server.call(call, input, { ...as, key: randomUUID() })).envelope.reason).toBe('ok');
  const [front, reverse] = [await uploaded(server, user.token, 2), await uploaded(server, user.token, 3)];
  await say('submitIdentity', { name, card_id: card, front_pic: front, reverse_pic: reverse });
  await say('supportSend', { text: chat });
  await say('workspaceSave', { section: 'favourites', value: '["Bartholomew"]', changed_at: bank.clock.time });
  const queue = await compliance.call('identityQueue', { user_id: user.id });
  const identity = queue.envelope.data.list[0]?.id ?? 0;
  expect((await compliance.call('approveIdentity', { id: identity, country: 'DE' })).envelope.reason).toBe('ok');
  for (const call of ['officeFreezeUser', 'officeUnfreezeUser'] as const)
    expect((await compliance.call(call, { user_id: user.id, reason })).envelope.reason).toBe('ok');
  expect((await compliance.call('officeAddNote', { user_id: user.id, text: reason })).envelope.reason).toBe('ok');
  const task = { user_id: user.id, text: reason, assignee: 'support', due_on: '2030-01-01' };
  expect((await support.call('officeAddTask', task)).envelope.reason).toBe('ok');
  expect((await support.call('officeSendMessage', { user_id: user.id, text: reason })).envelope.reason).toBe('ok');
  const link = { user_id: user.id, other_id: (await registerUser(server)).id, reason };
  expect((await compliance.call('officeLinkUsers', link)).envelope.reason).toBe('ok');
  expect((await support.call('supportAnswer', { user_id: user.id, text: `Dear ${name}` })).envelope.reason).toBe('ok');
  expect((await support.call('officeUsers', { q: user.email.toUpperCase() })).envelope.data.total).toBe(1);
  return user;
}

const phases = async (action: string) =>
  (
    await query<{ phase: string }>(bank.server, 'select phase from audit_log where action = $1 order by id limit 2', [
      action,
    ])
  ).map(({ phase }) => phase);

const INVENTORY = 'features/personal-data/inventory.ts or money-tables.ts';

/** The columns of all tables of this schema. */
async function columnsByTable(): Promise<ReadonlyMap<string, readonly string[]>> {
  const columns = await query<{ table: string; name: string }>(
    bank.server,
    `select c.table_name as table, column_name as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and c.table_name not like 'kysely_%'
       and not (select relispartition from pg_class where oid = c.table_name::text::regclass) order by 1, 2`,
  );
  const tables = new Map<string, string[]>();
  for (const { table, name } of columns) tables.set(table, [...(tables.get(table) ?? []), name]);
  return tables;
}

const missingTable = (table: string, columns: readonly string[]): string =>
  `${table} (${columns.join(', ')}): if rows are about a user, add to PERSONAL_TABLES in ${INVENTORY}: ` +
  `{ table: '${table}', ...user, exported: ['created_at', …], withheld: { [STAFF]: ['decided_by'], … }, end: 'deleted' }, ` +
  'with each column but the one of the user in exported or withheld; otherwise add its name to TABLES_OF_THE_HOUSE';

function namesColumn({ by, exported, withheld }: PersonalTable, column: string): boolean {
  if (typeof exported === 'string' || by === column) return true;
  return (
    exported.some((one) => (typeof one === 'string' ? one : one[0]) === column) ||
    Object.values(withheld ?? {}).some((columns) => columns.includes(column))
  );
}

describe('the audit log', () => {
  it('keeps texts about a user sealed, and shows them to staff', async () => {
    const user = await knownUser(THEODORA);
    const stored = (await query<{ text: string }>(bank.server, 'select row_to_json(a)::text as text from audit_log a'))
      .map(({ text }) => text)
      .join('\n');
    for (const word of [THEODORA.name, THEODORA.reason, user.email, user.email.toUpperCase(), 'Quillfeather'])
      expect(stored).not.toContain(word);
    const entries = await auditOf(user.id);
    expect(entries).toContainEqual({
      action: 'users/freeze',
      input: JSON.stringify({ user_id: user.id, reason: THEODORA.reason }),
    });
    // A search that found one user is an entry of this user.
    expect(entries.find(({ action }) => action === 'users/list')?.input).toContain(user.email.toUpperCase());
    // Entries that concern the house stay readable for good.
    expect(stored).toContain('Name your account number');
  });

  it('keeps texts of known users, and after a year none of unknown ones', async () => {
    const user = await registerUser(bank.server);
    const keys = new PersonKeys(db, new Secrets([Buffer.from(SECRETS_KEY, 'base64')]), () => bank.clock.time);
    const [known, unknown] = [await keys.sealAlone('of a user'), await keys.sealAlone('of nobody known')];
    await keys.tie(known.key, user.id);
    const texts = () => keys.open([known.sealed, unknown.sealed]);
    const year = 365 * DAY_MS;
    await keys.dropTextsBefore(new Date(bank.clock.time + 2 * DAY_MS - year), 1000);
    expect(await texts()).toEqual(['of a user', 'of nobody known']);
    expect(await keys.dropTextsBefore(new Date(bank.clock.time + DAY_MS), 1000)).toBeGreaterThan(0);
    expect(await texts()).toEqual(['of a user', ERASED]);
  });

  it('has an entry before a password is set by a link, and before a sign-in', async () => {
    expect(await phases('staff/set_up')).toEqual(['asked', 'answered']);
    expect(await phases('staff/sign_in')).toEqual(['asked', 'answered']);
  });
});

describe('reads of personal data', () => {
  it('leave an entry each: lists of deposits, withdrawals, chats, ranking names and the audit log too', async () => {
    const { one } = bank;
    for (const [who, call, action] of [
      [one, 'staffDeposits', 'deposits/list'],
      [one, 'staffWithdrawals', 'withdrawals/list'],
      [support, 'staffConversations', 'support/list'],
      [compliance, 'rankingNames', 'ranking/names'],
      [compliance, 'auditList', 'audit/list'],
    ] as const) {
      expect((await who.call(call)).envelope.reason).toBe('ok');
      expect((await compliance.call('auditList', { action })).envelope.data.list[0]).toMatchObject({
        staff_name: who.name,
        outcome: 'ok',
      });
    }
  });

  it('as a file of all users are for compliance and administrators', async () => {
    expect((await support.call('officeUsers', { format: 'csv' })).envelope.reason).toBe('staff_role_required');
    const file = await bank.server.raw('/office/api/users/list?format=csv', { headers: { cookie: compliance.cookie } });
    expect([file.status, file.text.split('\r\n')[0]]).toEqual([200, expect.stringContaining('email')]);
  });
});

describe('the erasure of a user', () => {
  it('waits for the years of the law, then leaves figures, and the chain whole', async () => {
    const user = await knownUser(AMBROSE);
    const [{ closed_at: closedAt }] = (await query<{ closed_at: Date }>(
      bank.server,
      'update users set closing_at = $2, closed_at = $2 where id = $1 returning closed_at',
      [user.id, new Date(bank.clock.time - 5 * 365 * DAY_MS)],
    )) as [{ closed_at: Date }];
    expect(await erasure.erase(user.id)).toBe(false);
    expect(await dump()).toContain(user.email);
    await query(bank.server, 'update users set closed_at = $2 where id = $1', [
      user.id,
      new Date(closedAt.getTime() - 2 * DAY_MS),
    ]);
    expect(await erasure.due(0, 10)).toEqual([user.id]);
    const money = await query(bank.server, 'select id, amount, time from transfers where account = $1', [user.id]);
    expect(await erasure.erase(user.id)).toBe(true);
    expect(await erasure.erase(user.id)).toBe(false);

    const left = await dump();
    for (const word of [user.email, ...Object.values(AMBROSE), 'Nightingale', user.inviteCode])
      expect(left.split('\n').filter((line) => line.includes(word))).toEqual([]);
    expect(
      left.split('\n').filter((line) => line.startsWith('images') && line.includes(`"owner_id":${user.id},`)),
    ).toEqual([]);
    expect(await query(bank.server, 'select id, amount, time from transfers where account = $1', [user.id])).toEqual(
      money,
    );
    expect(money.length).toBeGreaterThan(0);
    expect(await query(bank.server, 'select amount::text from deposits where user_id = $1', [user.id])).toEqual([
      { amount: '500000000' },
    ]);

    const { count, entries } = await verifyAudit(pool);
    expect({ count, entries: entries > 0 }).toEqual({ count: 0, entries: true });
    const freeze = (await auditOf(user.id)).filter(({ action }) => action === 'users/freeze');
    expect(freeze).toEqual([{ action: 'users/freeze', input: ERASED }]);
  });

  it('writes nothing more about an erased user in readable form', async () => {
    const [erased] = await query<{ id: string }>(bank.server, 'select id from users where erased_at is not null');
    const id = Number(erased?.id);
    await compliance.call('officeFreezeUser', { user_id: id, reason: 'Theodora came back' });
    expect(await dump()).not.toContain('came back"}');
    expect((await auditOf(id)).find(({ action }) => action === 'users/freeze')?.input).toBe(ERASED);
  });

  it('is the only way to delete a note', async () => {
    await expect(query(bank.server, 'delete from user_notes')).rejects.toThrow('append-only');
  });

  it('comes at once where there was neither money nor an identity, and 30 days after the retirement of a demo user', async () => {
    const user = await registerUser(bank.server);
    const demo = await bank.server.demo();
    const at = new Date(bank.clock.time);
    await query(bank.server, 'update users set closing_at = $2, closed_at = $2 where id = $1', [user.id, at]);
    await query(bank.server, 'update users set retired_at = $2 where id = $1', [demo.id, at]);
    expect(await erasure.due(0, 10)).toEqual([user.id]);
    expect(await erasure.erase(user.id)).toBe(true);
    bank.clock.time += 31 * DAY_MS;
    expect(await erasure.due(0, 10)).toEqual([demo.id]);
    expect(await erasure.erase(demo.id)).toBe(true);
  });
});

describe('the list of personal data', () => {
  it('names every table and column of the database', async () => {
    const tables = await columnsByTable();
    const missing = [...tables].flatMap(([table, columns]) => {
      if (table in TABLES_OF_THE_HOUSE) return [];
      const listed = PERSONAL_TABLES.find((one) => one.table === table);
      if (listed === undefined) return [missingTable(table, columns)];
      return columns
        .filter((column) => !namesColumn(listed, column))
        .map((column) => `${table}.${column}: add it to exported or withheld of this table in ${INVENTORY}`);
    });
    const gone = [...PERSONAL_TABLES.map(({ table }) => table), ...Object.keys(TABLES_OF_THE_HOUSE)]
      .filter((table) => !tables.has(table))
      .map((table) => `${table}: there is no such table, remove it from ${INVENTORY}`);
    expect([...missing, ...gone]).toEqual([]);
  });

  it('has every table that refers to users, images and sessions', async () => {
    const references = await query<{ table: string }>(
      bank.server,
      `select distinct conrelid::regclass::text as table from pg_constraint
       where contype = 'f' and confrelid in ('users'::regclass, 'images'::regclass, 'sessions'::regclass)`,
    );
    const known = new Set([...PERSONAL_TABLES.map(({ table }) => table), 'ranking_samples']);
    const missing = references.filter(({ table }) => !known.has(table));
    expect(missing.map(({ table }) => `${table}: its rows are about users, so it belongs to PERSONAL_TABLES`)).toEqual(
      [],
    );
  });
});

describe('a new key of secrets', () => {
  it('seals the keys of persons and texts again, so that the former key can go', async () => {
    const user = await registerUser(bank.server);
    const [former, newer] = [Buffer.from(SECRETS_KEY, 'base64'), randomBytes(32)];
    const keysWith = (...keys: Buffer[]) => new PersonKeys(db, new Secrets(keys), () => bank.clock.time);
    const sealed = [
      await keysWith(former).seal(user.id, 'of a person'),
      (await keysWith(former).sealAlone('alone')).sealed,
    ];
    await sealAll(db, new Secrets([newer, former]));
    expect(await keysWith(newer).open([...sealed.map(String), 'plain'])).toEqual(['of a person', 'alone', 'plain']);
    await dropUnopenable(db, new Secrets([former]));
    expect(await keysWith(former).open(sealed.map(String))).toEqual([ERASED, ERASED]);
    expect(await keysWith(former).seal(user.id, 'later')).toMatch(/^sealed:person:/);
  });
});
