import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../src/platform/log.ts';
import { smtpSender } from '../src/messages/smtp-sender.ts';
import { newEmail, query, registrationForm, sentTo } from './support/real-user.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

/** A received mail with its envelope. */
interface Arrived {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

const arrived: Arrived[] = [];
/** Number of mails that the server refuses before it accepts one. */
let refusals = 0;
let changed: () => void = () => undefined;
let mails: SMTPServer;
let server: RestartableServer;
let log = '';
/** The clock moves only where a test moves it, so that no message is tried again before the test has seen a try. */
const began = Date.now();
let aheadMs = 0;

beforeAll(async () => {
  mails = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, callback) =>
      callback(username === 'fairlot' && password === 'p@ss' ? null : new Error('wrong credentials'), {
        user: username,
      }),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        refusals -= 1;
        if (refusals >= 0) return callback(Object.assign(new Error('try again later'), { responseCode: 451 }));
        const { mailFrom, rcptTo } = session.envelope;
        arrived.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString('utf8'),
        });
        changed();
        return callback();
      });
    },
  });
  const port = await listen(mails.server);
  server = await startTestServer(
    {
      FAIRLOT_SMTP_URL: `smtp://fairlot:${encodeURIComponent('p@ss')}@127.0.0.1:${port}`,
      FAIRLOT_MAIL_FROM: 'Harbour <no-reply@harbour.example>',
      FAIRLOT_SITE_TITLE: 'Harbour',
    },
    () => began + aheadMs,
    undefined,
    createLog('info', { write: (line: string) => void (log += line) }),
  );
});
afterAll(async () => {
  await server.stop();
  await new Promise<void>((resolve) => mails.close(resolve));
});

function listen(socket: Server): Promise<number> {
  return new Promise((resolve) => socket.listen(0, '127.0.0.1', () => resolve((socket.address() as AddressInfo).port)));
}

async function mailTo(address: string): Promise<Arrived> {
  for (;;) {
    const found = arrived.find(({ to }) => to.includes(address));
    if (found !== undefined) return found;
    await new Promise<void>((resolve) => {
      changed = resolve;
    });
  }
}

/** A part of a mail, decoded. */
function partOf({ text }: Arrived, type: string): string {
  const part = text.split(/\r\n--/).find((each) => each.includes(`Content-Type: ${type}`)) ?? '';
  const [head = '', ...body] = part.split('\r\n\r\n');
  const content = body.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString('utf8');
  const bytes = content
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Waits until the outbox row of a recipient has the expected state. */
async function stateOf(address: string, fits: (state: string) => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        const [row] = await query<{ state: string }>(server, 'select state from outbox where recipient = $1', [
          address,
        ]);
        return row !== undefined && fits(row.state);
      },
      { timeout: 120_000 },
    )
    .toBe(true);
}

/** Waits until a try has failed. The number of tries grows at its beginning, so it does not show the end. */
async function refusedOnce(address: string): Promise<void> {
  await expect
    .poll(
      () =>
        query(server, 'select state, tries, last_error is not null as failed from outbox where recipient = $1', [
          address,
        ]),
      { timeout: 120_000 },
    )
    .toEqual([{ state: 'waiting', tries: 1, failed: true }]);
}

describe('mail', () => {
  it('is not sent to a server on another machine that offers no TLS', async () => {
    const { port } = mails.server.address() as AddressInfo;
    const before = arrived.length;
    const sender = smtpSender(
      `smtp://fairlot:${encodeURIComponent('p@ss')}@127.0.0.1:${port}`,
      'a@b.example',
      true,
      () => ({
        site: 'Harbour',
        colour: '#4030b4',
        origin: 'https://harbour.example',
      }),
    );
    const message = { id: 1, to: 'c@d.example', subject: 'A code', text: '123456', language: 'en' } as const;
    await expect(sender.send(message)).rejects.toThrow(/STARTTLS/i);
    sender.close();
    expect(arrived).toHaveLength(before);
  });

  it('goes to the SMTP server as text and HTML in the reader’s language, and its code is not stored afterwards', async () => {
    const email = newEmail();
    await server.call('sendEmail', { to: email, type: 1 }, { lang: 'ar' });
    const mail = await mailTo(email);
    expect(mail.from).toBe('no-reply@harbour.example');
    expect(mail.text).toMatch(/^From: Harbour <no-reply@harbour\.example>/m);
    expect(partOf(mail, 'text/plain')).toMatch(/Harbour[\s\S]*\d{6}/);
    expect(mail.text).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(partOf(mail, 'text/html')).toMatch(/lang="ar" dir="rtl"[\s\S]*background:#4030b4[\s\S]*Harbour[\s\S]*\d{6}/);
    await stateOf(email, (state) => state === 'sent');
    const [row] = await sentTo(server, email);
    expect([row?.body, row?.subject]).toEqual([null, '']);
  });

  it('carries a code that completes the registration', async () => {
    const email = newEmail();
    await server.call('sendEmail', { to: email, type: 1 }, { lang: 'en' });
    const { text } = await mailTo(email);
    const code = /^Subject: (\d{6}) is your Harbour verification code/m.exec(text)?.[1];
    const { envelope } = await server.call('register', { ...(await registrationForm(server, email)), sms_code: code });
    expect(envelope.reason).toBe('ok');
  });

  it('is retried after a temporary refusal and given up when its code has expired', async () => {
    const [patient, late] = [newEmail(), newEmail()];
    refusals = 1;
    await server.call('sendEmail', { to: patient, type: 1 });
    await refusedOnce(patient);
    // The code of the refusal stands in the log; the words, which may quote the recipient, in the office alone.
    expect(log).toMatch(/"error":"451".*"msg":"a message could not be sent"/);
    expect(log).not.toContain('try again later');
    const [row] = await query<{ last_error: string }>(server, 'select last_error from outbox where recipient = $1', [
      patient,
    ]);
    expect(row?.last_error).toContain('try again later');
    aheadMs += 11_000;
    await mailTo(patient);
    refusals = 1;
    await server.call('sendEmail', { to: late, type: 1 });
    await refusedOnce(late);
    aheadMs += 11 * 60_000;
    await stateOf(late, (state) => state === 'expired');
    expect(arrived.some(({ to }) => to.includes(late))).toBe(false);
  });
});

describe('SMS', () => {
  it('is sent to the configured provider', async () => {
    const taken: { body: string; authorization: string | undefined }[] = [];
    const provider = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        taken.push({ body: Buffer.concat(chunks).toString('utf8'), authorization: request.headers.authorization });
        response.end('{}');
      });
    });
    const port = await listen(provider);
    const other = await startTestServer({
      FAIRLOT_SMS_URL: `http://127.0.0.1:${port}/send`,
      FAIRLOT_SMS_TOKEN: 'secret',
    });
    await other.call('sendSms', { to: '0151 23456789', area_id: 4 * 27 + 5, type: 2 });
    // No account has this number yet, so no code would be sent to it.
    await query(
      other,
      `insert into users (kind, mobile, password_hash, invite_code) values ('real', '+4915123456780', 'none', 'ABCDEFGH')`,
    );
    await other.call('sendSms', { to: '0151 23456780', area_id: 4 * 27 + 5, type: 2 }, { lang: 'de' });
    await expect.poll(() => taken.length, { timeout: 120_000 }).toBe(1);
    expect(taken[0]?.authorization).toBe('Bearer secret');
    expect(JSON.parse(taken[0]?.body ?? '')).toMatchObject({
      to: '+4915123456780',
      text: expect.stringMatching(/^Fairlot: \d{6} ist Ihr Code/),
    });
    await other.stop();
    await new Promise((resolve) => provider.close(resolve));
  });
});

describe('without a sender', () => {
  it('the log has no text and no recipient, except where money is play money', async () => {
    let held = '';
    const plain = await startTestServer(
      {},
      undefined,
      undefined,
      createLog('info', { write: (line) => void (held += line) }),
    );
    const email = newEmail();
    await plain.call('sendEmail', { to: email, type: 1 }, { lang: 'en' });
    const code = /\d{6}/.exec((await sentTo(plain, email))[0]?.body ?? '')?.[0] ?? 'none';
    expect(held).toContain(code);
    expect(held).toContain('because money is play money');
    // A house for real users: registration is refused while prices are simulated, a forgotten password is not.
    await query(
      plain,
      `insert into users (kind, email, password_hash, invite_code) values ('real', $1, 'none', 'ABCDEFGH')`,
      [email],
    );
    await plain.restart({ FAIRLOT_SIMULATED_MONEY: 'refuse' });
    held = '';
    await plain.call('sendEmail', { to: email, type: 2 }, { lang: 'en' });
    const [, reset] = await sentTo(plain, email);
    expect(reset).toMatchObject({ template: 'code_reset', state: 'held' });
    const line = held.split('\n').find((each) => each.includes('message held in the outbox'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ channel: 'mail', template: 'code_reset' });
    expect(held).not.toContain(email);
    expect(held).not.toContain(/\d{6}/.exec(reset?.body ?? '')?.[0] ?? 'none');
    await plain.stop();
  });

  it('a message that waits for a sender that was taken away ends as failed after 30 days', async () => {
    const [old, recent] = [newEmail(), newEmail()];
    refusals = 100;
    for (const to of [old, recent]) {
      await server.call('sendEmail', { to, type: 1 });
      await refusedOnce(to);
    }
    const age = `update outbox set created_at = created_at - make_interval(days => $2), expires_at = null where recipient = $1`;
    await query(server, age, [old, 31]);
    await query(server, age, [recent, 29]);
    await server.restart({ FAIRLOT_SMTP_URL: '' });
    await stateOf(old, (state) => state === 'failed');
    expect((await sentTo(server, old))[0]?.body).toBeNull();
    await stateOf(recent, (state) => state === 'waiting');
  });
});
