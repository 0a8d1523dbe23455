import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from './support/database.ts';
import {
  PASSWORD,
  type RealUser,
  areaId,
  lastCode,
  query,
  registerUser,
  registrationForm,
  sentTo,
} from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';
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
  it('set with a code ends every session and its sockets, and the old password stops working', async () => {
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

  it('requested with a wrong code ends no session', async () => {
    const user = await registerUser(server);
    const socket = await signedInSocket(user.token);
    const wrong = { account: user.email, auth_code: '000000', new_password: NEW, secondary_password: NEW };
    expect((await server.call('forgetPassword', wrong)).envelope.reason).toBe('code_invalid');
    // A message caused by the call would arrive before the pong. The socket is still signed in.
    socket.send({ type: 'ping' });
    await socket.next(({ type }) => type === 'pong');
    expect(socket.received.filter(({ type }) => type === 'login_result').map(({ code }) => code)).toEqual([1]);
    expect(await reasonOf('userInfo', user.token)).toBe('ok');
    socket.close();
  });

  it('of a signed-in user ends all sessions, also stolen copies of this one, and returns a new token', async () => {
    const user = await registerUser(server);
    const auth_code = await codeFor(user);
    const { envelope } = await server.call(
      'amendPassword',
      { old_password: PASSWORD, new_password: NEW, secondary_password: NEW, auth_code },
      { token: user.token },
    );
    expect(envelope.reason).toBe('ok');
    expect(await reasonOf('userInfo', user.token)).toBe('session_invalid');
    expect(await reasonOf('userInfo', envelope.data.token)).toBe('ok');
  });

  it('needs the old password: an unlocked phone has the session and often the mail with the code', async () => {
    const user = await registerUser(server);
    const auth_code = await codeFor(user);
    const amend = async (old_password: string) =>
      (
        await server.call(
          'amendPassword',
          { old_password, new_password: NEW, secondary_password: NEW, auth_code },
          { token: user.token },
        )
      ).envelope;
    expect((await amend('')).reason).toBe('fill_in_all');
    expect(await amend('not the harbour')).toMatchObject({
      reason: 'old_password_wrong',
      msg: 'The old password is wrong.',
    });
    expect(await reasonOf('userInfo', user.token)).toBe('ok');
    expect((await amend(PASSWORD)).reason).toBe('ok');
  });

  it('needs a code sent to the user’s own address, and is refused for demo accounts', async () => {
    const [user, other] = [await registerUser(server), await registerUser(server)];
    const auth_code = await codeFor(other);
    const amend = (token: string) =>
      server.call(
        'amendPassword',
        { old_password: PASSWORD, new_password: NEW, secondary_password: NEW, auth_code },
        { token },
      );
    expect((await amend(user.token)).envelope.reason).toBe('code_invalid');
    expect((await amend((await server.demo()).token)).envelope).toMatchObject({
      reason: 'real_account_required',
      msg: 'Please register or log in to a real account.',
    });
  });

  it('leaves no session from a concurrent sign-in with the old one', async () => {
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
  it('have a new token from the server at every sign-in', async () => {
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

  it('are listed for their owner, who can end one, or all except the current one', async () => {
    const user = await registerUser(server);
    const [one, two] = [(await signIn(user)).data.token, (await signIn(user)).data.token];
    const list = (await server.call('userSessions', {}, { token: one })).envelope.data;
    expect(list).toHaveLength(3);
    expect(list.filter(({ current }) => current === 1)).toHaveLength(1);
    expect(list[0]).toMatchObject({ address: '127.0.0.1' });
    const socket = await signedInSocket(two);
    const second = Math.max(...list.map(({ id }) => id));
    // A stolen session does not end the owner's.
    for (const input of [{ id: second }, {}, { password: 'not the harbour' }])
      expect((await server.call('endSession', input, { token: one })).envelope.reason).toBe(
        'password' in input ? 'password_wrong' : 'password_required',
      );
    expect(await reasonOf('userInfo', two)).toBe('ok');
    await server.call('endSession', { id: second, password: PASSWORD }, { token: one });
    await socket.next(({ type, code }) => type === 'login_result' && code === 999);
    expect(await reasonOf('userInfo', two)).toBe('session_invalid');
    await server.call('endSession', { password: PASSWORD }, { token: one });
    expect([await reasonOf('userInfo', user.token), await reasonOf('userInfo', one)]).toEqual([
      'session_invalid',
      'ok',
    ]);
    socket.close();
  });

  it('of other users can be neither seen nor ended', async () => {
    const [user, other] = [await registerUser(server), await registerUser(server)];
    const theirs = (await server.call('userSessions', {}, { token: other.token })).envelope.data[0];
    await server.call('endSession', { id: theirs?.id ?? 0, password: PASSWORD }, { token: user.token });
    expect(await reasonOf('userInfo', other.token)).toBe('ok');
    expect(
      (await server.call('userSessions', {}, { token: user.token })).envelope.data.some(({ id }) => id === theirs?.id),
    ).toBe(false);
  });

  it('are not opened for a blocked user', async () => {
    const user = await registerUser(server);
    await query(server, 'update users set blocked_at = now() where id = $1', [user.id]);
    expect((await signIn(user)).reason).toBe('account_blocked');
    expect((await signIn(user, 'not the harbour')).reason).toBe('login_failed');
  });
});

describe('a mobile number', () => {
  it('can register and sign in when the operator offers it', async () => {
    const database = await createTestDatabase('history');
    const opened = await database.open();
    await opened.pool.query("insert into site_settings (key, value) values ('is_show_mobile', 'true')");
    await opened.close();
    const mobile = await startTestServer(database.settings);
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
