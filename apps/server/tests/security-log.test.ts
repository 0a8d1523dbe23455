import { randomBytes, randomUUID } from 'node:crypto';
import { SOCKET_PATH } from '@fairlot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../src/platform/log.ts';
import { type Colleague, STAFF_PASSWORD, openTestOffice, staffCall } from './support/office.ts';
import { withAuthenticator } from './support/owner-calls.ts';
import { PASSWORD, type RealUser, lastCode, registerUser } from './support/real-user.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

interface Line {
  readonly security?: boolean;
  readonly event?: string;
  readonly outcome?: string;
  readonly call?: string;
  readonly reason?: string;
  readonly user?: number;
  readonly staff?: number;
  readonly name_hash?: string;
  readonly source?: string;
}

const clock = { time: Date.now() };
let text = '';
let server: RestartableServer;
let root: Colleague;
let user: RealUser;
const sink = { write: (line: string) => void (text += line) };
const lines = (): Line[] =>
  text
    .split('\n')
    .filter((line) => line.includes('"security":true'))
    .map((line) => JSON.parse(line) as Line);
const last = (event: string): Line | undefined => lines().findLast((line) => line.event === event);

beforeAll(async () => {
  server = await startTestServer({}, () => clock.time, undefined, createLog('error', sink));
  root = (await openTestOffice(server, clock)).administrator;
  user = await registerUser(server);
});
afterAll(() => server.stop());

describe('the security log at a level that leaves out ordinary lines', () => {
  it('has the sign-ins of users and staff, and unknown names as keyed hashes', async () => {
    await server.call('login', { account: user.email, password: PASSWORD });
    expect(last('user.sign_in')).toMatchObject({ outcome: 'ok', user: user.id, source: '127.0.0.1' });
    await server.call('login', { account: user.email, password: 'not the harbour' });
    const [known, unknown] = [last('user.sign_in'), 'nobody-there@example.com'];
    expect(known).toMatchObject({ outcome: 'refused', reason: 'login_failed' });
    await server.call('login', { account: unknown, password: 'not the harbour' });
    await server.call('login', { account: unknown.toUpperCase(), password: 'not the harbour' });
    const hashes = lines()
      .filter(({ event }) => event === 'user.sign_in')
      .map(({ name_hash: hash }) => hash);
    expect(hashes.at(-1)).toBe(hashes.at(-2));
    expect(hashes.at(-1)).not.toBe(known?.name_hash);
    expect(hashes.at(-1)).toMatch(/^[\w-]{43}$/);

    await staffCall(server, 'staffSignIn', { name: 'root', password: 'not the harbour either' });
    expect(last('staff.sign_in')).toMatchObject({ outcome: 'refused', reason: 'staff_sign_in_refused' });
    expect(last('staff.sign_in')?.staff).toBe(undefined);
    // The password was right, the code is missing.
    await staffCall(server, 'staffSignIn', { name: 'root', password: STAFF_PASSWORD });
    expect(last('staff.sign_in')).toMatchObject({ outcome: 'refused', staff: root.id });
    expect(lines().some(({ event, staff }) => event === 'staff.factor_on' && staff === root.id)).toBe(true);
  });

  it('has changes of factors and passwords, ended sessions and freezes', async () => {
    const other = await registerUser(server);
    expect(last('user.registered')).toMatchObject({ outcome: 'ok', user: other.id });
    const next = await withAuthenticator({ server, clock } as never, other);
    expect(last('user.factor_on')).toMatchObject({ outcome: 'ok', user: other.id });
    await server.call('login', { account: other.email, password: PASSWORD });
    expect(last('user.sign_in')).toMatchObject({ outcome: 'refused', reason: 'totp_required', user: other.id });
    await server.call('login', { account: other.email, password: PASSWORD, totp: '000000' });
    expect(last('user.sign_in')).toMatchObject({ outcome: 'refused', reason: 'totp_invalid', user: other.id });
    await server.call('totpRecovery', { password: PASSWORD, code: next() }, { token: other.token });
    expect(last('user.recovery_codes_renewed')).toMatchObject({ outcome: 'ok', user: other.id });
    await server.call('totpRemove', { password: PASSWORD, code: next() }, { token: other.token });
    expect(last('user.factor_off')).toMatchObject({ outcome: 'ok', user: other.id });
    clock.time += 3_600_000;
    await server.call('sendEmail', { to: other.email, type: 2 });
    const password = 'another quiet harbour';
    await server.call('forgetPassword', {
      account: other.email,
      new_password: password,
      secondary_password: password,
      auth_code: await lastCode(server, other.email),
    });
    expect(last('user.password_reset')).toMatchObject({ outcome: 'ok', user: other.id });
    const { token } = (await server.call('login', { account: other.email, password })).envelope.data;
    await server.call('logout', {}, { token });
    expect(last('user.signed_out')).toMatchObject({ user: other.id });
    await server.call('freezeByLink', { token: randomUUID() });
    expect(last('user.frozen')).toMatchObject({ outcome: 'refused', reason: 'link_invalid' });
  });

  it('has refused rights, reached limits and hostile input', async () => {
    const demo = await server.demo();
    expect(last('demo.sign_in')).toMatchObject({ outcome: 'ok', user: demo.id });
    await server.call('totpState', {}, { token: demo.token });
    expect(last('right.refused')).toMatchObject({ reason: 'real_account_required', user: demo.id });
    await server.raw('/api/user/loginForU', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect(last('input.refused')).toMatchObject({ reason: 'bad_request', source: '127.0.0.1' });
    await server.raw('/office/api/staff/sign_in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(last('input.refused')).toMatchObject({ reason: 'state_change_refused' });
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    const foreign = {
      ...upgrade,
      'sec-websocket-key': randomBytes(16).toString('base64'),
      origin: 'https://other.example',
    };
    expect((await server.raw(SOCKET_PATH, { headers: foreign })).status).toBe(403);
    expect(last('input.refused')).toMatchObject({ call: SOCKET_PATH, source: '127.0.0.1' });
    for (let guess = 0; guess < 7; guess += 1)
      await server.call('login', { account: user.email, password: `guess ${guess}` });
    expect(last('limit.reached')).toMatchObject({ outcome: 'refused' });
  });

  it('has the heads of the audit log next to it', () => {
    expect(text).toMatch(/"audit":\d+,"hash":"[0-9a-f]{64}"/);
    expect(text).not.toContain('"level":"warn"');
  });

  it('has no secret and no address of mail in any line', () => {
    expect(lines().length).toBeGreaterThan(20);
    const written = lines()
      .map((line) => JSON.stringify(line))
      .join('\n');
    for (const secret of [PASSWORD, STAFF_PASSWORD, 'harbour', '@', user.token, user.email, root.cookie.split('=')[1]])
      expect(written).not.toContain(secret);
  });
});
