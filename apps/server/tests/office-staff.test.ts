import { OFFICE_HEADER } from '@fairlot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../src/security/totp.ts';
import { STAFF_PASSWORD, type TestOffice, cookieOf, fromBase32, openTestOffice, staffCall } from './support/office.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
let server: TestServer;
let office: TestOffice;
let link = '';

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_TRUSTED_PROXIES: '127.0.0.1' }, () => clock.time);
  link = /token=(.+)$/.exec(server.setUpUrl ?? '')?.[1] ?? '';
  office = await openTestOffice(server, clock);
});
afterAll(() => server.stop());

const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });

describe('the set-up link', () => {
  it('works once', async () => {
    const again = await staffCall(server, 'staffSetUp', { token: link, name: 'second', password: STAFF_PASSWORD });
    expect(again.envelope.reason).toBe('link_invalid');
    expect((await staffCall(server, 'staffLinkInfo', { token: link })).envelope.reason).toBe('link_invalid');
  });

  it('of an invited colleague names its owner, expires after a day, and refuses guessable passwords', async () => {
    const { envelope } = await office.administrator.call('staffInvite', { name: 'Vera', roles: ['support'] });
    const { token } = envelope.data;
    expect((await staffCall(server, 'staffLinkInfo', { token })).envelope.data.name).toBe('vera');
    for (const password of ['password1234', 'vera-vera-vera', 'aaaaaaaaaaaa', '123456789012', 'qwertyuiop12']) {
      expect((await staffCall(server, 'staffSetUp', { token, password })).envelope.reason).toBe('staff_password_known');
    }
    expect((await staffCall(server, 'staffSetUp', { token, password: 'too short' })).envelope.reason).toBe(
      'bad_request',
    );
    clock.time += 25 * 3600_000;
    expect((await staffCall(server, 'staffSetUp', { token, password: STAFF_PASSWORD })).envelope.reason).toBe(
      'link_invalid',
    );
    clock.time -= 25 * 3600_000;
  });
});

/** Signs in with these credentials from an address. */
const attempt = (name: string, password: string, code: string | undefined, address: string) =>
  staffCall(
    server,
    'staffSignIn',
    { name, password, ...(code === undefined ? {} : { code }) },
    { headers: from(address) },
  );

const codeNow = (secret: Buffer): string => totpCode(secret, totpStep(clock.time));

describe('signing in', () => {
  it('gives the same answer for unknown names, wrong passwords, wrong and missing codes', async () => {
    const { administrator } = office;
    clock.time += 60_000;
    const answers = [
      await attempt('nobody', STAFF_PASSWORD, codeNow(administrator.secret), '10.1.0.1'),
      await attempt(administrator.name, 'another password', codeNow(administrator.secret), '10.1.0.2'),
      await attempt(administrator.name, STAFF_PASSWORD, undefined, '10.1.0.3'),
      await attempt(
        administrator.name,
        STAFF_PASSWORD,
        totpCode(administrator.secret, totpStep(clock.time) + 5),
        '10.1.0.4',
      ),
    ];
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.envelope.reason).toBe('staff_sign_in_refused');
    expect(answers.map(cookieOf)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('accepts each code once, and sets a cookie that scripts and other sites can’t use', async () => {
    const { administrator } = office;
    clock.time += 60_000;
    const code = codeNow(administrator.secret);
    const first = await attempt(administrator.name, administrator.password, code, '10.1.1.1');
    expect(first.envelope.data).toMatchObject({ name: 'root', enrolled: true });
    expect(first.headers['set-cookie']?.[0]).toMatch(
      /^fairlot_office=[\w-]{43}; .*Path=\/office\/; HttpOnly; SameSite=Strict$/,
    );
    expect((await attempt(administrator.name, administrator.password, code, '10.1.1.2')).envelope.reason).toBe(
      'staff_sign_in_refused',
    );
  });

  it('never adopts a token that the browser sends', async () => {
    const planted = `fairlot_office=${'x'.repeat(43)}`;
    const { cookie } = await office.signIn(office.administrator, { cookie: planted, headers: from('10.1.2.1') });
    expect(cookie).toBeDefined();
    expect(cookie).not.toBe(planted);
    expect((await staffCall(server, 'staffSelf', {}, { cookie: planted })).envelope.reason).toBe('session_invalid');
  });

  it('blocks the address of an attacker but not the account', async () => {
    const { administrator } = office;
    const reasons: string[] = [];
    for (let turn = 0; turn < 12; turn += 1)
      reasons.push(
        (await attempt(administrator.name, `wrong guess number ${turn}`, undefined, '10.2.0.1')).envelope.reason,
      );
    expect(reasons.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'staff_sign_in_refused'));
    expect(reasons.slice(10)).toEqual(['too_many_requests', 'too_many_requests']);
    const { cookie } = await office.signIn(administrator, { headers: from('10.3.0.1') });
    expect(cookie).toBeDefined();
  });

  it('locks codes only after wrong ones with the right password', async () => {
    const vera = await office.hire('guessed', ['support']);
    clock.time += 60_000;
    const far = totpStep(clock.time) + 100;
    for (let turn = 0; turn < 5; turn += 1)
      await attempt('guessed', STAFF_PASSWORD, totpCode(vera.secret, far + turn), `10.4.0.${turn}`);
    expect((await attempt('guessed', STAFF_PASSWORD, codeNow(vera.secret), '10.4.1.1')).envelope.reason).toBe(
      'staff_sign_in_refused',
    );
    clock.time += 6 * 60_000;
    expect((await attempt('guessed', STAFF_PASSWORD, codeNow(vera.secret), '10.4.1.2')).envelope.reason).toBe('ok');
    const { envelope } = await office.administrator.call('auditList', { staff_id: vera.id, action: 'staff/sign_in' });
    expect(envelope.data.list.filter(({ outcome }) => outcome === 'staff_sign_in_refused')).toHaveLength(6);
    expect(JSON.stringify(envelope.data)).not.toContain(STAFF_PASSWORD);
  });
});

describe('a session', () => {
  it('without a second factor can only set one up', async () => {
    const { envelope } = await office.administrator.call('staffInvite', { name: 'half', roles: ['administrator'] });
    await staffCall(server, 'staffSetUp', { token: envelope.data.token, password: STAFF_PASSWORD });
    const cookie = cookieOf(await attempt('half', STAFF_PASSWORD, undefined, '10.5.0.1'));
    expect((await staffCall(server, 'staffMembers', {}, { cookie })).envelope.reason).toBe('second_factor_required');
    const begun = await staffCall(server, 'staffBeginEnrolment', {}, { cookie });
    expect(begun.envelope.data.uri).toContain('otpauth://totp/');
    expect((await staffCall(server, 'staffFinishEnrolment', { code: '000000' }, { cookie })).envelope.reason).toBe(
      'second_factor_wrong',
    );
  });

  it('ends after half an hour of inactivity, and after a working day in any case', async () => {
    const { cookie } = await office.signIn(office.administrator, { headers: from('10.5.1.1') });
    for (let hour = 0; hour < 47; hour += 1) {
      clock.time += 15 * 60_000;
      expect((await staffCall(server, 'staffSelf', {}, { cookie })).envelope.reason).toBe('ok');
    }
    clock.time += 20 * 60_000;
    expect((await staffCall(server, 'staffSelf', {}, { cookie })).envelope.reason).toBe('session_invalid');
    const { cookie: idle } = await office.signIn(office.administrator, { headers: from('10.5.1.2') });
    for (let turn = 0; turn < 3; turn += 1) {
      clock.time += 10 * 60_000 - 1000;
      // Background requests of the page don't count as activity.
      expect(
        (await staffCall(server, 'officeQueues', {}, { cookie: idle, headers: { [OFFICE_HEADER]: 'background' } }))
          .envelope.reason,
      ).toBe('ok');
    }
    clock.time += 60_000;
    expect((await staffCall(server, 'staffSelf', {}, { cookie: idle })).envelope.reason).toBe('session_invalid');
  });

  it('can’t be used by other sites to change state', async () => {
    const { cookie } = await office.signIn(office.administrator, { headers: from('10.5.2.1') });
    const body = { method: 'POST', body: '{}' };
    const headers = { cookie: cookie ?? '', 'content-type': 'application/json' };
    expect((await server.request('/office/api/staff/sign_out', { ...body, headers })).envelope.reason).toBe(
      'state_change_refused',
    );
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect(
        (
          await server.request('/office/api/staff/sign_out', {
            ...body,
            headers: { ...headers, [OFFICE_HEADER]: '1', 'sec-fetch-site': site },
          })
        ).envelope.reason,
      ).toBe('state_change_refused');
    }
    expect(
      (
        await server.request('/office/api/staff/self', {
          headers: { cookie: cookie ?? '', 'sec-fetch-site': 'cross-site' },
        })
      ).envelope.reason,
    ).toBe('state_change_refused');
    expect((await staffCall(server, 'staffSelf', {}, { cookie })).envelope.reason).toBe('ok');
    expect((await staffCall(server, 'staffSignOut', {}, { cookie })).envelope.reason).toBe('ok');
    expect((await staffCall(server, 'staffSelf', {}, { cookie })).envelope.reason).toBe('session_invalid');
  });

  it('loses a role at once, and ends when the password changes, the account is disabled, or a new link is created', async () => {
    const { cookie: mine } = await office.signIn(office.administrator, { headers: from('10.5.3.9') });
    const asRoot = { cookie: mine };
    const { envelope: invited } = await staffCall(server, 'staffInvite', { name: 'brief', roles: ['dealer'] }, asRoot);
    await staffCall(server, 'staffSetUp', { token: invited.data.token, password: STAFF_PASSWORD });
    const enrolling = cookieOf(await attempt('brief', STAFF_PASSWORD, undefined, '10.5.3.1'));
    const begun = await staffCall(server, 'staffBeginEnrolment', {}, { cookie: enrolling });
    const secret = fromBase32(begun.envelope.data.secret);
    const first = cookieOf(
      await staffCall(server, 'staffFinishEnrolment', { code: codeNow(secret) }, { cookie: enrolling }),
    );
    expect((await staffCall(server, 'staffSelf', {}, { cookie: enrolling })).envelope.reason).toBe('session_invalid');
    const { cookie: second } = await office.signIn(
      { name: 'brief', password: STAFF_PASSWORD, secret },
      { headers: from('10.5.3.2') },
    );
    clock.time += 60_000;
    const changed = await staffCall(
      server,
      'staffChangePassword',
      { password: STAFF_PASSWORD, code: codeNow(secret), new_password: 'quite another phrase' },
      { cookie: second },
    );
    expect(changed.envelope.reason).toBe('ok');
    expect((await staffCall(server, 'staffSelf', {}, { cookie: first })).envelope.reason).toBe('session_invalid');
    const next = cookieOf(changed);
    expect((await staffCall(server, 'staffSelf', {}, { cookie: next })).envelope.reason).toBe('ok');
    await staffCall(server, 'staffDisable', { id: invited.data.id }, asRoot);
    expect((await staffCall(server, 'staffSelf', {}, { cookie: next })).envelope.reason).toBe('session_invalid');
    await staffCall(server, 'staffEnable', { id: invited.data.id }, asRoot);
    const { cookie: third } = await office.signIn(
      { name: 'brief', password: 'quite another phrase', secret },
      { headers: from('10.5.3.3') },
    );
    // Roles are read at each call, also in an open session.
    const { id } = invited.data;
    const asked = async () => (await staffCall(server, 'staffConversations', {}, { cookie: third })).envelope.reason;
    for (const [role, reason] of [
      ['support', 'ok'],
      ['dealer', 'staff_role_required'],
    ] as const) {
      expect((await staffCall(server, 'staffSetRoles', { id, roles: [role] }, asRoot)).envelope.reason).toBe('ok');
      expect(await asked()).toBe(reason);
    }
    await staffCall(server, 'staffNewLink', { id: invited.data.id }, asRoot);
    expect((await staffCall(server, 'staffSelf', {}, { cookie: third })).envelope.reason).toBe('session_invalid');
    expect((await attempt('brief', 'quite another phrase', codeNow(secret), '10.5.3.4')).envelope.reason).toBe(
      'staff_sign_in_refused',
    );
  });
});

it('refuses to disable, demote or reset the last administrator', async () => {
  const { cookie } = await office.signIn(office.administrator, { headers: from('10.6.0.1') });
  const { id } = office.administrator;
  const members = await staffCall(server, 'staffMembers', {}, { cookie });
  for (const member of members.envelope.data.list) {
    if (member.id !== id && member.roles.includes('administrator'))
      await staffCall(server, 'staffDisable', { id: member.id }, { cookie });
  }
  expect((await staffCall(server, 'staffDisable', { id }, { cookie })).envelope.reason).toBe('last_administrator');
  expect((await staffCall(server, 'staffSetRoles', { id, roles: ['support'] }, { cookie })).envelope.reason).toBe(
    'last_administrator',
  );
  expect((await staffCall(server, 'staffNewLink', { id }, { cookie })).envelope.reason).toBe('last_administrator');
  expect(
    (await staffCall(server, 'staffSetRoles', { id, roles: ['administrator', 'finance'] }, { cookie })).envelope.data
      .roles,
  ).toEqual(['administrator', 'finance']);
});
