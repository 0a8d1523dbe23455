import { MOST_PASSKEYS } from '@fairlot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../src/security/totp.ts';
import { fromBase32 } from './support/office.ts';
import { PASSWORD, type RealUser, query, registerUser, sentTo } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';
import { type Said, SoftwareAuthenticator } from './support/software-authenticator.ts';

const MINUTE_MS = 60_000;
let server: TestServer;
let origin: string;
let aheadMs = 0;

beforeAll(async () => {
  server = await startTestServer({}, () => Date.now() + aheadMs);
  origin = server.url.replace('127.0.0.1', 'localhost');
});
afterAll(() => server.stop());

type Proof = Readonly<Record<string, string>>;

/** Adds a passkey, and returns the answer. */
async function added(user: RealUser, device: SoftwareAuthenticator, proof: Proof = {}, said: Partial<Said> = {}) {
  const { token } = user;
  const begun = (await server.call('passkeyBegin', { password: PASSWORD, ...proof }, { token })).envelope;
  if (begun.reason !== 'ok') return begun;
  const { challenge, rp, user: named } = begun.data;
  const credential = device.create({ challenge, origin, rpId: rp.id, ...said }, named.id);
  return (await server.call('passkeyAdd', { name: 'Phone', credential }, { token })).envelope;
}

async function fresh(): Promise<Said> {
  const { challenge, rpId } = (await server.call('passkeyOptions')).envelope.data;
  return { challenge, rpId, origin };
}
const enter = async (credential: object, more = {}) =>
  (await server.call('passkeySignIn', { credential, ...more })).envelope;
const login = async ({ email }: RealUser, totp = '') =>
  (await server.call('login', { account: email, password: PASSWORD, totp })).envelope;
const codeFrom = async (device: SoftwareAuthenticator) =>
  (await server.call('passkeyCode', { credential: device.use(await fresh()) })).envelope.data.code;
const state = async ({ token }: RealUser) => (await server.call('totpState', {}, { token })).envelope.data;
const templates = async ({ email }: RealUser) =>
  (await sentTo(server, email)).map(({ template }) => template).filter((name) => !name.startsWith('code_'));

async function owner(counter?: number) {
  const user = await registerUser(server);
  const device = new SoftwareAuthenticator(counter);
  const answer = await added(user, device);
  expect(answer.reason).toBe('ok');
  return { user, device, codes: (answer.data as { recovery_codes: string[] }).recovery_codes };
}

describe('a passkey', () => {
  it('signs in alone, and from then on the password is not enough', async () => {
    const { user, device, codes } = await owner();
    expect(codes).toHaveLength(10);
    const signedIn = await enter(device.use(await fresh()));
    expect([signedIn.reason, signedIn.data.user.email]).toEqual(['ok', user.email]);
    expect((await login(user)).reason).toBe('passkey_required');
    expect((await login(user, '123456')).reason).toBe('totp_invalid');
    const code = await codeFrom(device);
    const twins = await Promise.all([login(user, code), login(user, code)]);
    expect(twins.map(({ reason }) => reason).sort()).toEqual(['ok', 'totp_invalid']);
    expect((await login(user, codes[0])).reason).toBe('ok');
    expect(await state(user)).toEqual({ enabled: false, passkeys: 1, recovery_codes_left: 9, reset: null });
    const [listed] = (await server.call('passkeys', {}, { token: user.token })).envelope.data;
    expect(listed).toMatchObject({ name: 'Phone', synced: false, suspended_at: null });
    expect(listed?.last_used_at).not.toBeNull();
    expect(await templates(user)).toContain('passkey_added');
    const [row] = await query<{ changed: boolean }>(
      server,
      'select factor_changed_at is not null as changed from users where id = $1',
      [user.id],
    );
    expect(row).toEqual({ changed: true });
    await expect
      .poll(async () => {
        const { data } = (await server.call('userEvents', {}, { token: user.token })).envelope;
        return data.map(({ kind }) => kind);
      })
      .toEqual(expect.arrayContaining(['passkey_added', 'sign_in']));
  });

  it('replaces the code of an authenticator, also where a call asks for the proof of the owner', async () => {
    const user = await registerUser(server);
    const { token } = user;
    const { secret } = (await server.call('totpBegin', { password: PASSWORD }, { token })).envelope.data;
    const codeNow = () => totpCode(fromBase32(secret), totpStep(Date.now() + aheadMs));
    await server.call('totpConfirm', { code: codeNow() }, { token });
    const device = new SoftwareAuthenticator();
    expect((await added(user, device)).reason).toBe('totp_required');
    aheadMs += MINUTE_MS;
    const second = await added(user, device, { totp: codeNow() });
    expect([second.reason, second.data]).toEqual(['ok', { recovery_codes: [] }]);
    expect((await login(user)).reason).toBe('totp_required');
    expect((await login(user, await codeFrom(device))).reason).toBe('ok');
    const end = (proof: Readonly<Record<string, string>>) => server.call('endSession', proof, { token });
    expect((await end({ password: PASSWORD })).envelope.reason).toBe('totp_required');
    expect((await end({ totp: await codeFrom(device) })).envelope.reason).toBe('ok');
    // Without the authenticator the passkey and the recovery codes stay.
    const code = await codeFrom(device);
    expect((await server.call('totpRemove', { password: PASSWORD, code }, { token })).envelope.reason).toBe('ok');
    expect(await state(user)).toMatchObject({ enabled: false, passkeys: 1, recovery_codes_left: 10 });
    expect((await end({ password: PASSWORD })).envelope.reason).toBe('passkey_required');
    expect((await server.call('totpBegin', { password: PASSWORD }, { token })).envelope.reason).toBe(
      'passkey_required',
    );
  });

  it('is removed with the password and a code, and the recovery codes go with the last one', async () => {
    const { user, device, codes } = await owner();
    const { token } = user;
    const stranger = await owner();
    const [{ id } = { id: 0 }] = (await server.call('passkeys', {}, { token })).envelope.data;
    const remove = async (more: object, by = token) =>
      (await server.call('passkeyRemove', { id, ...more }, { token: by })).envelope.reason;
    expect(await remove({ password: PASSWORD })).toBe('passkey_required');
    expect(await remove({ totp: codes[0] })).toBe('password_required');
    const others = { password: PASSWORD, totp: stranger.codes[0] };
    expect(await remove(others, stranger.user.token)).toBe('ok');
    expect((await server.call('passkeys', {}, { token })).envelope.data).toHaveLength(1);
    expect(await remove({ password: PASSWORD, totp: await codeFrom(device) })).toBe('ok');
    expect((await enter(device.use(await fresh()))).reason).toBe('passkey_failed');
    expect((await login(user)).reason).toBe('ok');
    expect(await state(user)).toEqual({ enabled: false, passkeys: 0, recovery_codes_left: 0, reset: null });
    expect(await templates(user)).toContain('passkey_removed');
  });

  it('of an authenticator without a counter works again and again', async () => {
    const { device } = await owner(0);
    expect((await enter(device.use(await fresh()))).reason).toBe('ok');
    expect((await enter(device.use(await fresh()))).reason).toBe('ok');
  });

  it(`comes with at most ${MOST_PASSKEYS} of one user, also at the same moment`, async () => {
    const { user, codes } = await owner();
    const { token } = user;
    const begun: Record<string, string>[] = [];
    for (const totp of codes.slice(0, 10)) {
      const { data } = (await server.call('passkeyBegin', { password: PASSWORD, totp }, { token })).envelope;
      begun.push({ challenge: data.challenge, rpId: data.rp.id, handle: data.user.id });
    }
    const answers = await Promise.all(
      begun.map(({ challenge = '', rpId = '', handle = '' }) => {
        const credential = new SoftwareAuthenticator().create({ challenge, rpId, origin }, handle);
        return server.call('passkeyAdd', { name: 'One of many', credential }, { token });
      }),
    );
    expect(answers.map(({ envelope }) => envelope.reason).sort()).toEqual(
      [...Array.from({ length: MOST_PASSKEYS - 1 }, () => 'ok'), 'passkey_limit_reached'].sort(),
    );
  });
});

describe('an attacker', () => {
  it('gets in with no answer but a fresh one of the same passkey for this site', async () => {
    const { user, device } = await owner();
    const used = device.use(await fresh());
    expect((await enter(used)).reason).toBe('ok');
    const said = async (more: Partial<Said>) => device.use({ ...(await fresh()), ...more });
    const other = await owner();
    const foreign = new SoftwareAuthenticator();
    const begun = await fresh();
    const tampered = device.use(begun);
    const creation = (await server.call('passkeyBegin', { password: PASSWORD, totp: await codeFrom(device) }, user))
      .envelope.data;
    const attacks: Record<string, object> = {
      'a replayed answer': used,
      'a challenge of its own': await said({ challenge: Buffer.alloc(32, 7).toString('base64url') }),
      'a challenge for a new passkey': await said({ challenge: creation.challenge }),
      'another origin': await said({ origin: 'https://localhost.example.com' }),
      'another port': await said({ origin: 'http://localhost:1' }),
      'another relying party': await said({ rpId: 'example.com' }),
      'no finger, face or PIN': await said({ verified: false }),
      'the answer to another question': await said({ type: 'webauthn.create' }),
      'an unknown passkey': foreign.use(await fresh()),
      'the id of a passkey with the key of another': { ...foreign.use(await fresh()), ...idOf(device) },
      'the handle of another user': device.use(await fresh(), handleOf(other.device)),
      'a changed signature': {
        ...tampered,
        response: { ...tampered.response, signature: foreign.use(begun).response.signature },
      },
      'text that is no answer': { ...used, response: { ...used.response, clientDataJSON: 'AAAA' } },
    };
    const reasons: Record<string, string> = {};
    for (const [name, credential] of Object.entries(attacks)) reasons[name] = (await enter(credential)).reason;
    expect(reasons).toEqual(Object.fromEntries(Object.keys(attacks).map((name) => [name, 'passkey_failed'])));
    // None of them harms the owner.
    expect((await enter(device.use(await fresh()))).reason).toBe('ok');
  });

  it('can use an old challenge as little as an old code', async () => {
    const { user, device } = await owner();
    const old = await fresh();
    const code = await codeFrom(device);
    aheadMs += 3 * MINUTE_MS;
    expect((await login(user, code)).reason).toBe('totp_invalid');
    aheadMs += 8 * MINUTE_MS;
    expect((await enter(device.use(old))).reason).toBe('passkey_failed');
  });

  it('with a code of one user signs in as no other', async () => {
    const [one, other] = [await owner(), await owner()];
    expect((await login(other.user, await codeFrom(one.device))).reason).toBe('totp_invalid');
  });

  it('with a copy suspends the passkey when its counter goes back, and the owner is told', async () => {
    const { user, device, codes } = await owner();
    for (const _ of [1, 2]) expect((await enter(device.use(await fresh()))).reason).toBe('ok');
    device.counter -= 2;
    expect((await enter(device.use(await fresh()))).reason).toBe('passkey_failed');
    device.counter += 10;
    expect((await enter(device.use(await fresh()))).reason).toBe('passkey_failed');
    expect((await templates(user)).filter((name) => name === 'passkey_suspended')).toHaveLength(1);
    const [listed] = (await server.call('passkeys', {}, { token: user.token })).envelope.data;
    expect(listed?.suspended_at).not.toBeNull();
    expect((await login(user)).reason).toBe('passkey_required');
    expect((await login(user, codes[0])).reason).toBe('ok');
  });

  it('with a stolen session adds no passkey, by its own or another challenge', async () => {
    const [user, other] = [await registerUser(server), await registerUser(server)];
    const device = new SoftwareAuthenticator();
    expect((await added(user, device, { password: '' })).reason).toBe('password_required');
    expect((await added(user, device, { password: 'not the harbour' })).reason).toBe('password_wrong');
    expect((await added(user, device, {}, { origin: 'https://evil.example.com' })).reason).toBe('passkey_failed');
    expect((await added(user, device, {}, { rpId: 'evil.example.com' })).reason).toBe('passkey_failed');
    expect((await added(user, device, {}, { verified: false })).reason).toBe('passkey_failed');
    expect((await added(user, device, {}, { challenge: (await fresh()).challenge })).reason).toBe('passkey_failed');
    const begun = (await server.call('passkeyBegin', { password: PASSWORD }, other)).envelope.data;
    expect((await added(user, device, {}, { challenge: begun.challenge })).reason).toBe('passkey_failed');
    expect((await added(user, device)).reason).toBe('ok');
    // The same credential belongs to one user.
    expect((await added(other, device)).reason).toBe('passkey_failed');
  });

  it('who is frozen out stays out', async () => {
    const { user, device } = await owner();
    await query(server, 'update users set blocked_at = now() where id = $1', [user.id]);
    expect((await enter(device.use(await fresh()))).reason).toBe('account_blocked');
  });
});

it('a site without a name or without https offers no passkeys', async () => {
  const plain = await startTestServer({ FAIRLOT_SITE_ORIGIN: 'https://192.0.2.7' });
  try {
    expect((await plain.call('passkeyOptions')).envelope.reason).toBe('passkeys_unavailable');
  } finally {
    await plain.stop();
  }
});

const idOf = (device: SoftwareAuthenticator) => ({
  id: device.id.toString('base64url'),
  rawId: device.id.toString('base64url'),
});
const handleOf = (device: SoftwareAuthenticator): string =>
  device.use({ challenge: '', origin: '', rpId: '' }).response.userHandle;
