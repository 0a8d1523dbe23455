import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle } from '../../../tools/bundle.mjs';
import { SECRETS_KEY_FILE } from '../src/security/secrets/key-file.ts';
import { userContext } from '../src/security/secrets/sealing-context.ts';
import { Secrets } from '../src/security/secrets/secrets.ts';
import { runProgram } from './support/archived-months.ts';
import { type TestDatabase, createTestDatabase } from './support/database.ts';
import { query } from './support/real-user.ts';

const program = await bundle('apps/server/src/recover.ts');
const KEY = randomBytes(32);
let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'fairlot-lost-key-'));
  const [user] = await query<{ id: string }>(
    { databaseUrl: database.url },
    `insert into users (kind, email, password_hash, invite_code, totp_since) values ('real', 'one@example.com', 'none', 'ABCDEFGH', now()) returning id`,
  );
  const sealed = new Secrets([KEY]).seal(randomBytes(20), userContext(BigInt(user?.id ?? 0)));
  await query({ databaseUrl: database.url }, 'update users set totp_secret = $1', [sealed]);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const run = (options: readonly string[], input = '') =>
  runProgram(program, ['--lost-key', ...options], { ...database.settings, FAIRLOT_DATA_DIR: folder }, input);
const secrets = () =>
  query({ databaseUrl: database.url }, 'select id from users where totp_secret is not null').then(
    ({ length }) => length,
  );
const keyFile = () => join(folder, SECRETS_KEY_FILE);

it('deletes nothing and makes no key before the word, and says what would be lost', async () => {
  const asked = await run([], 'yes\n');
  expect(asked).toMatchObject({ code: 1, output: expect.stringContaining('Nothing was deleted.') });
  expect(asked.output).toContain(`none: ${keyFile()} is missing`);
  expect(asked.output).toContain('the authenticators of 1 users and 0 members of staff');
  expect(existsSync(keyFile())).toBe(false);
  expect(await secrets()).toBe(1);
  expect(await query({ databaseUrl: database.url }, 'select from audit_log')).toEqual([]);
});

it('keeps what the keys of the folder open, and takes the word as an option', async () => {
  await writeFile(keyFile(), `${KEY.toString('base64')}\n`);
  expect(await run(['--delete-secrets'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Deleted: the authenticators of 0 users'),
  });
  expect(await secrets()).toBe(1);
  await rm(keyFile());
  expect(await run([], 'delete secrets\n')).toMatchObject({ code: 0, output: expect.stringContaining('of 1 users') });
  expect(await secrets()).toBe(0);
  expect(existsSync(keyFile())).toBe(true);
});
