import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { RunningServer } from '../src/composition/server.ts';
import { withClient } from '../src/db/client.ts';
import { type TestInstallation, startInstallation } from './support/installation.ts';
import { hasNats } from './support/nats.ts';
import { newEmail } from './support/real-user.ts';
import { prolongRoleLeases } from './support/role-leases.ts';
import { clientOf } from './support/server.ts';

// A house, with the jobs, whose leases have run out although its pools reach the database: it can't renew them, and does
// not hear that another process has both roles.

const AGAIN: ReadonlySet<string> = new Set(['not_ready', 'overloaded']);
const WAIT = { timeout: 90_000, interval: 50 };
const MAILS = 20;

/** A mail server that notes to whom mail goes. */
interface Mails {
  readonly url: string;
  readonly received: string[];
  close(): Promise<void>;
}

let installation: TestInstallation;
let former: RunningServer;
let next: RunningServer;
const mails: Mails[] = [];

beforeAll(async () => {
  if (!hasNats) return;
  installation = await startInstallation({ FAIRLOT_MAIL_FROM: 'Harbour <no-reply@harbour.example>' });
  await prolongRoleLeases(installation.databaseUrl);
  [, , former] = await Promise.all([
    installation.start('market', { FAIRLOT_ROLES: 'market' }),
    installation.start('trading', { FAIRLOT_ROLES: 'trading' }),
    startHouse('former'),
  ]);
});
afterAll(async () => {
  await installation?.stop();
  await Promise.all(mails.map((each) => each.close()));
});

/** Starts a house with a mail server of its own. The sessions of its process in the database have its name. */
async function startHouse(name: string): Promise<RunningServer> {
  const url = new URL(installation.processUrl);
  url.searchParams.set('options', `-c fairlot.process=${name}`);
  return installation.start(name, {
    FAIRLOT_ROLES: 'web,worker',
    FAIRLOT_SMTP_URL: (await startMails()).url,
    DATABASE_URL: url.href,
  });
}

async function startMails(): Promise<Mails> {
  const received: string[] = [];
  const server = new SMTPServer({
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
  await new Promise<void>((listening) => server.server.listen(0, '127.0.0.1', () => listening()));
  const made: Mails = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
  mails.push(made);
  return made;
}

const query = <Row extends object>(text: string): Promise<readonly Row[]> =>
  withClient({ connectionString: installation.databaseUrl }, async (database) => {
    const { rows } = await database.query<Row>(text);
    return rows;
  });

/** Lets all statements of a process about leases of roles fail, as over a cut connection. Its leases end after their time. */
const cutOff = (name: string): Promise<unknown> =>
  query(
    `create function cut_off() returns trigger language plpgsql as $$
       begin
         if current_setting('fairlot.process', true) = '${name}' then raise exception 'cut off'; end if;
         return null;
       end $$;
     create trigger cut_off before insert or update on role_leases for each statement execute function cut_off();
     set session_replication_role = replica;
     update role_leases set expires_at = clock_timestamp() + interval '3 seconds' where holder = '${name}'`,
  );

/** The processes that have a role by the clock of the database. */
const holders = async (): Promise<readonly string[]> =>
  (
    await query<{ lease: string }>(
      `select role || ' ' || holder as lease from role_leases where expires_at > clock_timestamp() order by role`,
    )
  ).map(({ lease }) => lease);

it.skipIf(!hasNats)('does not act beside the one that has taken over', async () => {
  const first = clientOf(former.url, AGAIN);
  await first.demo();
  await vi.waitFor(async () => expect(await holders()).toContain('worker former'), WAIT);
  const starting = startHouse('next');
  await vi.waitFor(async () => expect(await query(`select from processes where name = 'next'`)).toHaveLength(1), WAIT);
  await cutOff('former');
  next = await starting;
  await vi.waitFor(async () => expect(await holders()).toEqual(['house next', 'market market', 'worker next']), WAIT);
  const second = clientOf(next.url, AGAIN);
  // No call is answered by both.
  expect((await clientOf(former.url).call('sendEmail', { to: newEmail(), type: 1 })).envelope.reason).toBe('not_ready');
  const asked = Array.from({ length: MAILS }, () => newEmail());
  for (const to of asked) expect((await second.call('sendEmail', { to, type: 1 })).envelope.reason).toBe('ok');
  const [byFormer, byNext] = mails.map(({ received }) => received);
  await vi.waitFor(() => expect([...(byFormer ?? []), ...(byNext ?? [])].toSorted()).toEqual(asked.toSorted()), WAIT);
  expect(byFormer).toEqual([]);
  expect((await clientOf(former.url).raw('/readyz')).text).toContain('another process may be the');
});
