import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { bundle } from '../../../tools/bundle.mjs';
import { removeFolder } from '../../../tools/leftovers.mjs';
import { freePort } from '../../../tools/src/free-port.ts';
import { guard } from '../../../tools/src/testing/guard.ts';
import { ServerProcess } from '../../../tools/src/torture/server-process.ts';
import { createTestDatabase } from './support/database.ts';
import { query } from './support/real-user.ts';
import { SECRETS_KEY } from './support/server.ts';

const RECIPIENTS = 40;
/** Recipients served at the kills. */
const KILLS = [4, 17, 31];

const program = await bundle('apps/server/src/main.ts');
const cleanUp: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

/** A mail server that keeps the Message-IDs by recipient. */
async function startMailbox(): Promise<{ readonly url: string; readonly arrived: Map<string, string[]> }> {
  const arrived = new Map<string, string[]>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const id = /^Message-ID: (\S+)/im.exec(Buffer.concat(chunks).toString('utf8'))?.[1] ?? '';
        for (const { address } of session.envelope.rcptTo) arrived.set(address, [...(arrived.get(address) ?? []), id]);
        callback();
      });
    },
  });
  // The killed server's connections end with an error.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`, arrived };
}

/** A released message, by chat and by mail, that waits to be sent to clients with an address. */
const RELEASED = [
  `insert into users (kind, email, password_hash, invite_code)
   select 'real', 'client-' || n || '@example.com', 'none', 'KILLED' || n from generate_series(1, ${RECIPIENTS}) n`,
  `insert into staff (name, roles) values ('writer', '{support}'), ('releaser', '{compliance}')`,
  `insert into bulk_messages (kind, by_chat, by_mail, selection, texts, state, author_id, created_at, releaser_id, released_at, recipients)
   select 'service', true, true, '{}', '[{"language":"en","subject":"Maintenance","text":"Closed on Sunday"}]', 'sending',
     writer.id, now(), releaser.id, now(), ${RECIPIENTS}
   from staff writer, staff releaser where writer.name = 'writer' and releaser.name = 'releaser'`,
  `insert into bulk_recipients (bulk_id, user_id) select bulk_messages.id, users.id from bulk_messages, users where email like 'client-%'`,
];

it('killed while it sends a message to many, the server reaches each client once by chat and by mail', async () => {
  const database = await createTestDatabase('history');
  cleanUp.push(() => database.drop());
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-killed-'));
  guard().add('folder', folder);
  cleanUp.push(() => removeFolder(folder));
  const { url, arrived } = await startMailbox();
  const rows = <Row extends object>(text: string) => query<Row>({ databaseUrl: database.url }, text);
  for (const statement of RELEASED) await rows(statement);
  const server = new ServerProcess({
    program,
    folder,
    port: await freePort(),
    environment: {
      DATABASE_URL: database.url,
      FAIRLOT_SECRETS_KEY: SECRETS_KEY,
      FAIRLOT_SMTP_URL: url,
      FAIRLOT_MAIL_FROM: 'no-reply@example.com',
    },
  });
  cleanUp.push(() => server.kill());
  const message = async () => (await rows<{ state: string; sent: number }>('select state, sent from bulk_messages'))[0];

  // Holds the last recipient until the last kill, so that a server that sends while this process stalls never ends.
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  cleanUp.push(() => holder.end());
  await holder.query('begin; select from bulk_recipients where id = (select max(id) from bulk_recipients) for update');

  for (const served of KILLS) {
    await server.start();
    await expect
      .poll(async () => (await message())?.sent, { timeout: 120_000, interval: 5 })
      .toBeGreaterThanOrEqual(served);
    await server.kill();
    expect((await message())?.state).toBe('sending');
  }
  await holder.query('rollback');
  // A mail whose sending a kill has cut is tried again two minutes later; here at once.
  await rows(`update outbox set next_try_at = now() where state <> 'sent'`);
  await server.start();
  await expect.poll(message, { timeout: 120_000 }).toEqual({ state: 'done', sent: RECIPIENTS });
  const waiting = async () => (await rows(`select 1 from outbox where state <> 'sent'`)).length;
  await expect.poll(waiting, { timeout: 120_000 }).toBe(0);

  const chats = await rows<{ count: string }>(
    `select count(*) from support_messages where key like 'bulk %' group by user_id`,
  );
  expect(chats.map(({ count }) => Number(count))).toEqual(Array.from({ length: RECIPIENTS }, () => 1));
  const mails = await rows<{ count: string }>(
    `select count(*) from outbox where template = 'bulk_service' group by recipient`,
  );
  expect(mails.map(({ count }) => Number(count))).toEqual(Array.from({ length: RECIPIENTS }, () => 1));
  // A mail that the killed server had just handed over comes again with the same Message-ID, which mailboxes show once.
  expect([...arrived.values()].map((ids) => new Set(ids).size)).toEqual(Array.from({ length: RECIPIENTS }, () => 1));
});
