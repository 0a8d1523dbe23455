import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../src/security/totp.ts';
import { fromBase32 } from './support/office.ts';
import { PASSWORD, type RealUser, lastCode, query, registerUser } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';

let server: TestServer;
/** The clock moves only where a test moves it, so that a slow machine shortens no wait and changes no code. */
const began = Date.now();
let aheadMs = 0;

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_TRUSTED_PROXIES: '127.0.0.1' }, () => began + aheadMs);
});
afterAll(() => server.stop());

const signIn = async (user: RealUser, password = user.password, more = {}) =>
  (await server.call('login', { account: user.email, password, ...more })).envelope;
const codeAt = (secret: string): string => totpCode(fromBase32(secret), totpStep(began + aheadMs));

describe('an authenticator', () => {
  it('is set up with the password and a code, required at every sign-in, and accepts each code once', async () => {
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
      passkeys: 0,
      recovery_codes_left: 10,
      reset: null,
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

  it('can be replaced by recovery codes, which work once and are shown once', async () => {
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
      passkeys: 0,
      recovery_codes_left: 9,
      reset: null,
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
    // A plain hash of 66 bits could be found by trying.
    const plain = renewed.map((each) =>
      createHash('sha256')
        .update(`${user.id} ${each.replaceAll('-', '')}`)
        .digest('hex'),
    );
    expect(plain.filter((hash) => kept.some(({ row }) => row.includes(hash)))).toEqual([]);
    expect(
      renewed.filter((each) => kept.some(({ row }) => row.includes(each) || row.includes(each.replaceAll('-', '')))),
    ).toEqual([]);
    // A user who has lost the app can remove the authenticator with a recovery code.
    expect(
      (await server.call('totpRemove', { password: PASSWORD, code: renewed[1] ?? '' }, { token })).envelope.reason,
    ).toBe('ok');
    expect((await signIn(user)).reason).toBe('ok');
    expect((await server.call('totpState', {}, { token })).envelope.data).toEqual({
      enabled: false,
      passkeys: 0,
      recovery_codes_left: 0,
      reset: null,
    });
  });

  it('stays on when a code by mail sets a new password, and is asked for at the next sign-in', async () => {
    const user = await registerUser(server);
    const { secret } = (await server.call('totpBegin', { password: PASSWORD }, { token: user.token })).envelope.data;
    await server.call('totpConfirm', { code: codeAt(secret) }, { token: user.token });
    await server.call('sendEmail', { to: user.email, type: 2 });
    const password = 'another quiet harbour';
    const set = await server.call('forgetPassword', {
      account: user.email,
      auth_code: await lastCode(server, user.email),
      new_password: password,
      secondary_password: password,
    });
    expect(set.envelope.reason).toBe('ok');
    expect((await signIn(user, password)).reason).toBe('totp_required');
    aheadMs += 30_000;
    const { reason, data } = await signIn(user, password, { totp: codeAt(secret) });
    expect(reason).toBe('ok');
    const state = await server.call('totpState', {}, { token: data.token });
    expect(state.envelope.data.enabled).toBe(true);
  });

  it('can’t be guessed by an attacker who has the password', async () => {
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

  it('can’t be guessed from many networks, nor over several screens: the tries are counted together', async () => {
    const user = await registerUser(server);
    const { token } = user;
    const { secret } = (await server.call('totpBegin', { password: PASSWORD }, { token })).envelope.data;
    await server.call('totpConfirm', { code: codeAt(secret) }, { token });
    const reasons: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      const [code, from] = [String(100_000 + index), `2001:db8:0:${(index + 1).toString(16)}::1`];
      const fields = { password: PASSWORD, code };
      const signedIn = await server.call('login', { account: user.email, password: PASSWORD, totp: code }, { from });
      reasons.push(
        signedIn.envelope.reason,
        (await server.call('totpRemove', fields, { token, from })).envelope.reason,
        (await server.call('totpRecovery', fields, { token, from })).envelope.reason,
      );
    }
    expect(new Set(reasons)).toEqual(new Set(['totp_invalid', 'too_many_attempts']));
    expect(reasons.filter((reason) => reason === 'totp_invalid').length).toBeLessThanOrEqual(21);
    // A thief's guesses end with the wait; the owner's code works then.
    aheadMs += 16 * 60_000;
    expect((await signIn(user, PASSWORD, { totp: codeAt(secret) })).reason).toBe('ok');
  });

  it('keeps a thief of the session from guessing the password from many networks', async () => {
    const user = await registerUser(server);
    const reasons: string[] = [];
    for (let index = 0; index < 25; index += 1)
      reasons.push(
        (
          await server.call(
            'totpBegin',
            { password: `guess ${index}` },
            { token: user.token, from: `2001:db8:1:${(index + 1).toString(16)}::1` },
          )
        ).envelope.reason,
      );
    expect(reasons.filter((reason) => reason === 'login_failed').length).toBeLessThanOrEqual(21);
    expect(reasons.at(-1)).toBe('too_many_attempts');
  });
});
