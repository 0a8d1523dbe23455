import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  PASSWORD,
  areaId,
  lastCode,
  newEmail,
  query,
  registerUser,
  registrationForm,
  sentTo,
} from './support/real-user.ts';
import { startTestServer } from './support/server.ts';
import type { TestServer } from './support/server.ts';

let server: TestServer;
/** Moves on when a test wants it to. */
let aheadMs = 0;

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_TRUSTED_PROXIES: '127.0.0.0/8' }, () => Date.now() + aheadMs);
});
afterAll(() => server.stop());

/** A network that nobody else in this file is in. */
let networks = 0;
function newNetwork(): string {
  networks += 1;
  return `10.${Math.floor(networks / 250)}.${networks % 250}.7`;
}

describe('registering', () => {
  it('opens a real account with an invitation code of its own, signs in to it, and lets its user come back', async () => {
    const user = await registerUser(server);
    const info = await server.call('userInfo', {}, { token: user.token });
    expect(info.envelope.data).toMatchObject({ id: user.id, email: user.email, is_demo: 0, balance: '0.000000' });
    expect(user.inviteCode).toMatch(/^[A-Z2-9]{8}$/);
    const again = await server.call('login', {
      account: user.email.toUpperCase(),
      password: user.password,
      login_type: 'email',
    });
    expect(again.envelope.data.user.id).toBe(user.id);
  });

  it('takes forms as the specification has them', async () => {
    const email = newEmail();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (path: string, fields: Record<string, unknown>) =>
      server.request<{ token: string }>(path, {
        method: 'POST',
        headers: form,
        body: new URLSearchParams(
          Object.entries(fields).map(([key, value]): [string, string] => [key, String(value)]),
        ).toString(),
      });
    expect((await post('/api/notify/send_email', { to: email, type: '1' })).envelope.reason).toBe('ok');
    const { risk_consent: _consent, ...fields } = await registrationForm(server, email);
    const sms_code = await lastCode(server, email);
    expect(
      (await post('/api/user/register', { ...fields, sms_code, invite_code: '', key: '', mobile: '' })).envelope.reason,
    ).toBe('risk_consent_required');
    expect(
      (
        await post('/api/user/register', {
          ...fields,
          sms_code,
          risk_consent: '1',
          invite_code: '',
          key: '',
          mobile: '',
        })
      ).envelope.reason,
    ).toBe('ok');
    const entered = await post('/api/user/loginForU', { account: email, password: PASSWORD, login_type: 'email' });
    expect(entered.envelope.data.token).toMatch(/^[\w-]{43}$/);
  });

  it('makes one account of fifty requests at once', async () => {
    const email = newEmail();
    await server.call('sendEmail', { to: email, type: 1 });
    const form = { ...(await registrationForm(server, email)), sms_code: await lastCode(server, email) };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => server.call('register', form, { from: `10.9.${index}.1` })),
    );
    const reasons = answers.map(({ envelope }) => envelope.reason);
    expect(reasons.filter((reason) => reason === 'ok')).toHaveLength(1);
    // Beyond the usual number of failures a picture is asked for, before anything is looked at.
    expect(new Set(reasons)).toEqual(new Set(['ok', 'code_invalid', 'captcha_required']));
    const rows = await query<{ id: string; opened: string }>(
      server,
      'select u.id, (select count(*) from accounts a where a.id = u.id) as opened from users u where u.email = $1',
      [email],
    );
    expect(rows.map(({ opened }) => Number(opened))).toEqual([1]);
  });

  it('answers a repeated request like the first, and refuses its key for another', async () => {
    const email = newEmail();
    const key = randomUUID();
    const asked = await Promise.all([1, 2, 3].map(() => server.call('sendEmail', { to: email, type: 1 }, { key })));
    expect(asked.map(({ envelope }) => envelope.reason)).toEqual(['ok', 'ok', 'ok']);
    expect(await sentTo(server, email)).toHaveLength(1);
    const form = { ...(await registrationForm(server, email)), sms_code: await lastCode(server, email) };
    const first = await server.call('register', form, { key });
    const second = await server.call('register', form, { key });
    expect(second.envelope.data.user.id).toBe(first.envelope.data.user.id);
    const other = await server.call(
      'register',
      { ...form, password: 'another harbour', re_password: 'another harbour' },
      { key },
    );
    expect(other.envelope.reason).toBe('key_reused');
    expect((await server.call('register', form)).envelope.reason).toBe('code_invalid');
  });

  it('heals a crash between the user’s row and the trading account', async () => {
    const model = await registerUser(server);
    const email = newEmail();
    const [row] = await query<{ id: string }>(
      server,
      `insert into users (kind, email, password_hash, invite_code)
      select 'real', $1, password_hash, $2 from users where id = $3 returning id`,
      [email, randomUUID().slice(0, 8).toUpperCase(), model.id],
    );
    const entered = await server.call('login', { account: email, password: PASSWORD });
    expect(entered.envelope.data.user).toMatchObject({ id: Number(row?.id), is_demo: 0, balance: '0.000000' });
  });

  it('records who invited, and knows a code that nobody has', async () => {
    const inviter = await registerUser(server);
    const invited = await registerUser(server, { invite_code: inviter.inviteCode.toLowerCase() });
    const [row] = await query<{ inviter_id: string }>(server, 'select inviter_id from users where id = $1', [
      invited.id,
    ]);
    expect(Number(row?.inviter_id)).toBe(inviter.id);
  });

  it.each([
    ['nothing', { password: '' }, 'please_complete'],
    ['two passwords', { re_password: 'another harbour' }, 'password_inconsistent'],
    ['a short password', { password: 'harbour', re_password: 'harbour' }, 'password_too_short'],
    ['a password that everybody guesses', { password: 'Passw0rd123!', re_password: 'Passw0rd123!' }, 'password_known'],
    ['no area', { area_id: '' }, 'area_unknown'],
    ['an area that is none', { area_id: '99999' }, 'area_unknown'],
    ['no consent', { risk_consent: 0 }, 'risk_consent_required'],
    ['an address that is none', { account: 'nobody@nowhere' }, 'email_invalid'],
    ['a header in the address', { account: 'a@b.example\r\nbcc: c@d.example' }, 'email_invalid'],
    ['an invitation that nobody has', { invite_code: 'ZZZZZZZZ' }, 'invite_code_unknown'],
    ['no code', { sms_code: '' }, 'please_complete'],
    ['a code that was not sent', {}, 'code_invalid'],
  ])('refuses %s', async (_name, fields, reason) => {
    const form = { ...(await registrationForm(server, newEmail())), sms_code: '123456', ...fields };
    expect((await server.call('register', form, { from: newNetwork() })).envelope.reason).toBe(reason);
  });

  it.each(['KP', 'IL', 'CN', 'VU', 'CU'])('is not offered in %s', async (code) => {
    const { envelope } = await server.call('areaList', {}, { lang: 'de' });
    expect(envelope.data.some((area) => area.code === code)).toBe(false);
    expect(envelope.data.find((area) => area.code === 'FR')).toMatchObject({ global_code: '33', name: 'Frankreich' });
    const excluded = (code.charCodeAt(0) - 64) * 27 + code.charCodeAt(1) - 64;
    const refused = await server.call('register', {
      ...(await registrationForm(server, newEmail())),
      area_id: excluded,
      sms_code: '123456',
    });
    expect(refused.envelope.reason).toBe('country_excluded');
  });

  it('by mobile is refused while it is not offered', async () => {
    const area = await areaId(server, 'DE');
    expect((await server.call('sendSms', { to: '0151 23456789', area_id: area, type: 1 })).envelope.reason).toBe(
      'way_not_offered',
    );
  });
});

describe('whether an account exists', () => {
  it('is not told by a sign-in', async () => {
    const user = await registerUser(server);
    const wrong = await server.call('login', { account: user.email, password: 'not the harbour' });
    const nobody = await server.call('login', { account: newEmail(), password: 'not the harbour' });
    const noAddress = await server.call('login', { account: 'nobody', password: 'not the harbour' });
    expect(nobody.envelope).toEqual(wrong.envelope);
    expect(noAddress.envelope).toEqual(wrong.envelope);
    expect(wrong.envelope.reason).toBe('login_failed');
  });

  it('is not told by asking for a code, but its owner is told of the attempt', async () => {
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
    // Limits count for both alike.
    const again = [
      await server.call('sendEmail', { to: user.email, type: 1 }, { from }),
      await server.call('sendEmail', { to: free, type: 1 }, { from }),
    ];
    expect(again.map(({ envelope }) => envelope.reason)).toEqual(['code_too_soon', 'code_too_soon']);
  });

  it('is not told by a forgotten password', async () => {
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
  it('can be tried five times; a stranger’s tries are not the owner’s', async () => {
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

  it('are worth nothing after five wrong tries from where they were asked for', async () => {
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

  it('work once, for what they were sent for, and for ten minutes', async () => {
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

  it('are sent once a minute, and above a usual number only to who reads a picture', async () => {
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

describe('guessing passwords', () => {
  it('has to wait after five failures, and the owner elsewhere has not', async () => {
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

  it('from many networks makes everybody read a picture, and nobody wait', async () => {
    const user = await registerUser(server);
    for (let index = 0; index < 10; index += 1)
      await server.call('login', { account: user.email, password: 'not the harbour' }, { from: newNetwork() });
    const { envelope } = await server.call(
      'login',
      { account: user.email, password: PASSWORD },
      { from: newNetwork() },
    );
    expect(envelope.reason).toBe('captcha_required');
    // Its owner reads one, too, to change the password while others guess at it.
    const amend = async (answer: object) =>
      (
        await server.call(
          'amendPassword',
          { new_password: 'a new harbour', secondary_password: 'a new harbour', auth_code: '123456', ...answer },
          { token: user.token, from: newNetwork() },
        )
      ).envelope.reason;
    expect(await amend({})).toBe('captcha_required');
    const picture = (await server.call('captcha')).envelope.data;
    expect(await amend({ key: picture.id, captcha: '-----' })).toBe('captcha_invalid');
  });
});
