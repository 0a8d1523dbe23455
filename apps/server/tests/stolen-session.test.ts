import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@fairlot/domain';
import { pushNotice } from '@fairlot/contract';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tables } from '../src/db/tables/index.ts';
import { FreezeLinks } from '../src/features/auth/freeze-links.ts';
import type { SessionStore } from '../src/features/auth/session-store.ts';
import type { UserNotices } from '../src/messages/user-notices.ts';
import { type Bank, boundAddress, done, fundedUser, openBank, uploaded } from './support/money.ts';
import { TestBrowser, TestPushService } from './support/push-service.ts';
import { type Proof, bind, draw, signIn, warnings, withAuthenticator } from './support/owner-calls.ts';
import { type RealUser, query, sentTo } from './support/real-user.ts';

let bank: Bank;
let service: TestPushService;
beforeAll(async () => {
  service = await TestPushService.open();
  bank = await openBank({ FAIRLOT_PUSH_PRIVATE_ORIGINS: service.origin });
});
afterAll(async () => {
  await bank.server.stop();
  await service.close();
});

const tokenOf = (body: string | null | undefined): string => /freeze\?token=([\w-]+)/.exec(body ?? '')?.[1] ?? 'none';
/** Figures in a text carry isolates and a no-break space. */
const plain = (text: string): string => text.replaceAll(/[\u2066\u2069]/g, '').replaceAll('\u00A0', ' ');
const freeze = async (at: Bank, token: string) => (await at.server.call('freezeByLink', { token })).envelope;

describe('a stolen session', () => {
  it('neither binds a method nor withdraws without the password', async () => {
    const user = await fundedUser(bank, '500');
    const method = await boundAddress(bank, user);
    const deeds = [(proof: Proof) => bind(bank, user, proof), (proof: Proof) => draw(bank, user.token, method, proof)];
    for (const deed of deeds) {
      expect((await deed({})).reason).toBe('password_required');
      expect((await deed({ totp: '123456' })).reason).toBe('password_required');
      expect((await deed({ password: 'not the harbour' })).reason).toBe('password_wrong');
    }
    expect((await warnings(bank, user)).map(({ template }) => template)).toEqual(['method_bound']);
    for (const deed of deeds) expect((await deed({ password: user.password })).reason).toBe('ok');
  });

  it('needs a code where the user has an authenticator, and each code works once', async () => {
    const user = await fundedUser(bank, '500');
    const method = await boundAddress(bank, user);
    const nextCode = await withAuthenticator(bank, user);
    expect((await draw(bank, user.token, method, { password: user.password })).reason).toBe('totp_required');
    expect((await draw(bank, user.token, method, { totp: '000000' })).reason).toBe('totp_invalid');
    const totp = nextCode();
    expect((await bind(bank, user, { totp })).reason).toBe('ok');
    expect((await draw(bank, user.token, method, { totp })).reason).toBe('totp_invalid');
    expect((await draw(bank, user.token, method, { totp: nextCode() })).reason).toBe('ok');
  });

  it('has a few guesses, which count at sign-in too', async () => {
    const user = await fundedUser(bank, '500');
    const method = await boundAddress(bank, user);
    await withAuthenticator(bank, user);
    for (let guess = 0; guess < 3; guess += 1)
      expect((await draw(bank, user.token, method, { totp: '000000' })).reason).toBe('totp_invalid');
    for (let guess = 0; guess < 3; guess += 1)
      expect((await bind(bank, user, { totp: '000000' })).reason).toBe('totp_invalid');
    expect((await draw(bank, user.token, method, { totp: '000000' })).reason).toBe('too_many_attempts');
    const { envelope } = await bank.server.call('login', {
      account: user.email,
      password: user.password,
      totp: '000000',
    });
    expect(envelope.reason).toBe('too_many_attempts');
  });

  it('is told to the owner once for each deed, and a repeat needs no second proof', async () => {
    const user = await fundedUser(bank, '500');
    const nextCode = await withAuthenticator(bank, user);
    const browser = new TestBrowser(service.origin);
    await bank.server.call('pushSubscribe', browser.subscription, { token: user.token, lang: 'de' });
    const [key, totp] = [randomUUID(), nextCode()];
    const first = await bind(bank, user, { totp }, key);
    expect((await bind(bank, user, { totp }, key)).data).toEqual(first.data);
    const drawKey = randomUUID();
    const drawCode = nextCode();
    const asked = await draw(bank, user.token, first.data.id, { totp: drawCode }, drawKey);
    expect((await draw(bank, user.token, first.data.id, { totp: drawCode }, drawKey)).data).toEqual(asked.data);
    await expect.poll(() => service.to(browser.path).length).toBe(2);
    const pushed = service.to(browser.path).map((message) => pushNotice.parse(browser.open(message)));
    expect(new Set(pushed.map(({ title, path }) => `${plain(title)} ${path}`))).toEqual(
      new Set(['Auszahlung beantragt: 50.00 USD /mine/withdraw', 'Ein Auszahlungsweg wurde hinzugefügt /mine/wallet']),
    );
    const told = await warnings(bank, user);
    expect(told.map(({ template }) => template)).toEqual(['method_bound', 'withdrawal_requested']);
    expect(told[0]?.body).toContain('0xfB69…c5d359');
    expect(told[1]?.subject).toContain('50.00 USD');
    for (const { body } of told) expect(body).toMatch(/https?:\/\/[^\s]+\/#\/freeze\?token=[\w-]{43}&lang=en/);
  });
});

describe('a withdrawal of a frozen user', () => {
  it('is neither approved nor paid until the user is unfrozen, and the reason is shown', async () => {
    const taken = await fundedUser(bank, '500');
    const how = await boundAddress(bank, taken);
    const proof = { password: taken.password };
    const { id: first } = (await draw(bank, taken.token, how, proof)).data;
    const { id: second } = (await draw(bank, taken.token, how, proof)).data;
    await done(bank.one, 'withdrawalApprove', { id: first });
    await done(bank.one, 'withdrawalClaim', { id: first });
    const compliance = await bank.office.hire('compliance', ['compliance']);
    await done(compliance, 'officeFreezeUser', { user_id: taken.id, reason: 'the account was taken over' });

    expect((await bank.one.call('withdrawalApprove', { id: second })).envelope).toMatchObject({
      reason: 'user_frozen',
      msg: 'This user is frozen. Nothing is approved or paid out until compliance unfreezes the user.',
    });
    expect((await bank.one.call('withdrawalPay', { id: first, reference: 'tx' })).envelope.reason).toBe('user_frozen');
    for (const who of [bank.one, compliance]) {
      expect((await who.call('officeUser', { user_id: taken.id })).envelope.data).toMatchObject({
        frozen_reason: 'the account was taken over',
        frozen_by: 'compliance',
      });
    }
    expect((await bank.one.call('staffWithdrawal', { id: first })).envelope.data.owner).toMatchObject({
      frozen_at: expect.any(String) as string,
      frozen_reason: 'the account was taken over',
      frozen_by: 'compliance',
    });
    await done(compliance, 'officeUnfreezeUser', { user_id: taken.id, reason: 'it was a mistake' });
    expect((await bank.one.call('officeUser', { user_id: taken.id })).envelope.data).toMatchObject({
      frozen_at: null,
      frozen_reason: '',
      frozen_by: null,
    });
    await done(bank.one, 'withdrawalPay', { id: first, reference: 'tx' });
    await done(bank.one, 'withdrawalApprove', { id: second });
  });
});

/** Deletes links that expired, as the server does each hour. */
async function tidyLinks(): Promise<void> {
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: bank.server.databaseUrl }) }),
  });
  const links = new FreezeLinks({
    db,
    sessions: {} as SessionStore,
    notices: () => ({}) as UserNotices,
    origin: () => '',
    clock: () => bank.clock.time,
    log: { error: (_fields, message) => expect.fail(message) },
  });
  links.start();
  await links.stop();
  await db.destroy();
}

describe('the link in a notice', () => {
  it('freezes the account once, without a session: nobody signs in and nothing is paid', async () => {
    const user = await fundedUser(bank, '500');
    const method = await boundAddress(bank, user);
    const { data } = await draw(bank, user.token, method, { password: user.password });
    await done(bank.one, 'withdrawalApprove', { id: data.id });
    await done(bank.one, 'withdrawalClaim', { id: data.id });
    const token = tokenOf((await warnings(bank, user)).at(-1)?.body);
    const { token: thief } = (await signIn(bank, user)).data;

    expect(await freeze(bank, token)).toMatchObject({ reason: 'ok', msg: 'Your account is frozen' });
    for (const session of [user.token, thief])
      expect((await bank.server.call('userInfo', {}, { token: session })).envelope.reason).toBe('session_invalid');
    expect((await signIn(bank, user)).reason).toBe('account_blocked');
    expect((await bank.one.call('withdrawalPay', { id: data.id, reference: 'tx' })).envelope.reason).toBe(
      'user_frozen',
    );
    expect((await bank.one.call('officeUser', { user_id: user.id })).envelope.data).toMatchObject({
      frozen_at: expect.any(String) as string,
      frozen_by: null,
      sessions: 0,
    });
    expect((await sentTo(bank.server, user.email)).at(-1)?.template).toBe('account_frozen');
    // A lost answer is asked for again.
    expect((await freeze(bank, token)).reason).toBe('ok');

    const compliance = bank.office.administrator;
    await done(compliance, 'officeUnfreezeUser', { user_id: user.id, reason: 'the owner called' });
    expect((await freeze(bank, token)).reason).toBe('link_invalid');
    expect((await signIn(bank, user)).reason).toBe('ok');
    const { list } = (await compliance.call('auditList', { user_id: user.id })).envelope.data;
    expect(list.map(({ action }) => action)).toContain('users/freeze_by_link');
  });

  it('freezes behind a freeze of staff, and holds when that one is lifted', async () => {
    const user = await fundedUser(bank, '500');
    await boundAddress(bank, user);
    const token = tokenOf((await warnings(bank, user)).at(-1)?.body);
    const compliance = bank.office.administrator;
    const unfreeze = () => done(compliance, 'officeUnfreezeUser', { user_id: user.id, reason: 'it was a mistake' });
    const state = async () => (await compliance.call('officeUser', { user_id: user.id })).envelope.data;
    await done(compliance, 'officeFreezeUser', { user_id: user.id, reason: 'papers are missing' });
    expect((await freeze(bank, token)).reason).toBe('ok');
    expect((await freeze(bank, token)).reason).toBe('ok');
    expect(await state()).toMatchObject({ frozen_reason: 'papers are missing' });
    // Links live for seven days; a freeze has no end.
    await query(bank.server, `update freeze_links set expires_at = $2 where user_id = $1`, [
      user.id,
      new Date(bank.clock.time - DAY_MS),
    ]);
    const other = await fundedUser(bank, '500');
    await boundAddress(bank, other);
    await tidyLinks();
    const links = (id: number) => query(bank.server, 'select used_at from freeze_links where user_id = $1', [id]);
    expect(await links(user.id)).toEqual([{ used_at: expect.any(Date) as Date }]);
    expect(await links(other.id)).toEqual([{ used_at: null }]);

    await unfreeze();
    expect(await state()).toMatchObject({
      frozen_at: expect.any(String) as string,
      frozen_reason: '',
      frozen_by: null,
    });
    expect((await signIn(bank, user)).reason).toBe('account_blocked');
    expect((await sentTo(bank.server, user.email)).at(-1)?.template).toBe('account_frozen');
    await unfreeze();
    expect((await signIn(bank, user)).reason).toBe('ok');
    expect((await freeze(bank, token)).reason).toBe('link_invalid');

    await done(compliance, 'officeFreezeUser', { user_id: user.id, reason: 'papers are missing' });
    await unfreeze();
    expect(await state()).toMatchObject({ frozen_at: null });
  });
});

/** Stores a verified identity, as the review of documents does. */
async function verify(user: RealUser, name: string): Promise<void> {
  const sides = [await uploaded(bank.server, user.id), await uploaded(bank.server, user.id)];
  await query(
    bank.server,
    `insert into identity_submissions
      (user_id, name, card_id, card_key, front_image, reverse_image, status, key, decided_at, decided_by, country)
    values ($1, $2, 'x', gen_random_uuid()::text, $3, $4, 'finished', gen_random_uuid()::text, now(), 1, 'DE')`,
    [user.id, name, ...sides.map((url) => url.split('/').at(-1))],
  );
}

it('staff who decide a withdrawal see the identity behind it and what is new', async () => {
  const user = await fundedUser(bank, '500');
  const method = await bank.server.call(
    'bindDrawMethod',
    {
      type: 2,
      draw_id: bank.usd,
      bank_name: 'My Bank',
      payee_name: 'PERSON, Ánna',
      payee_account: 'DE89 3704 0044 0532 0130 00',
      password: user.password,
    },
    { token: user.token },
  );
  const asked = await bank.server.call(
    'draw',
    { draw_currency_id: bank.usd, number: '50', draw_method_id: method.envelope.data.id, password: user.password },
    { token: user.token },
  );
  const owner = async () =>
    (await bank.one.call('staffWithdrawal', { id: asked.envelope.data.id })).envelope.data.owner;
  expect(await owner()).toMatchObject({
    frozen_at: null,
    identity: 'none',
    verified_name: '',
    name_match: 'unknown',
    password_changed_at: null,
    factor_changed_at: null,
    second_factor: false,
    new_sessions: [{ address: '127.0.0.1' }],
    method_bound_at: new Date(bank.clock.time).toISOString(),
  });
  await verify(user, 'Anna Person');
  expect(await owner()).toMatchObject({ identity: 'finished', verified_name: 'Anna Person', name_match: 'same' });
  await query(bank.server, 'update identity_submissions set name = $2 where user_id = $1', [user.id, 'Another Person']);
  expect(await owner()).toMatchObject({ verified_name: 'Another Person', name_match: 'different' });
  await withAuthenticator(bank, user);
  expect(await owner()).toMatchObject({ second_factor: true, factor_changed_at: expect.any(String) as string });
});

it('a link works for seven days', async () => {
  const [early, late] = [await fundedUser(bank, '100'), await fundedUser(bank, '100')];
  for (const user of [early, late]) await boundAddress(bank, user);
  const [first, second] = await Promise.all(
    [early, late].map(async (user) => tokenOf((await warnings(bank, user))[0]?.body)),
  );
  bank.clock.time += 7 * DAY_MS - HOUR_MS;
  expect((await freeze(bank, first ?? '')).reason).toBe('ok');
  bank.clock.time += 2 * HOUR_MS;
  expect((await freeze(bank, second ?? '')).reason).toBe('link_invalid');
  expect((await freeze(bank, 'x'.repeat(43))).reason).toBe('link_invalid');
  expect((await freeze(bank, '')).reason).toBe('link_invalid');
});
