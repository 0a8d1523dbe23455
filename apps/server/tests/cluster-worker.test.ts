import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { RunningServer } from '../src/composition/server.ts';
import { withClient } from '../src/db/client.ts';
import { staffContext } from '../src/security/secrets/sealing-context.ts';
import { Secrets } from '../src/security/secrets/secrets.ts';
import { type TestInstallation, startInstallation } from './support/installation.ts';
import { hasNats } from './support/nats.ts';
import { newEmail } from './support/real-user.ts';
import { prolongRoleLeases } from './support/role-leases.ts';
import { SECRETS_KEY, clientOf } from './support/server.ts';

// The calls of the house in one process, and its jobs in another.

type Client = ReturnType<typeof clientOf>;
const AGAIN: ReadonlySet<string> = new Set(['not_ready', 'overloaded']);

const received: string[] = [];
let mails: SMTPServer;
let installation: TestInstallation;
let web: RunningServer;

beforeAll(async () => {
  if (!hasNats) return;
  mails = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      stream.resume();
      stream.on('end', () => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  await new Promise<void>((listening) => mails.server.listen(0, '127.0.0.1', () => listening()));
  installation = await startInstallation({
    FAIRLOT_SMTP_URL: `smtp://127.0.0.1:${(mails.server.address() as AddressInfo).port}`,
    FAIRLOT_MAIL_FROM: 'Harbour <no-reply@harbour.example>',
  });
  await prolongRoleLeases(installation.databaseUrl);
  [, , web] = await Promise.all([
    installation.start('market', { FAIRLOT_ROLES: 'market' }),
    installation.start('trading', { FAIRLOT_ROLES: 'trading' }),
    installation.start('web', { FAIRLOT_ROLES: 'web', ...BOTH_KEYS }),
  ]);
});
afterAll(async () => {
  await installation?.stop();
  if (mails !== undefined) await new Promise<void>((closed) => mails.close(closed));
});

const query = <Row extends object>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
  withClient({ connectionString: installation.databaseUrl }, async (database) => {
    const { rows } = await database.query<Row>(text, [...values]);
    return rows;
  });

/** The process that has a role; undefined for none. */
async function holderOf(role: string): Promise<string | undefined> {
  const rows = await query<{ holder: string }>(
    'select holder from role_leases where role = $1 and expires_at > clock_timestamp()',
    [role],
  );
  return rows[0]?.holder;
}

const [FORMER, NEWER] = [Buffer.from(SECRETS_KEY, 'base64'), randomBytes(32)];
/** The first round of a replacement of the key: all processes know the new one. */
const BOTH_KEYS = { FAIRLOT_SECRETS_KEY: `${SECRETS_KEY},${NEWER.toString('base64')}` };
const NEW_KEY = { FAIRLOT_SECRETS_KEY: `${NEWER.toString('base64')},${SECRETS_KEY}` };
const [SECRET, STAFF] = [randomBytes(20), 1_000];

/** Stores a secret of an authenticator under the former key of secrets. */
async function storeSecret(): Promise<void> {
  await query(
    `insert into staff (id, name, roles, password_hash, totp_secret) overriding system value values ($1, 'vera', '{compliance}', 'x', $2)`,
    [STAFF, new Secrets([FORMER]).seal(SECRET, staffContext(STAFF))],
  );
}

/** The stored secret, as a process with one key of secrets reads it. */
async function secretUnder(key: Buffer): Promise<Buffer> {
  const [row] = await query<{ totp_secret: Buffer }>('select totp_secret from staff where id = $1', [STAFF]);
  return new Secrets([key]).open(row?.totp_secret ?? Buffer.alloc(0), staffContext(STAFF));
}

/** Asks for a code by mail, and returns the address. */
async function askForMail(at: Client): Promise<string> {
  const email = newEmail();
  const { envelope } = await at.call('sendEmail', { to: email, type: 1 });
  expect(envelope.reason).toBe('ok');
  return email;
}

const arrived = (email: string): Promise<void> => vi.waitFor(() => expect(received).toContain(email), 90_000);

it.skipIf(!hasNats)('leaves the jobs of the house to the worker, which tells the house what it ends', async () => {
  const at = clientOf(web.url, AGAIN);
  const { token, id } = await at.demo();
  const email = await askForMail(at);
  expect(await holderOf('worker')).toBeUndefined();
  expect(await query('select from outbox where recipient = $1 and state = $2', [email, 'waiting'])).toHaveLength(1);
  await query(`update sessions set last_seen_at = now() - interval '1 year' where user_id = $1`, [id]);
  expect((await at.call('myDeal', { status: 1, page: 1 }, { token })).envelope.reason).toBe('ok');

  await storeSecret();
  const unknown = { FAIRLOT_SECRETS_KEY: `${randomBytes(32).toString('base64')},${SECRETS_KEY}` };
  await expect(installation.start('gateway', { FAIRLOT_ROLES: 'gateway', ...unknown })).rejects.toThrow(
    'the process web does not know the key',
  );
  const worker = await installation.start('worker', { FAIRLOT_ROLES: 'worker', ...NEW_KEY });
  await arrived(email);
  expect(await holderOf('worker')).toBe('worker');
  await vi.waitFor(
    async () =>
      expect((await at.call('myDeal', { status: 1, page: 1 }, { token })).envelope.reason).toBe('session_invalid'),
    90_000,
  );
  // It has no door for the calls whose jobs it does.
  expect((await fetch(`${worker.url}/readyz`)).status).toBe(200);
  expect((await fetch(`${worker.url}/v1/getNewsList`, { method: 'POST' })).status).toBe(404);

  // A house that could do the jobs answers calls while another process does them, and takes them over.
  const [second] = await Promise.all([
    installation.start('second', { FAIRLOT_ROLES: 'web,worker', ...NEW_KEY }),
    vi
      .waitFor(async () => expect(await query(`select from processes where name = 'second'`)).toHaveLength(1), 90_000)
      // The present house seals with the former key: neither the worker nor a standby may seal again under the new one.
      .then(() => secretUnder(FORMER))
      .then((secret) => expect(secret).toEqual(SECRET))
      .then(() => web.stop()),
  ]);
  const next = clientOf(second.url, AGAIN);
  await arrived(await askForMail(next));
  expect([await holderOf('house'), await holderOf('worker')]).toEqual(['second', 'worker']);
  expect(await secretUnder(NEWER)).toEqual(SECRET);
  await worker.stop();
  await arrived(await askForMail(next));
  expect(await holderOf('worker')).toBe('second');
  // Its last work needs the leases, which it gives up after it.
  const late = await next.demo();
  expect((await next.call('endSession', {}, { token: late.token })).envelope.reason).toBe('ok');
  await second.stop();
  expect(await query('select from security_events where user_id = $1', [late.id])).toHaveLength(1);
});
