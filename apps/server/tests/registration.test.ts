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
import { type TestServer, startTestServer } from './support/server.ts';

let server: TestServer;
/** Milliseconds that a test has advanced the clock. */
let aheadMs = 0;

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_TRUSTED_PROXIES: '127.0.0.0/8' }, () => Date.now() + aheadMs);
});
afterAll(() => server.stop());

/** Returns a network that no other test of this file uses. */
let networks = 0;
function newNetwork(): string {
  networks += 1;
  return `10.${Math.floor(networks / 250)}.${networks % 250}.7`;
}

describe('registering', () => {
  it('opens a real account with its own invitation code, signs in, and allows later sign-ins', async () => {
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

  it('accepts form encoding as the specification describes', async () => {
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

  it('makes one account from fifty concurrent requests', async () => {
    const email = newEmail();
    await server.call('sendEmail', { to: email, type: 1 });
    const form = { ...(await registrationForm(server, email)), sms_code: await lastCode(server, email) };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => server.call('register', form, { from: `10.9.${index}.1` })),
    );
    const reasons = answers.map(({ envelope }) => envelope.reason);
    expect(reasons.filter((reason) => reason === 'ok')).toHaveLength(1);
    // After too many failures a captcha is required before anything else is checked.
    expect(new Set(reasons)).toEqual(new Set(['ok', 'code_invalid', 'captcha_required']));
    const rows = await query<{ id: string; opened: string }>(
      server,
      'select u.id, (select count(*) from accounts a where a.id = u.id) as opened from users u where u.email = $1',
      [email],
    );
    expect(rows.map(({ opened }) => Number(opened))).toEqual([1]);
  });

  it('answers a repeated request like the first, and refuses its key for a different one', async () => {
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

  it('recovers from a crash between the user’s row and the trading account', async () => {
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

  it('records the inviter, and refuses an unknown invitation code', async () => {
    const inviter = await registerUser(server);
    const invited = await registerUser(server, { invite_code: inviter.inviteCode.toLowerCase() });
    const [row] = await query<{ inviter_id: string }>(server, 'select inviter_id from users where id = $1', [
      invited.id,
    ]);
    expect(Number(row?.inviter_id)).toBe(inviter.id);
  });

  it.each([
    ['nothing', { password: '' }, 'please_complete'],
    ['two different passwords', { re_password: 'another harbour' }, 'password_inconsistent'],
    ['a short password', { password: 'harbour', re_password: 'harbour' }, 'password_too_short'],
    ['a guessable password', { password: 'Passw0rd123!', re_password: 'Passw0rd123!' }, 'password_known'],
    ['no area', { area_id: '' }, 'area_unknown'],
    ['an unknown area', { area_id: '99999' }, 'area_unknown'],
    ['no consent', { risk_consent: 0 }, 'risk_consent_required'],
    ['an invalid address', { account: 'nobody@nowhere' }, 'email_invalid'],
    ['a header in the address', { account: 'a@b.example\r\nbcc: c@d.example' }, 'email_invalid'],
    ['an unknown invitation', { invite_code: 'ZZZZZZZZ' }, 'invite_code_unknown'],
    ['no code', { sms_code: '' }, 'please_complete'],
    ['a code that was not sent', {}, 'code_invalid'],
  ])('refuses %s', async (_name, fields, reason) => {
    const form = { ...(await registrationForm(server, newEmail())), sms_code: '123456', ...fields };
    expect((await server.call('register', form, { from: newNetwork() })).envelope.reason).toBe(reason);
  });

  it.each(['KP', 'IL', 'CN', 'VU', 'CU'])('refuses the excluded country %s', async (code) => {
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

  it('refuses mobile numbers while they are not offered', async () => {
    const area = await areaId(server, 'DE');
    expect((await server.call('sendSms', { to: '0151 23456789', area_id: area, type: 1 })).envelope.reason).toBe(
      'way_not_offered',
    );
  });
});
