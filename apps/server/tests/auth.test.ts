import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, lastCode, newEmail, query, registerUser, registrationForm, sentTo } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';

let server: TestServer;
/** The clock moves only where a test moves it, so that a slow machine shortens no wait. */
const began = Date.now();
/** Milliseconds that a test has advanced the clock. */
let aheadMs = 0;

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_TRUSTED_PROXIES: '127.0.0.0/8' }, () => began + aheadMs);
});
afterAll(() => server.stop());

/** Returns a network that no other test of this file uses. */
let networks = 0;
function newNetwork(): string {
  networks += 1;
  return `10.${Math.floor(networks / 250)}.${networks % 250}.7`;
}

describe('the existence of an account', () => {
  it('is not revealed by a sign-in', async () => {
    const user = await registerUser(server);
    const wrong = await server.call('login', { account: user.email, password: 'not the harbour' });
    const nobody = await server.call('login', { account: newEmail(), password: 'not the harbour' });
    const noAddress = await server.call('login', { account: 'nobody', password: 'not the harbour' });
    expect(nobody.envelope).toEqual(wrong.envelope);
    expect(noAddress.envelope).toEqual(wrong.envelope);
    expect(wrong.envelope.reason).toBe('login_failed');
  });

  it('is not revealed by a request for a code, but the owner gets a message about it', async () => {
    const user = await registerUser(server);
    const from = newNetwork();
    const free = newEmail();
    const [taken, open] = [
      await server.call('sendEmail', { to: user.email, type: 1 }, { from }),
      await server.call('sendEmail', { to: free, type: 1 }, { from }),
    ];
    expect(taken.envelope).toEqual(open.envelope);
    expect((await sentTo(server, user.email)).map(({ template }) => template)).toEqual([
      'code_register',
      'register_known',
    ]);
    expect((await sentTo(server, user.email)).at(-1)?.body).not.toMatch(/\d{6}/);
    const form = async (email: string) =>
      server.call(
        'register',
        { ...(await registrationForm(server, email)), sms_code: '000000' },
        { from: newNetwork() },
      );
    expect((await form(user.email)).envelope).toEqual((await form(newEmail())).envelope);
    // The limits apply to both in the same way.
    const again = [
      await server.call('sendEmail', { to: user.email, type: 1 }, { from }),
      await server.call('sendEmail', { to: free, type: 1 }, { from }),
    ];
    expect(again.map(({ envelope }) => envelope.reason)).toEqual(['code_too_soon', 'code_too_soon']);
  });

  it('is not revealed by the forgotten-password call', async () => {
    const user = await registerUser(server);
    const nobody = newEmail();
    const from = newNetwork();
    const known = await server.call('sendEmail', { to: user.email, type: 2 }, { from });
    const unknown = await server.call('sendEmail', { to: nobody, type: 2 }, { from });
    expect(unknown.envelope).toEqual(known.envelope);
    expect(await sentTo(server, nobody)).toEqual([]);
    const reset = (account: string) =>
      server.call(
        'forgetPassword',
        { account, new_password: 'a new harbour', secondary_password: 'a new harbour', auth_code: '000000' },
        { from: newNetwork() },
      );
    expect((await reset(nobody)).envelope).toEqual((await reset(user.email)).envelope);
  });
});

/** Sets a new password with a code. */
const use = (email: string, code: string, from: string) =>
  server.call(
    'forgetPassword',
    {
      account: email,
      auth_code: code,
      new_password: 'a new harbour',
      secondary_password: 'a new harbour',
    },
    { from },
  );

describe('verification codes', () => {
  it('can be tried five times, and strangers do not use up the owner’s tries', async () => {
    const user = await registerUser(server);
    const home = newNetwork();
    await server.call('sendEmail', { to: user.email, type: 2 }, { from: home });
    const code = await lastCode(server, user.email);
    const wrong = code === '111111' ? '222222' : '111111';
    for (let index = 0; index < 5; index += 1)
      expect((await use(user.email, wrong, newNetwork())).envelope.reason).toBe('code_invalid');
    expect((await use(user.email, code, newNetwork())).envelope.reason).toBe('code_invalid');
    expect((await use(user.email, code, home)).envelope.reason).toBe('ok');
  });

  it('are invalid after five wrong tries from the network that requested them', async () => {
    const user = await registerUser(server);
    const home = newNetwork();
    await server.call('sendEmail', { to: user.email, type: 2 }, { from: home });
    const code = await lastCode(server, user.email);
    const wrong = code === '111111' ? '222222' : '111111';
    for (let index = 0; index < 5; index += 1)
      expect((await use(user.email, wrong, home)).envelope.reason).toBe('code_invalid');
    aheadMs += 60_000;
    expect((await use(user.email, code, home)).envelope.reason).toBe('code_invalid');
    expect(
      (await server.call('login', { account: user.email, password: PASSWORD }, { from: newNetwork() })).envelope.reason,
    ).toBe('ok');
  });

  it('work once, for their purpose only, for ten minutes', async () => {
    const user = await registerUser(server);
    const home = newNetwork();
    await server.call('sendEmail', { to: user.email, type: 2 }, { from: home });
    const code = await lastCode(server, user.email);
    const form = { ...(await registrationForm(server, user.email)), sms_code: code };
    expect((await server.call('register', form, { from: newNetwork() })).envelope.reason).toBe('code_invalid');
    expect((await use(user.email, code, home)).envelope.reason).toBe('ok');
    expect((await use(user.email, code, home)).envelope.reason).toBe('code_invalid');
    aheadMs += 60_000;
    await server.call('sendEmail', { to: user.email, type: 2 }, { from: home });
    const late = await lastCode(server, user.email);
    aheadMs += 10 * 60_000;
    expect((await use(user.email, late, home)).envelope.reason).toBe('code_invalid');
  });

  it('are sent at most once a minute, and above a limit only with a captcha', async () => {
    const email = newEmail();
    const from = newNetwork();
    const send = async () => (await server.call('sendEmail', { to: email, type: 1 }, { from })).envelope;
    const atOnce = await Promise.all(Array.from({ length: 10 }, send));
    expect(atOnce.map(({ reason }) => reason).sort()).toEqual(
      [...Array.from({ length: 9 }, () => 'code_too_soon'), 'ok'].sort(),
    );
    expect(Number(atOnce.find(({ reason }) => reason === 'code_too_soon')?.detail?.['seconds'])).toBeGreaterThan(50);
    aheadMs += 60_000;
    expect((await send()).reason).toBe('ok');
    aheadMs += 60_000;
    expect((await send()).reason).toBe('captcha_required');
    const picture = (await server.call('captcha')).envelope.data;
    expect(picture.b64s).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
    const answered = () =>
      server.call('sendEmail', { to: email, type: 1, key: picture.id, captcha: '-----' }, { from });
    expect((await answered()).envelope.reason).toBe('captcha_invalid');
    expect(await sentTo(server, email)).toHaveLength(2);
  });
});

const send = async (email: string, options: object): Promise<string> =>
  (await server.call('sendEmail', { to: email, type: 2 }, options)).envelope.reason;

/** Codes that strangers had sent to an address in the last hour, as many as anybody gets for it in a day. */
async function exhaust(email: string): Promise<void> {
  await query(
    server,
    `insert into sent_codes (purpose, target, asked_from, asked_key, salt, code_hash, sent_at, expires_at, tries_left, strangers_tries_left)
     select 'reset', $1, '203.0.113.' || n, sha256(n::text::bytea), '', '', $2, $2, 0, 0 from generate_series(1, 20) n`,
    [email, new Date(began + aheadMs)],
  );
}

describe('an owner whose address strangers have asked codes for until nobody gets any', () => {
  it('gets codes on a network of an own sign-in, and sets a new password with one', async () => {
    const home = newNetwork();
    const user = await registerUser(server, {}, { from: home });
    await exhaust(user.email);
    expect(await send(user.email, { from: newNetwork() })).toBe('too_many_codes');
    aheadMs += 60_000;
    expect(await send(user.email, { from: home })).toBe('ok');
    expect((await use(user.email, await lastCode(server, user.email), home)).envelope.reason).toBe('ok');
  });

  it('gets codes on any network with a session', async () => {
    const user = await registerUser(server, {}, { from: newNetwork() });
    await exhaust(user.email);
    expect(await send(user.email, { from: newNetwork(), token: user.token })).toBe('ok');
    // Another user's session has no such right.
    const other = await registerUser(server, {}, { from: newNetwork() });
    expect(await send(user.email, { from: newNetwork(), token: other.token })).toBe('too_many_codes');
  });

  it('is not kept from codes by the thief of a session either', async () => {
    const home = newNetwork();
    const user = await registerUser(server, {}, { from: home });
    const stolen = (await server.call('login', { account: user.email, password: PASSWORD }, { from: home })).envelope
      .data.token;
    await exhaust(user.email);
    const reasons: string[] = [];
    for (let minute = 0; minute < 8; minute += 1) {
      reasons.push(await send(user.email, { from: newNetwork(), token: stolen }));
      aheadMs += 60_000;
    }
    expect(reasons).toEqual([
      ...Array.from({ length: 4 }, () => 'ok'),
      ...Array.from({ length: 4 }, () => 'captcha_required'),
    ]);
    expect(await send(user.email, { from: newNetwork(), token: user.token })).toBe('ok');
    expect(await send(user.email, { from: home })).toBe('ok');
  });
});

describe('guessing passwords', () => {
  it('is delayed after five failures, but not for the owner on another network', async () => {
    const user = await registerUser(server);
    const attacker = newNetwork();
    const guess = async (password: string, from: string) =>
      (await server.call('login', { account: user.email, password }, { from })).envelope;
    const many = await Promise.all(Array.from({ length: 30 }, () => guess('not the harbour', attacker)));
    expect(many.filter(({ reason }) => reason === 'login_failed').length).toBeLessThanOrEqual(6);
    expect((await guess(PASSWORD, attacker)).reason).toBe('too_many_attempts');
    expect((await guess(PASSWORD, newNetwork())).reason).toBe('ok');
    expect((await server.call('userInfo', {}, { token: user.token, from: attacker })).envelope.reason).toBe('ok');
    aheadMs += 31_000;
    expect((await guess(PASSWORD, attacker)).reason).toBe('ok');
  });

  it('from many networks requires a captcha of everyone but delays no one', async () => {
    const user = await registerUser(server);
    for (let index = 0; index < 10; index += 1)
      await server.call('login', { account: user.email, password: 'not the harbour' }, { from: newNetwork() });
    const { envelope } = await server.call(
      'login',
      { account: user.email, password: PASSWORD },
      { from: newNetwork() },
    );
    expect(envelope.reason).toBe('captcha_required');
    // The owner needs a captcha too to change the password during an attack.
    const amend = async (answer: object) =>
      (
        await server.call(
          'amendPassword',
          {
            old_password: PASSWORD,
            new_password: 'a new harbour',
            secondary_password: 'a new harbour',
            auth_code: '123456',
            ...answer,
          },
          { token: user.token, from: newNetwork() },
        )
      ).envelope.reason;
    expect(await amend({})).toBe('captcha_required');
    const picture = (await server.call('captcha')).envelope.data;
    expect(await amend({ key: picture.id, captcha: '-----' })).toBe('captcha_invalid');
  });
});
