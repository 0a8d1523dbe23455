import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { bundle } from '../../../tools/bundle.mjs';
import { loginUrl } from '../../../tools/src/testing/postgres.ts';
import { openDatabase } from '../src/db/database.ts';
import { APPEND_ONLY, NEVER_DELETED } from '../src/db/roles/rights.ts';
import { type TestDatabase, createTestDatabase, silentLog } from './support/database.ts';
import { type TestOffice, openTestOffice } from './support/office.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
const CHECK_VIOLATION = '23514';

const clock = { time: Date.now() };
let server: RestartableServer;
let office: TestOffice;
let session: Client;
/** Of the server's own role: an attacker's who got into the server's sessions. */
let workingUrl: string;

beforeAll(async () => {
  server = await startTestServer({}, () => clock.time);
  office = await openTestOffice(server, clock);
  workingUrl = loginUrl(server.databaseUrl, inject('databaseLogin'));
  session = new Client({ connectionString: workingUrl });
  await session.connect();
});
afterAll(async () => {
  await session.end();
  await server.stop();
});

const attempt = (sql: string): Promise<string | undefined> =>
  session.query(sql).then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code,
  );
const health = async () => (await office.administrator.call('officeHealth')).envelope.data;
const warnings = async () => (JSON.parse((await server.raw('/readyz')).text) as { warnings?: string[] }).warnings ?? [];

/** Tables on which a trigger refuses changes. */
async function guardedTables(): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger where tgfoid = 'refuse_change'::regproc`,
  );
  return rows.map(({ name }) => name);
}

/** The partitions of the journal and the transfers. */
async function partitionNames(): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    'select relname::text as name from pg_class where relispartition and relkind = $1',
    ['r'],
  );
  return rows.map(({ name }) => name);
}

async function asOwner(sql: string): Promise<void> {
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** A role with some rights, for a server to work with. */
async function makeRole(attributes: string): Promise<{ readonly name: string; readonly url: string }> {
  const name = `fairlot_test_${randomBytes(8).toString('hex')}`;
  await asOwner(`create role ${name} login password 'secret' ${attributes}`);
  return { name, url: loginUrl(server.databaseUrl, `${name}:secret`) };
}

describe('the role that the server works with', () => {
  it('reads and adds rows of the append-only tables, and PostgreSQL refuses it every change of them', async () => {
    await server.demo();
    const guarded = await guardedTables();
    expect(guarded).toEqual(expect.arrayContaining(['audit_log', 'instrument_changes', 'site_setting_changes']));
    const parts = await partitionNames();
    expect(parts.length).toBeGreaterThan(5);
    for (const table of new Set([...APPEND_ONLY, ...guarded, ...parts])) {
      const { fields } = await session.query(`select * from ${table.replace(/_(first|rest|\d+)$/, '')} limit 1`);
      const column = fields.find(({ name }) => !['id', 'image'].includes(name))?.name ?? '';
      const attacks = [
        `update ${table} set ${column} = ${column}`,
        `delete from ${table}`,
        `truncate ${table}`,
        `drop table ${table}`,
        `alter table ${table} disable trigger user`,
        `alter table ${table} add column more text`,
        `create trigger more before insert on ${table} for each row execute function refuse_change()`,
        `create rule more as on insert to ${table} do instead nothing`,
      ];
      // PostgreSQL only warns that this grants nothing, or refuses it where the role has no right at all.
      await attempt(`grant update on ${table} to current_user`);
      const outcomes: (string | undefined)[] = [];
      for (const attack of attacks) outcomes.push(await attempt(attack));
      expect({ table, outcomes }).toEqual({ table, outcomes: attacks.map(() => INSUFFICIENT_PRIVILEGE) });
    }
    await expect(session.query('select count(*) from journal')).resolves.toMatchObject({ rowCount: 1 });
  });

  it('can’t drop the triggers of the audit log or switch them off by other ways', async () => {
    const attacks = [
      'drop trigger audit_log_append_only on audit_log',
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return old; end $$',
      'drop function refuse_change() cascade',
      'drop schema public cascade',
      'alter role current_user superuser',
      `set session_replication_role = 'replica'`,
      `set role ${new Client({ connectionString: server.databaseUrl }).user ?? ''}`,
      `copy journal from program 'echo 1'`,
    ];
    for (const attack of attacks) expect([attack, await attempt(attack)]).toEqual([attack, INSUFFICIENT_PRIVILEGE]);
  });

  it('deletes no account, order, person or decision, and is not allowed to migrate', async () => {
    for (const table of NEVER_DELETED)
      expect([table, await attempt(`delete from ${table}`)]).toEqual([table, INSUFFICIENT_PRIVILEGE]);
    expect(await attempt('create table own (n integer)')).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await attempt('delete from kysely_migration')).toBe(INSUFFICIENT_PRIVILEGE);
  });

  it('can’t store a decision of two that one account made', async () => {
    const { id: user } = await server.demo();
    const [author, other] = [office.administrator.id, (await office.hire('other', ['administrator'])).id];
    const inserts = {
      adjustments: (by: number) =>
        `(user_id, amount, memo, state, key, author_id, approver_id) values (${user}, 1, '', 'done', 'own', ${author}, ${by})`,
      staff_proposals: (by: number) =>
        `(kind, before, after, base_version, state, author_id, approver_id, created_at, alone)
          values ('site_settings', '{}', '{}', 0, 'approved', ${author}, ${by}, now(), false)`,
      deposits: (by: number) =>
        `(user_id, type, amount, target_id, currency_code, protocol_code, paid_to, proof_img, state, key, approved_by, decided_by)
          values (${user}, 0, 1, 1, 'USDT', 'ERC20', '', '', 'crediting', 'own', ${author}, ${by})`,
      factor_resets: (by: number) =>
        `(user_id, asked_at, address, agent, told_at, checked_by, approved_by)
          values (${user}, now(), '', '', now(), ${author}, ${by})`,
    };
    for (const [table, values] of Object.entries(inserts)) {
      const outcomes: (string | undefined)[] = [];
      for (const by of [author, other]) {
        await session.query('begin');
        outcomes.push(await attempt(`insert into ${table} ${values(by)}`));
        await session.query('rollback');
      }
      expect([table, ...outcomes]).toEqual([table, CHECK_VIOLATION, 'done']);
    }
  });

  it('has exactly the lists’ rights on tables that exist', async () => {
    const { rows } = await session.query<{ name: string }>(
      `select relname::text as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    );
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([...APPEND_ONLY, ...NEVER_DELETED]));
  });

  it('loses at the next start what somebody gave it', async () => {
    const role = inject('databaseLogin').split(':')[0] ?? '';
    await asOwner(`grant update, delete on audit_log to ${role}; grant update (memo) on transfers to ${role}`);
    await server.restart();
    expect(await attempt('update transfers set memo = memo')).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await attempt('delete from audit_log')).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await attempt('update checkpoints set image = null')).toBe('done');
  });

  it('may use a table of a later version, and not change it if a trigger refuses that', async () => {
    await asOwner(`create table later (n serial, note text); create table later_guarded (n integer);
      create trigger later_append_only before update or delete on later_guarded for each row execute function refuse_change()`);
    await server.restart();
    expect(await attempt(`insert into later (note) values ('a'); update later set note = 'b'; delete from later`)).toBe(
      'done',
    );
    expect(await attempt('insert into later_guarded values (1)')).toBe('done');
    for (const change of ['update later_guarded set n = 2', 'delete from later_guarded', 'truncate later_guarded'])
      expect([change, await attempt(change)]).toEqual([change, INSUFFICIENT_PRIVILEGE]);
    await asOwner('drop table later, later_guarded');
  });

  it('is shown as parted in the office and by the probe', async () => {
    expect((await health()).database_roles_parted).toBe(true);
    expect(await warnings()).toEqual([]);
  });
});

describe('a server whose role could change the journal', () => {
  it.each([
    ['superuser', '', 'is a superuser'],
    ['createrole', '', 'may change roles'],
    ['', 'grant pg_write_all_data to', 'archived_stop_outs, audit_log, '],
    ['', 'grant pg_write_server_files to', 'may write files'],
  ])('does not start with an owner beside it: %s %s', async (attributes, grant, reason) => {
    const role = await makeRole(attributes);
    if (grant !== '') await asOwner(`${grant} ${role.name}`);
    await expect(server.restart({ DATABASE_URL: role.url })).rejects.toThrow(reason);
    await server.restart();
    await asOwner(`drop owned by ${role.name}; drop role ${role.name}`);
  });

  it('does not start when both URLs name the owner', async () => {
    await expect(server.restart({ DATABASE_URL: server.databaseUrl })).rejects.toThrow('is a superuser');
    await server.restart();
  });

  it('starts with one URL as before, and says so in the office and to the probe', async () => {
    await server.restart({ DATABASE_URL: server.databaseUrl, FAIRLOT_DATABASE_OWNER_URL: '' });
    expect((await health()).database_roles_parted).toBe(false);
    expect((await warnings()).join()).toContain('may change the journal and the audit log');
    await server.restart({ FAIRLOT_DATABASE_OWNER_URL: '' });
    expect((await health()).database_roles_parted).toBe(true);
  });
});

describe('npm run migrate', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase('empty');
  });
  afterAll(() => database.drop());

  it('prepares a database for a server that knows no owner', async () => {
    const url = database.settings.DATABASE_URL;
    const open = () => openDatabase({ dataFolder: '', databaseUrl: url, log: silentLog });
    await expect(open()).rejects.toThrow('FAIRLOT_DATABASE_OWNER_URL');
    const program = await bundle('apps/server/src/migrate.ts');
    const child = spawn(process.execPath, [program], { env: { ...process.env, ...database.settings }, stdio: 'pipe' });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('roles are parted') });
    const opened = await open();
    expect(opened.rolesParted).toBe(true);
    await opened.close();
  });
});
