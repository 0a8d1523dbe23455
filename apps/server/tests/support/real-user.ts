import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { expect } from 'vitest';
import type { CallOptions, TestServer } from './server.ts';

/** A registered user with a real account. */
export interface RealUser {
  readonly token: string;
  readonly id: number;
  readonly email: string;
  readonly password: string;
  readonly inviteCode: string;
}

export const PASSWORD = 'a quiet harbour';

export function newEmail(): string {
  return `user-${randomBytes(8).toString('hex')}@example.com`;
}

/** A row of the outbox. */
export interface Sent {
  readonly channel: string;
  readonly recipient: string;
  readonly template: string;
  readonly language: string;
  readonly subject: string;
  readonly body: string | null;
  readonly state: string;
}

/** Sessions of `query`, by the URL of their database. One is kept for a second: to open one for each statement costs more than the statement. */
const sessions = new Map<string, Pool>();

function sessionsOf(url: string): Pool {
  const open = sessions.get(url);
  if (open !== undefined) return open;
  const pool = new Pool({ connectionString: url, max: 4, idleTimeoutMillis: 1000, allowExitOnIdle: true });
  // A test may cut every session, or drop the database.
  pool.on('error', () => undefined);
  pool.on('remove', () => {
    if (pool.totalCount === 0 && sessions.get(url) === pool) sessions.delete(url);
  });
  sessions.set(url, pool);
  return pool;
}

/** Runs an SQL statement on the server's database. */
export async function query<Row extends object>(
  server: Pick<TestServer, 'databaseUrl'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return (await sessionsOf(server.databaseUrl).query<Row>(text, [...values])).rows;
}

/** The messages to a recipient, oldest first. */
export function sentTo(server: Pick<TestServer, 'databaseUrl'>, recipient: string): Promise<Sent[]> {
  return query<Sent>(server, 'select * from outbox where recipient = $1 order by id', [recipient]);
}

/** The last code sent to a recipient. */
export async function lastCode(server: Pick<TestServer, 'databaseUrl'>, recipient: string): Promise<string> {
  const last = (await sentTo(server, recipient)).findLast(({ template }) => template.startsWith('code_'));
  return /\d{6}/.exec(last?.body ?? '')?.[0] ?? 'none';
}

/** The id of an area by its ISO code. */
export async function areaId(server: Pick<TestServer, 'call'>, code: string): Promise<number> {
  const { envelope } = await server.call('areaList');
  return envelope.data.find((area) => area.code === code)?.id ?? 0;
}

/** A complete registration form except for the code. */
export async function registrationForm(
  server: Pick<TestServer, 'call'>,
  email: string,
): Promise<Record<string, unknown>> {
  return {
    type: 'email',
    area_id: await areaId(server, 'DE'),
    account: email,
    password: PASSWORD,
    re_password: PASSWORD,
    risk_consent: 1,
  };
}

/** Registers like a user: requests a code, reads it from the outbox, submits the form. */
export async function registerUser(
  server: Pick<TestServer, 'call' | 'databaseUrl'>,
  fields: Readonly<Record<string, unknown>> = {},
  options: CallOptions = {},
): Promise<RealUser> {
  const email = typeof fields['account'] === 'string' ? fields['account'] : newEmail();
  const sent = await server.call('sendEmail', { to: email, type: 1 }, options);
  expect(sent.envelope.reason).toBe('ok');
  const form = { ...(await registrationForm(server, email)), sms_code: await lastCode(server, email), ...fields };
  const { envelope } = await server.call('register', form, options);
  expect(envelope.reason).toBe('ok');
  const { token, user } = envelope.data;
  return { token, id: user.id, email, password: PASSWORD, inviteCode: user.invite_code };
}
