import { DAY_MS, MINUTE_MS, dayStart } from '@fairlot/domain';
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { StatementMailJob } from '../src/features/statement-mail/job.ts';
import { StatementMailQueries } from '../src/features/statement-mail/queries.ts';
import { Outbox } from '../src/messages/outbox.ts';
import { createLog } from '../src/platform/log.ts';
import { Secrets } from '../src/security/secrets/secrets.ts';
import { createTestDatabase } from './support/database.ts';
import { type Bank, fundedUser, openBank } from './support/money.ts';
import { type RealUser, query, registerUser, sentTo } from './support/real-user.ts';

const POLLING = { timeout: 120_000, interval: 100 };

describe('planning', () => {
  const now = { time: Date.UTC(2026, 0, 10, 12) };
  let database: Database;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const made = await createTestDatabase();
    database = await made.open();
    drop = () => made.drop();
    await database.pool.query(
      `insert into users (kind, email, password_hash, invite_code, statement_mail, statement_mail_at)
       select 'real', 'reader-' || n, 'x', 'code-' || n, 'daily', $1 from generate_series(1, 250) n`,
      [new Date(now.time - 30 * DAY_MS)],
    );
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  /** A job as after a start of the server. Its outbox has a sender and is not started, so that mails wait. */
  const started = (): StatementMailJob => {
    const log = createLog('silent');
    const mail = { send: () => Promise.resolve(), close: () => undefined };
    const outbox = new Outbox({
      db: database.kysely,
      mail: { ...mail, send: () => Promise.reject(new Error('not now')) },
      sms: undefined,
      siteTitle: () => 'Harbour',
      clock: () => now.time,
      log,
    });
    // The tests send for it.
    outbox.wake = () => undefined;
    return new StatementMailJob({
      queries: new StatementMailQueries(database.kysely),
      outbox,
      secrets: new Secrets([Buffer.alloc(32, 7)]),
      now: () => now.time,
      origins: () => ({ pages: 'https://harbour.example', calls: 'https://api.harbour.example' }),
      log,
    });
  };
  const mails = async () =>
    (await database.pool.query<{ recipient: string; state: string }>('select recipient, state from outbox order by id'))
      .rows;
  const send = () => database.pool.query(`update outbox set state = 'sent'`);

  it('goes in batches, waits while mails wait, survives restarts and mails each user once', async () => {
    const job = started();
    await job.run();
    expect(await mails()).toHaveLength(100);
    // A full queue of mails stops the planning, also after a restart.
    await job.run();
    await started().run();
    expect(await mails()).toHaveLength(100);
    for (const expected of [200, 250, 250]) {
      await send();
      await started().run();
      expect(await mails()).toHaveLength(expected);
    }
    expect(new Set((await mails()).map(({ recipient }) => recipient)).size).toBe(250);
    await send();
  });

  it('two at once plan a batch once', async () => {
    now.time += DAY_MS;
    await Promise.all([
      started()
        .run()
        .catch(() => undefined),
      started()
        .run()
        .catch(() => undefined),
    ]);
    await started().run();
    const rows = await mails();
    const fresh = rows.filter(({ state }) => state === 'waiting').map(({ recipient }) => recipient);
    expect(new Set(fresh).size).toBe(fresh.length);
    expect(fresh.length).toBeGreaterThanOrEqual(100);
    await send();
  });

  it('waits for the end of the day and skips days that are too old', async () => {
    await database.pool.query(`update users set statement_mail = 'off' where email <> 'reader-1'`);
    await database.pool.query('delete from outbox');
    await started().run();
    await database.pool.query('delete from outbox');
    const midnight = dayStart(now.time) + DAY_MS;
    now.time = midnight + 4 * MINUTE_MS;
    await started().run();
    expect(await mails()).toEqual([]);
    now.time = midnight + 6 * MINUTE_MS;
    await started().run();
    expect(await mails()).toHaveLength(1);
    now.time = midnight + 20 * DAY_MS;
    await started().run();
    expect(await mails()).toHaveLength(8);
  });

  it('skips those who chose no mail, or chose it after the day, and frozen, closed and unreachable accounts', async () => {
    await database.pool.query('delete from outbox');
    now.time += DAY_MS;
    const cases = [
      [`statement_mail = 'off'`, 0],
      [`statement_mail_at = '${new Date(now.time).toISOString()}'`, 0],
      [`blocked_at = now()`, 0],
      [`closing_at = now()`, 0],
      [`email = null, mobile = '+4915100000001'`, 0],
      [`statement_mail = 'active'`, 0],
      [`statement_mail = 'daily'`, 1],
    ] as const;
    for (const [change, expected] of cases) {
      await database.pool.query('delete from outbox');
      await database.pool.query(
        `update users set statement_mail = 'daily', statement_mail_at = '2020-01-01', blocked_at = null, closing_at = null, email = 'reader-1', mobile = null
         where invite_code = 'code-1'`,
      );
      await database.pool.query(`update users set ${change} where invite_code = 'code-1'`);
      await started().run();
      expect([change, (await mails()).length]).toEqual([change, expected]);
      now.time += DAY_MS;
    }
  });
});

describe('a server', () => {
  const arrived = new Map<string, string>();
  let smtp: SMTPServer;
  let bank: Bank;
  let active: RealUser;

  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8').replaceAll('\r\n ', ' ');
          for (const { address } of session.envelope.rcptTo) arrived.set(address, text);
          callback();
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    bank = await openBank();
  });
  afterAll(async () => {
    await bank.server.stop();
    await new Promise<void>((resolve) => smtp.close(resolve));
  });

  const modeOf = async ({ token }: RealUser) => (await bank.server.call('statementMail', {}, { token })).envelope.data;
  const choose = async ({ token }: RealUser, mode: string) =>
    (await bank.server.call('setStatementMail', { mode }, { token })).envelope.reason;
  const statementsTo = async ({ email }: RealUser) =>
    (await sentTo(bank.server, email)).filter(({ template }) => template === 'statement_daily');

  const stop = async (token: string) => (await bank.server.call('stopStatementMail', { token })).envelope.reason;

  it('mails the day’s statement in the reader’s language after its end, with a link and no figures', async () => {
    active = await fundedUser(bank, '1234');
    const [idle, always, unasked] = [
      await registerUser(bank.server),
      await registerUser(bank.server),
      await fundedUser(bank, '1000'),
    ];
    expect(await modeOf(active)).toEqual({ mode: 'off', mailbox: true });
    expect(
      (await bank.server.call('setStatementMail', { mode: 'weekly' }, { token: active.token })).envelope.reason,
    ).toBe('bad_request');
    expect([await choose(active, 'active'), await choose(idle, 'active'), await choose(always, 'daily')]).toEqual(
      Array.from({ length: 3 }, () => 'ok'),
    );
    await query(bank.server, `update users set language = 'de' where email = $1`, [active.email]);
    const day = new Date(bank.clock.time).toISOString().slice(0, 10);
    bank.clock.time = dayStart(bank.clock.time) + DAY_MS + 6 * MINUTE_MS;
    await bank.server.restart({
      FAIRLOT_SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      FAIRLOT_MAIL_FROM: 'no-reply@harbour.example',
    });
    await expect.poll(async () => (await statementsTo(always)).length, POLLING).toBe(1);
    await expect.poll(() => arrived.has(active.email), POLLING).toBe(true);
    const [mail] = await statementsTo(active);
    expect(mail?.subject).toContain('Ihr Kontoauszug vom');
    expect(mail?.body).toContain(`/#/mine/statement?period=range&from=${day}&to=${day}`);
    expect(mail?.body).not.toMatch(/1[,.]?234|USD/);
    expect([(await statementsTo(idle)).length, (await statementsTo(unasked)).length]).toEqual([0, 0]);
    await bank.server.restart();
    await expect
      .poll(async () => (await query(bank.server, 'select 1 from statement_mail_days where not ended')).length, POLLING)
      .toBe(0);
    expect((await statementsTo(active)).length).toBe(1);
  });

  it('ends them with one click in the mail program, without a session', async () => {
    const raw = arrived.get(active.email) ?? '';
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/im);
    const url = /^List-Unsubscribe: <([^>]+)>/im.exec(raw)?.[1]?.replaceAll(/\s/g, '') ?? '';
    const path = new URL(url).pathname;
    const post = (to: string) =>
      bank.server.request(to, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    // A filter that opens links changes nothing, and a forged token neither.
    await bank.server.request(path, {}).catch(() => undefined);
    await post(`${path.slice(0, -6)}AAAAAA`).catch(() => undefined);
    expect((await modeOf(active)).mode).toBe('active');
    await post(path).catch(() => undefined);
    expect((await modeOf(active)).mode).toBe('off');
  });

  it('ends them with the link in the mail, and refuses a token that is not its own', async () => {
    await choose(active, 'daily');
    const token = /stop-statements\?token=([\w-]+)/.exec((await statementsTo(active))[0]?.body ?? '')?.[1] ?? '';
    expect(await stop('x'.repeat(60))).toBe('link_invalid');
    expect((await modeOf(active)).mode).toBe('daily');
    expect([await stop(token), await stop(token)]).toEqual(['ok', 'ok']);
    expect((await modeOf(active)).mode).toBe('off');
  });

  it('gives new users the operator’s default', async () => {
    const root = await bank.office.again(bank.office.administrator);
    const { version } = (await root.call('siteSettings')).envelope.data;
    await root.call('changeSiteSettings', { version, values: { statement_mail: true } });
    await bank.server.restart({ FAIRLOT_SMTP_URL: '' });
    expect((await modeOf(await registerUser(bank.server))).mode).toBe('active');
  });
});
