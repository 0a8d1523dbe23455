import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../src/platform/totp.ts';
import { createTestDatabase } from './support/database.ts';
import { PASSWORD, areaId, lastCode, query, registerUser, registrationForm, sentTo } from './support/real-user.ts';
import type { RealUser } from './support/real-user.ts';
import { startTestServer } from './support/server.ts';
import type { TestServer } from './support/server.ts';
import { TestSocket } from './support/socket.ts';

let server: TestServer;
let aheadMs = 0;
const NEW = 'a new harbour';

beforeAll(async () => {
  server = await startTestServer({}, () => Date.now() + aheadMs);
});
afterAll(() => server.stop());

const reasonOf = async (name: 'userInfo' | 'userSessions', token: string): Promise<string> =>
  (await server.call(name, {}, { token })).envelope.reason;
const signIn = async (user: RealUser, password = user.password, more = {}) =>
  (await server.call('login', { account: user.email, password, ...more })).envelope;

async function codeFor(user: RealUser): Promise<string> {
  expect((await server.call('sendEmail', { to: user.email, type: 2 })).envelope.reason).toBe('ok');
  return lastCode(server, user.email);
}

async function signedInSocket(token: string): Promise<TestSocket> {
  const socket = await TestSocket.open(server.url);
  expect((await socket.ask({ type: 'login', token }, 'login_result')).code).toBe(1);
  return socket;
}

describe('a new password', () => {
  it('by a code ends every session and its sockets; the old one opens nothing any more', async () => {
    const user = await registerUser(server);
    const thief = (await signIn(user)).data.token;
    const socket = await signedInSocket(thief);
    const auth_code = await codeFor(user);
    const forget = (fields: object) =>
      server.call('forgetPassword', {
        account: user.email,
        auth_code,
        new_password: NEW,
        secondary_password: NEW,
        ...fields,
      });
    expect((await forget({ new_password: '' })).envelope.reason).toBe('fill_in_all');
    expect((await forget({ secondary_password: 'another harbour' })).envelope.reason).toBe('passwords_not_equal');
    expect((await forget({ auth_code: '' })).envelope.reason).toBe('please_complete');
    expect((await forget({})).envelope).toMatchObject({ reason: 'ok', msg: 'Your password has been changed' });
    expect((await socket.next(({ type, code }) => type === 'login_result' && code === 999)).reason).toBe(
      'session_invalid',
    );
    expect(await Promise.all([user.token, thief].map((token) => reasonOf('userInfo', token)))).toEqual([
      'session_invalid',
      'session_invalid',
    ]);
    expect((await socket.ask({ type: 'login', token: thief }, 'login_result')).code).toBe(999);
    expect((await signIn(user)).reason).toBe('login_failed');
    expect((await signIn(user, NEW)).reason).toBe('ok');
    expect((await sentTo(server, user.email)).at(-1)).toMatchObject({ template: 'password_changed' });
    socket.close();
  });

  it('that is asked for with a wrong code signs nobody out', async () => {
    const user = await registerUser(server);
    const socket = await signedInSocket(user.token);
    const wrong = { account: user.email, auth_code: '000000', new_password: NEW, secondary_password: NEW };
    expect((await server.call('forgetPassword', wrong)).envelope.reason).toBe('code_invalid');
    // Whatever the call sent to the socket comes before the answer to a ping, and the socket still hears its account.
    socket.send({ type: 'ping' });
    await socket.next(({ type }) => type === 'pong');
    expect(socket.received.filter(({ type }) => type === 'login_result').map(({ code }) => code)).toEqual([1]);
    expect(await reasonOf('userInfo', user.token)).toBe('ok');
    socket.close();
  });

  it('of somebody signed in ends all sessions too, the stolen copy of this one included; a new token goes on', async () => {
    const user = await registerUser(server);
    const auth_code = await codeFor(user);
    const { envelope } = await server.call(
      'amendPassword',
      { new_password: NEW, secondary_password: NEW, auth_code },
      { token: user.token },
    );
    expect(envelope.reason).toBe('ok');
    expect(await reasonOf('userInfo', user.token)).toBe('session_invalid');
    expect(await reasonOf('userInfo', envelope.data.token)).toBe('ok');
  });

  it('takes a code that was sent to oneself, and is nothing for a demo account', async () => {
    const [user, other] = [await registerUser(server), await registerUser(server)];
    const auth_code = await codeFor(other);
    const amend = (token: string) =>
      server.call('amendPassword', { new_password: NEW, secondary_password: NEW, auth_code }, { token });
    expect((await amend(user.token)).envelope.reason).toBe('code_invalid');
    expect((await amend((await server.demo()).token)).envelope).toMatchObject({
      reason: 'real_account_required',
      msg: 'Please register or log in to a real account.',
    });
  });

  it('set while somebody signs in with the old one leaves no session behind', async () => {
    const user = await registerUser(server);
    const auth_code = await codeFor(user);
    const [changed, ...signIns] = await Promise.all([
      server.call('forgetPassword', { account: user.email, auth_code, new_password: NEW, secondary_password: NEW }),
      ...Array.from({ length: 4 }, () => signIn(user)),
    ]);
    expect(changed.envelope.reason).toBe('ok');
    for (const { reason, data } of signIns)
      expect(reason === 'ok' ? await reasonOf('userInfo', data.token) : 'session_invalid').toBe('session_invalid');
  });
});

describe('sessions', () => {
  it('have a token of the server’s making, another one at every sign-in', async () => {
    const user = await registerUser(server);
    const planted = 'A'.repeat(43);
    const { envelope } = await server.call('login', { account: user.email, password: PASSWORD }, { token: planted });
    const again = await server.call(
      'login',
      { account: user.email, password: PASSWORD },
      { token: envelope.data.token },
    );
    expect(new Set([planted, user.token, envelope.data.token, again.envelope.data.token]).size).toBe(4);
    expect(await reasonOf('userInfo', planted)).toBe('session_invalid');
    const rows = await query<{ hash: string }>(
      server,
      "select encode(token_hash, 'hex') as hash from sessions where user_id = $1",
      [user.id],
    );
    expect(rows.some(({ hash }) => [user.token, envelope.data.token].includes(hash))).toBe(false);
  });

  it('are listed to their owner, who ends one, or all but this one', async () => {
    const user = await registerUser(server);
    const [one, two] = [(await signIn(user)).data.token, (await signIn(user)).data.token];
    const list = (await server.call('userSessions', {}, { token: one })).envelope.data;
    expect(list).toHaveLength(3);
    expect(list.filter(({ current }) => current === 1)).toHaveLength(1);
    expect(list[0]).toMatchObject({ address: '127.0.0.1' });
    const socket = await signedInSocket(two);
    const second = Math.max(...list.map(({ id }) => id));
    await server.call('endSession', { id: second }, { token: one });
    await socket.next(({ type, code }) => type === 'login_result' && code === 999);
    expect(await reasonOf('userInfo', two)).toBe('session_invalid');
    await server.call('endSession', {}, { token: one });
    expect([await reasonOf('userInfo', user.token), await reasonOf('userInfo', one)]).toEqual([
      'session_invalid',
      'ok',
    ]);
    socket.close();
  });

  it('of somebody else can be neither seen nor ended', async () => {
    const [user, other] = [await registerUser(server), await registerUser(server)];
    const theirs = (await server.call('userSessions', {}, { token: other.token })).envelope.data[0];
    await server.call('endSession', { id: theirs?.id ?? 0 }, { token: user.token });
    expect(await reasonOf('userInfo', other.token)).toBe('ok');
    expect(
      (await server.call('userSessions', {}, { token: user.token })).envelope.data.some(({ id }) => id === theirs?.id),
    ).toBe(false);
  });

  it('of a blocked user are not opened', async () => {
    const user = await registerUser(server);
    await query(server, 'update users set blocked_at = now() where id = $1', [user.id]);
    expect((await signIn(user)).reason).toBe('account_blocked');
    expect((await signIn(user, 'not the harbour')).reason).toBe('login_failed');
  });
});

const codeAt = (secret: string): string => totpCode(fromBase32(secret), totpStep(Date.now() + aheadMs));

describe('an authenticator', () => {
  it('is set up with the password and a code, asked for at every sign-in, and takes each code once', async () => {
    const user = await registerUser(server);
    const { token } = user;
    expect((await server.call('totpBegin', { password: 'not the harbour' }, { token })).envelope.reason).toBe(
      'login_failed',
    );
    const { secret, uri } = (await server.call('totpBegin', { password: PASSWORD }, { token })).envelope.data;
    expect(uri).toContain(`secret=${secret}`);
    expect((await signIn(user)).reason).toBe('ok');
    expect((await server.call('totpConfirm', { code: '000000' }, { token })).envelope.reason).toBe('totp_invalid');
    const first = codeAt(secret);
    expect((await server.call('totpConfirm', { code: first }, { token })).envelope.reason).toBe('ok');
    expect((await server.call('totpState', {}, { token })).envelope.data).toEqual({
      enabled: true,
      recovery_codes_left: 10,
    });

    expect((await signIn(user)).reason).toBe('totp_required');
    expect((await signIn(user, 'not the harbour', { totp: '123456' })).reason).toBe('login_failed');
    expect((await signIn(user, PASSWORD, { totp: first })).reason).toBe('totp_invalid');
    aheadMs += 30_000;
    const second = codeAt(secret);
    const twins = await Promise.all([
      signIn(user, PASSWORD, { totp: second }),
      signIn(user, PASSWORD, { totp: second }),
    ]);
    expect(twins.map(({ reason }) => reason).sort()).toEqual(['ok', 'totp_invalid']);

    aheadMs += 30_000;
    expect((await server.call('totpRemove', { password: PASSWORD, code: second }, { token })).envelope.reason).toBe(
      'totp_invalid',
    );
    expect(
      (await server.call('totpRemove', { password: PASSWORD, code: codeAt(secret) }, { token })).envelope.reason,
    ).toBe('ok');
    expect((await signIn(user)).reason).toBe('ok');
  });

  it('is replaced by recovery codes, each once, which nothing tells a second time', async () => {
    const user = await registerUser(server);
    const { token } = user;
    const { secret } = (await server.call('totpBegin', { password: PASSWORD }, { token })).envelope.data;
    const code = codeAt(secret);
    const { recovery_codes: codes } = (await server.call('totpConfirm', { code }, { token })).envelope.data;
    expect([codes.length, new Set(codes).size, codes.filter((each) => !/^\d{5}(-\d{5}){3}$/.test(each))]).toEqual([
      10,
      10,
      [],
    ]);
    expect((await server.call('totpConfirm', { code }, { token })).envelope.data).toEqual({ recovery_codes: [] });
    const [first = '', second = '', third = '', fourth = ''] = codes;
    const twins = await Promise.all([
      signIn(user, PASSWORD, { totp: first }),
      signIn(user, PASSWORD, { totp: first.replaceAll('-', ' ') }),
    ]);
    expect(twins.map(({ reason }) => reason).sort()).toEqual(['ok', 'totp_invalid']);
    const stranger = await registerUser(server);
    const other = (await server.call('totpBegin', { password: PASSWORD }, { token: stranger.token })).envelope.data;
    await server.call('totpConfirm', { code: codeAt(other.secret) }, { token: stranger.token });
    expect((await signIn(stranger, PASSWORD, { totp: second })).reason).toBe('totp_invalid');
    expect((await server.call('totpState', {}, { token })).envelope.data).toEqual({
      enabled: true,
      recovery_codes_left: 9,
    });

    expect(
      (await server.call('totpRecovery', { password: 'not the harbour', code: second }, { token })).envelope.reason,
    ).toBe('login_failed');
    expect((await server.call('totpRecovery', { password: PASSWORD, code: first }, { token })).envelope.reason).toBe(
      'totp_invalid',
    );
    const { recovery_codes: renewed } = (
      await server.call('totpRecovery', { password: PASSWORD, code: third }, { token })
    ).envelope.data;
    expect(renewed.filter((each) => codes.includes(each))).toEqual([]);
    expect((await signIn(user, PASSWORD, { totp: fourth })).reason).toBe('totp_invalid');
    expect((await signIn(user, PASSWORD, { totp: renewed[0] ?? '' })).reason).toBe('ok');
    const kept = await query<{ row: string }>(server, 'select row_to_json(c)::text as row from totp_recovery_codes c');
    expect(
      renewed.filter((each) => kept.some(({ row }) => row.includes(each) || row.includes(each.replaceAll('-', '')))),
    ).toEqual([]);
    // Whoever has lost the app gives it up with a code of these.
    expect(
      (await server.call('totpRemove', { password: PASSWORD, code: renewed[1] ?? '' }, { token })).envelope.reason,
    ).toBe('ok');
    expect((await signIn(user)).reason).toBe('ok');
    expect((await server.call('totpState', {}, { token })).envelope.data).toEqual({
      enabled: false,
      recovery_codes_left: 0,
    });
  });

  it('can’t be guessed by somebody who has the password', async () => {
    const user = await registerUser(server);
    const { secret } = (await server.call('totpBegin', { password: PASSWORD }, { token: user.token })).envelope.data;
    await server.call('totpConfirm', { code: codeAt(secret) }, { token: user.token });
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => signIn(user, PASSWORD, { totp: String(100_000 + index) })),
    );
    expect(guesses.filter(({ reason }) => reason === 'totp_invalid').length).toBeLessThanOrEqual(6);
    const refusals = new Set(['totp_invalid', 'too_many_attempts', 'captcha_required']);
    expect(guesses.map(({ reason }) => reason).filter((reason) => !refusals.has(reason))).toEqual([]);
  });
});

describe('a mobile number', () => {
  it('registers and signs in where the operator offers it', async () => {
    const database = await createTestDatabase();
    const opened = await database.open();
    await opened.pool.query("insert into site_settings (key, value) values ('is_show_mobile', 'true')");
    await opened.close();
    const mobile = await startTestServer({ DATABASE_URL: database.url });
    const here = { ...mobile, databaseUrl: database.url };
    const area = await areaId(here, 'DE');
    const sms = (to: string) => here.call('sendSms', { to, area_id: area, type: 1 });
    expect((await sms('030 123456')).envelope.reason).toBe('mobile_invalid');
    expect((await sms('+33 6 12 34 56 78')).envelope.reason).toBe('mobile_invalid');
    expect((await sms('0151 23456789')).envelope.reason).toBe('ok');
    const form = {
      ...(await registrationForm(here, '')),
      type: 'mobile',
      mobile: '+49 151 23456789',
      sms_code: await lastCode(here, '+4915123456789'),
    };
    const { envelope } = await here.call('register', form);
    expect(envelope.data.user).toMatchObject({ mobile: '+4915123456789', email: '' });
    const entered = await here.call('login', {
      login_type: 'mobile',
      area_id: area,
      account: '151 2345 6789',
      password: PASSWORD,
    });
    expect(entered.envelope.data.user.id).toBe(envelope.data.user.id);
    await mobile.stop();
    await database.drop();
  });
});

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
