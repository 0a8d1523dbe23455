import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, Migrator, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { startServer } from '../src/composition/server.ts';
import { readConfig } from '../src/config.ts';
import { migrations } from '../src/db/migrations/index.ts';
import { createLog } from '../src/platform/log.ts';
import { Passwords } from '../src/security/passwords.ts';
import { dropUnopenable } from '../src/security/secrets/drop-unopenable.ts';
import { keysOfFolder } from '../src/security/secrets/key-file.ts';
import { sealAll } from '../src/security/secrets/seal-all.ts';
import { recoveryContext, userContext } from '../src/security/secrets/sealing-context.ts';
import { Secrets } from '../src/security/secrets/secrets.ts';
import { totpCode, totpSecretText, totpStep } from '../src/security/totp.ts';
import { createTestDatabase } from './support/database.ts';
import { openTestOffice } from './support/office.ts';
import { uploaded } from './support/pictures.ts';
import { PASSWORD, query, registerUser } from './support/real-user.ts';
import { LONGEST_PAST_MS, type TestServer, clientOf, startTestServer } from './support/server.ts';

const CARD = 'C01 X00-T478';
const newKey = (): string => randomBytes(32).toString('base64');

/** The text of all tables, like a database dump. */
async function dump(server: Pick<TestServer, 'databaseUrl'>): Promise<string> {
  const tables = await query<{ name: string }>(
    server,
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const texts: string[] = [];
  // One after another: each query opens a session, and PostgreSQL has a hundred.
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(server, `select row_to_json(t)::text as row from "${name}" t`);
    texts.push(rows.map(({ row }) => row).join('\n'));
  }
  return texts.join('\n');
}

function waysToWrite(secret: Buffer): readonly string[] {
  return [totpSecretText(secret), ...(['hex', 'base64', 'base64url'] as const).map((form) => secret.toString(form))];
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/**
 * Creates a database in the former schema: a user's authenticator, an unconfirmed one of a staff member, and two users
 * with the same document.
 */
async function formerDatabase(url: string): Promise<{ readonly secret: Buffer; readonly pending: Buffer }> {
  const pool = new Pool({ connectionString: url });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
  }).migrateTo('013-alerts');
  if (error !== undefined) throw new Error('could not create the former schema', { cause: error });
  const [secret, pending, hash] = [randomBytes(20), randomBytes(20), await new Passwords().hash(PASSWORD)];
  const user = async (email: string, totp: Buffer | null): Promise<number> =>
    Number(
      (
        await pool.query<{ id: string }>(
          `insert into users (kind, email, password_hash, invite_code, risk_consent_at, totp_secret, totp_since) values ('real', $1, $2, $3, now(), $4, case when $4::bytea is null then null else now() end) returning id`,
          [email, hash, randomBytes(4).toString('hex'), totp],
        )
      ).rows[0]?.id,
    );
  for (const [email, totp, card] of [
    ['one@example.com', secret, CARD],
    ['two@example.com', null, 'c01x00t478'],
  ] as const) {
    const id = await user(email, totp);
    for (const image of ['front', 'reverse']) {
      await pool.query(
        `insert into images (id, owner_id, content, bytes, width, height, used_for, upload_key, upload_hash) values ($1, $2, '', 0, 1, 1, 'identity', $3, '')`,
        [`${image} of ${id}`, id, image],
      );
    }
    await pool.query(
      `insert into identity_submissions (user_id, name, card_id, card_key, front_image, reverse_image, key) values ($1, 'Ana Example', $2, 'C01X00T478', $3, $4, 'a key')`,
      [id, card, `front of ${id}`, `reverse of ${id}`],
    );
  }
  await pool.query(
    `insert into staff (name, roles, password_hash, totp_pending) values ('vera', '{compliance}', $1, $2)`,
    [hash, pending],
  );
  await db.destroy();
  return { secret, pending };
}

async function start(databaseUrl: string, key: string): Promise<TestServer> {
  const result = readConfig({ PORT: '0', HOST: '127.0.0.1', DATABASE_URL: databaseUrl, FAIRLOT_SECRETS_KEY: key });
  if (!result.ok) throw new Error(result.problems.join('\n'));
  const running = await startServer(result.config, createLog('silent'), { longestPastMs: LONGEST_PAST_MS });
  return { ...clientOf(running.url), databaseUrl, stop: () => running.stop() };
}

describe('a dump of the database', () => {
  it('contains neither secrets of authenticators nor document numbers', async () => {
    const clock = { time: Date.now() };
    const server = await startTestServer({}, () => clock.time);
    const office = await openTestOffice(server, clock);
    const [user, beginner] = [await registerUser(server), await registerUser(server)];
    const secretOf = async (token: string): Promise<Buffer> =>
      fromBase32((await server.call('totpBegin', { password: PASSWORD }, { token })).envelope.data.secret);
    const [secret, begun] = [await secretOf(user.token), await secretOf(beginner.token)];
    expect(
      (await server.call('totpConfirm', { code: totpCode(secret, totpStep(clock.time)) }, { token: user.token }))
        .envelope.reason,
    ).toBe('ok');
    const pictures = {
      front_pic: await uploaded(server, user.token, 2),
      reverse_pic: await uploaded(server, user.token, 3),
    };
    expect(
      (await server.call('submitIdentity', { name: 'Ana Example', card_id: CARD, ...pictures }, { token: user.token }))
        .envelope.reason,
    ).toBe('ok');
    const told = await dump(server);
    expect(told).toContain(user.email);
    const hidden = [
      ...[secret, begun, office.administrator.secret].flatMap(waysToWrite),
      CARD,
      'C01X00T478',
      Buffer.from(CARD).toString('hex'),
      Buffer.from('C01X00T478').toString('hex'),
    ];
    expect(hidden.filter((text) => told.includes(text))).toEqual([]);
    await server.stop();
  });
});

const cards = (server: Pick<TestServer, 'databaseUrl'>) =>
  query<{ card_id: string | null; same: number }>(
    server,
    'select card_id, count(*) over (partition by card_key)::integer as same from identity_submissions',
  );
const rows = (server: Pick<TestServer, 'databaseUrl'>) =>
  query(
    server,
    `
  select 'user' as of, id, encode(totp_secret, 'hex') as sealed from users union all select 'staff', id, encode(totp_pending, 'hex') from staff
  union all select card_key, id, encode(card_sealed, 'hex') from identity_submissions order by 1, 2`,
  );

const databaseKey = (text: string): Buffer => Buffer.from(text, 'base64');

describe('secrets of an earlier version or another key', () => {
  it('are encrypted at the start and keep working; with a lost key the server refuses to start and changes nothing', async () => {
    const database = await createTestDatabase('empty');
    const { secret, pending } = await formerDatabase(database.url);
    const [first, second, newest] = [newKey(), newKey(), newKey()];
    const server = await start(database.url, first);
    const login = (account: string, totp: string) => server.call('login', { account, password: PASSWORD, totp });
    expect((await login('one@example.com', '')).envelope.reason).toBe('totp_required');
    expect((await login('one@example.com', totpCode(secret, totpStep(Date.now())))).envelope.reason).toBe('ok');
    const { token } = (await login('two@example.com', '')).envelope.data;
    expect((await server.call('identityCenter', {}, { token })).envelope.data).toMatchObject({ card_id: '••••••t478' });
    expect(await cards(server)).toEqual([
      { card_id: null, same: 2 },
      { card_id: null, same: 2 },
    ]);
    const told = await dump(server);
    expect(
      [...waysToWrite(secret), ...waysToWrite(pending), CARD, 'C01X00T478', 'c01x00t478'].filter((text) =>
        told.includes(text),
      ),
    ).toEqual([]);
    await server.stop();

    const opened = await database.open();
    const { kysely } = opened;
    const sealWith = (...keys: readonly string[]): Promise<number> =>
      sealAll(kysely, new Secrets(keys.map(databaseKey)));
    const secretWith = async (key: string): Promise<Buffer> => {
      const row = await kysely
        .selectFrom('users')
        .select(['id', 'totp_secret'])
        .where('email', '=', 'one@example.com')
        .executeTakeFirstOrThrow();
      return new Secrets([databaseKey(key)]).open(row.totp_secret ?? Buffer.alloc(0), userContext(row.id));
    };
    const where = { databaseUrl: database.url };
    // A recovery code of an earlier version.
    const plain = randomBytes(32);
    await query(
      where,
      'insert into totp_recovery_codes (user_id, code_hash) select id, $1 from users where totp_secret is not null',
      [plain],
    );
    expect(await sealWith(second, first)).toBe(5);
    const [code] = await kysely.selectFrom('totp_recovery_codes').selectAll().execute();
    expect(code?.code_hash.includes(plain)).toBe(false);
    expect(
      new Secrets([databaseKey(second)]).open(code?.code_hash ?? Buffer.alloc(0), recoveryContext(code?.user_id ?? 0n)),
    ).toEqual(plain);
    const kept = await rows(where);
    // Secrets encrypted with the current key stay as they are, and another key changes nothing.
    expect(await sealWith(second)).toBe(0);
    expect(await secretWith(second)).toEqual(secret);
    await expect(sealWith(first)).rejects.toThrow(/sealed with the key [0-9a-f]{16}, which is missing/);
    await expect(sealWith(newest, first)).rejects.toThrow(/which is missing/);
    expect(await rows(where)).toEqual(kept);
    expect(await cards(where)).toEqual([
      { card_id: null, same: 2 },
      { card_id: null, same: 2 },
    ]);

    expect(await dropUnopenable(kysely, new Secrets([databaseKey(newest)]))).toEqual({
      users: 1,
      staff: 1,
      cards: 2,
      keys: 0,
    });
    expect(await sealWith(newest)).toBe(2);
    expect(await cards(where)).toEqual([
      { card_id: null, same: 1 },
      { card_id: null, same: 1 },
    ]);
    expect(
      (await kysely.selectFrom('users').select('totp_since').where('totp_secret', 'is', null).execute()).map(
        (row) => row.totp_since,
      ),
    ).toEqual([null, null]);
    await opened.close();
    await database.drop();
  });

  it('can be decrypted for their owner only, and only unchanged', () => {
    const secrets = new Secrets([databaseKey(newKey())]);
    const sealed = secrets.seal(Buffer.from('a secret'), userContext(1));
    expect(secrets.open(sealed, userContext(1)).toString()).toBe('a secret');
    expect(() => secrets.open(sealed, userContext(2))).toThrow(/unable to authenticate/);
    for (let at = 0; at < sealed.length; at += 1) {
      const bent = Buffer.from(sealed);
      bent[at] = (bent[at] ?? 0) ^ 1;
      expect(() => secrets.open(bent, userContext(1))).toThrow(/unable to authenticate|is not sealed|which is missing/);
    }
  });
});

describe('a start that is refused because the key is missing', () => {
  it('leaves no new key in the data folder, and a fresh folder gets its keys', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairlot-keyless-'));
    const database = await createTestDatabase('empty');
    const attempt = async () => {
      const result = readConfig({ PORT: '0', HOST: '127.0.0.1', DATABASE_URL: database.url, FAIRLOT_DATA_DIR: folder });
      if (!result.ok) throw new Error(result.problems.join('\n'));
      return startServer(result.config, createLog('silent'), { longestPastMs: LONGEST_PAST_MS });
    };
    await (await attempt()).stop();
    const keys = ['checkpoint.key', 'secrets.key'];
    const keysOf = async () => (await readdir(folder)).filter((name) => name.endsWith('.key')).sort();
    expect(await keysOf()).toEqual(keys);
    const secrets = new Secrets(await keysOfFolder(folder));
    await query(
      { databaseUrl: database.url },
      `insert into staff (name, roles, password_hash, totp_pending) values ('vera', '{compliance}', 'x', $1)`,
      [secrets.seal(randomBytes(20), 'staff 1')],
    );
    // The folder of a backup, without the keys that are kept elsewhere.
    for (const name of keys) await rm(join(folder, name));
    await expect(attempt()).rejects.toThrow(/sealed with the key [0-9a-f]{16}, which is missing/);
    expect(await keysOf()).toEqual([]);
    await database.drop();
    await rm(folder, { recursive: true });
  });
});

describe('a start that is refused because a key file is damaged', () => {
  it('leaves no new key in the data folder or the database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairlot-damaged-'));
    const database = await createTestDatabase('empty');
    const result = readConfig({ PORT: '0', HOST: '127.0.0.1', DATABASE_URL: database.url, FAIRLOT_DATA_DIR: folder });
    if (!result.ok) throw new Error(result.problems.join('\n'));
    await writeFile(join(folder, 'checkpoint.key'), 'half a k');
    await expect(startServer(result.config, createLog('silent'))).rejects.toThrow(/must contain keys/);
    expect(await readdir(folder)).toEqual(['checkpoint.key']);
    expect(await query({ databaseUrl: database.url }, 'select from push_keys')).toEqual([]);
    await database.drop();
    await rm(folder, { recursive: true });
  });
});

describe('the key of the data folder', () => {
  it('is created once, even by concurrent starts, and readable by its owner only', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairlot-key-'));
    const made = await Promise.all([keysOfFolder(folder), keysOfFolder(folder), keysOfFolder(folder)]);
    expect(new Set(made.map(([key]) => key?.toString('hex'))).size).toBe(1);
    expect(await keysOfFolder(folder)).toEqual(made[0]);
    const path = join(folder, 'secrets.key');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await writeFile(path, `${newKey()}\n${await readFile(path, 'utf8')}`);
    expect((await keysOfFolder(folder))[1]).toEqual(made[0]?.[0]);
    await writeFile(path, 'half a k');
    await expect(keysOfFolder(folder)).rejects.toThrow(/must contain keys/);
    await rm(folder, { recursive: true });
  });
});
