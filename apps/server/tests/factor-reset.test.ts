import { DAY_MS, HOUR_MS } from '@fairlot/domain';
import { imageIdOf, pushNotice } from '@fairlot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, boundAddress, done, fundedUser, openBank, uploaded } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { draw, signIn, withAuthenticator } from './support/owner-calls.ts';
import { TestBrowser, TestPushService } from './support/push-service.ts';
import { type RealUser, lastCode, query, registerUser, sentTo } from './support/real-user.ts';

const WORDS = 'Called back on the number of the registration; face matches the papers.';

let bank: Bank;
let push: TestPushService;
let first: Colleague;
let second: Colleague;
beforeAll(async () => {
  push = await TestPushService.open();
  bank = await openBank({ FAIRLOT_PUSH_PRIVATE_ORIGINS: push.origin }, { withdrawal_wait_hours: 24 });
  first = await bank.office.hire('compliance-one', ['compliance']);
  second = await bank.office.hire('compliance-two', ['compliance']);
});
afterAll(async () => {
  await bank.server.stop();
  await push.close();
});

/** Asks for the removal with a code that was just sent. */
const ask = async (user: RealUser, fields: Readonly<Record<string, unknown>> = {}) => {
  // More than two codes in an hour need a captcha.
  bank.clock.time += HOUR_MS;
  expect((await bank.server.call('sendEmail', { to: user.email, type: 3 })).envelope.reason).toBe('ok');
  const auth_code = await lastCode(bank.server, user.email);
  const input = { account: user.email, password: user.password, auth_code, ...fields };
  return (await bank.server.call('askFactorReset', input)).envelope;
};
const idOf = async (user: RealUser): Promise<number> => {
  const [row] = await query<{ id: string }>(
    bank.server,
    'select id from factor_resets where user_id = $1 order by id desc limit 1',
    [user.id],
  );
  return Number(row?.id);
};
/** State of the newest request. The clock has moved since the last look, so the session may have ended by its idle time. */
const stateOf = async (user: RealUser): Promise<string> => {
  second = await bank.office.again(second);
  return (await second.call('factorReset', { id: await idOf(user) })).envelope.data.state;
};
const verify = async (user: RealUser): Promise<void> => {
  const images = [await uploaded(bank.server, user.id), await uploaded(bank.server, user.id)].map(imageIdOf);
  await query(
    bank.server,
    `insert into identity_submissions (user_id, name, card_id, card_key, front_image, reverse_image, key, submitted_at, status, country, decided_at, decided_by)
     values ($1, 'Ada Owner', 'D1234567', $2, $3, $4, $2, now(), 'finished', 'DE', now(), $5)`,
    [user.id, `key of ${user.id}`, ...images, first.id],
  );
};
/** A user with an authenticator. `lost` returns codes as if the owner still had it. */
const withFactor = async (): Promise<{ readonly user: RealUser; readonly code: () => string }> => {
  const user = await registerUser(bank.server);
  return { user, code: await withAuthenticator(bank, user) };
};
const templates = async (user: RealUser): Promise<readonly string[]> =>
  (await sentTo(bank.server, user.email))
    .map(({ template }) => template)
    .filter((name) => name.startsWith('factor_reset'));
const renewStaff = async (): Promise<void> => {
  first = await bank.office.again(first);
  second = await bank.office.again(second);
};
/** Agrees with two people. */
const agree = async (user: RealUser): Promise<void> => {
  const id = await idOf(user);
  await renewStaff();
  await done(first, 'checkFactorReset', { id, words: WORDS });
  await done(second, 'approveFactorReset', { id, words: WORDS });
};

describe('a lost authenticator', () => {
  it('is removed after password, code by mail, two people and the wait; withdrawals wait then', async () => {
    const user = await fundedUser(bank, '500');
    const method = await boundAddress(bank, user);
    await withAuthenticator(bank, user);
    await query(
      bank.server,
      `insert into passkeys (user_id, name, credential_id, public_key, user_handle, sign_count, synced, created_at)
       values ($1, 'Lost phone', 'id', 'key', 'handle', 0, false, now())`,
      [user.id],
    );
    await verify(user);
    bank.clock.time += 2 * DAY_MS;
    const browser = new TestBrowser(push.origin);
    await bank.server.call('pushSubscribe', browser.subscription, { token: user.token, lang: 'en' });

    expect((await signIn(bank, user)).reason).toBe('totp_required');
    expect((await ask(user, { password: 'not the harbour' })).reason).toBe('login_failed');
    expect((await ask(user, { auth_code: '000000' })).reason).toBe('code_invalid');
    const asked = await ask(user);
    expect(asked).toMatchObject({ reason: 'ok', data: { effective_at: null } });
    expect((await ask(user)).data).toEqual(asked.data);
    expect(await templates(user)).toEqual(['factor_reset_open']);
    await expect.poll(() => push.to(browser.path).length).toBe(1);
    expect(pushNotice.parse(browser.open(push.to(browser.path)[0]!))).toMatchObject({ path: '/mine/security' });

    const id = await idOf(user);
    await renewStaff();
    expect((await first.call('factorReset', { id })).envelope.data).toMatchObject({
      state: 'waiting',
      identity: 'finished',
      verified_name: 'Ada Owner',
      may_check: true,
      password_changed_at: null,
      factor_changed_at: expect.any(String) as string,
      method_bound_at: expect.any(String) as string,
      open_withdrawals: 0,
    });
    await done(first, 'checkFactorReset', { id, words: WORDS });
    expect((await first.call('approveFactorReset', { id, words: WORDS })).envelope.reason).toBe(
      'second_person_required',
    );
    await done(second, 'approveFactorReset', { id, words: WORDS });
    const due = bank.clock.time + 72 * HOUR_MS;
    expect((await ask(user)).data.effective_at).toBe(new Date(due).toISOString());

    // Told each day while it waits.
    for (let day = 1; day <= 2; day += 1) {
      bank.clock.time += DAY_MS;
      await expect.poll(async () => (await templates(user)).length, { timeout: 120_000 }).toBe(2 + day);
    }
    expect((await signIn(bank, user)).reason).toBe('totp_required');
    const last = (await sentTo(bank.server, user.email)).findLast(({ template }) => template.startsWith('factor_'));
    expect(last).toMatchObject({ template: 'factor_reset_approved' });
    expect(last?.body).toContain(`${new Date(due).toISOString().slice(0, 16).replace('T', ' ')} UTC`);
    expect(last?.body).toMatch(/freeze\?token=[\w-]{43}/);

    bank.clock.time = due;
    await expect.poll(async () => (await templates(user)).at(-1), { timeout: 120_000 }).toBe('factor_reset_done');
    expect((await bank.server.call('userInfo', {}, { token: user.token })).envelope.reason).toBe('session_invalid');
    const { token } = (await signIn(bank, user)).data;
    const factors = { enabled: false, passkeys: 0, recovery_codes_left: 0 };
    expect((await bank.server.call('totpState', {}, { token })).envelope.data).toMatchObject(factors);
    expect((await draw(bank, token, method, { password: user.password })).reason).toBe('withdrawal_waits');
    const audited = () =>
      query<{ outcome: string }>(
        bank.server,
        `select outcome from audit_log where action = 'factor_resets/apply' and user_id = $1`,
        [user.id],
      );
    // The entry is written after the commit of the removal.
    await expect.poll(audited).toEqual([{ outcome: 'done' }]);
    const events = async () =>
      (await bank.server.call('userEvents', {}, { token })).envelope.data.map(({ kind }) => kind);
    await expect.poll(events).toContain('factor_off');
  });

  it('stays when the owner signs in with it, sets a new password, says so, or freezes the account', async () => {
    const signedIn = await withFactor();
    await verify(signedIn.user);
    expect((await ask(signedIn.user)).reason).toBe('ok');
    await agree(signedIn.user);
    expect((await signIn(bank, signedIn.user)).reason).toBe('totp_required');
    expect(await stateOf(signedIn.user)).toBe('approved');
    const { envelope } = await bank.server.call('login', {
      account: signedIn.user.email,
      password: signedIn.user.password,
      totp: signedIn.code(),
    });
    expect(envelope.reason).toBe('ok');
    expect(await stateOf(signedIn.user)).toBe('cancelled');

    const changed = await withFactor();
    await ask(changed.user);
    bank.clock.time += 2 * 60_000;
    await bank.server.call('sendEmail', { to: changed.user.email, type: 2 });
    const password = 'another quiet harbour';
    await bank.server.call('forgetPassword', {
      account: changed.user.email,
      new_password: password,
      secondary_password: password,
      auth_code: await lastCode(bank.server, changed.user.email),
    });
    await renewStaff();
    expect(await stateOf(changed.user)).toBe('cancelled');

    const said = await withFactor();
    await ask(said.user);
    const shown = await bank.server.call('totpState', {}, { token: said.user.token });
    expect(shown.envelope.data.reset).toMatchObject({ effective_at: null });
    expect((await bank.server.call('cancelFactorReset', {}, { token: said.user.token })).envelope.reason).toBe('ok');
    expect(await stateOf(said.user)).toBe('cancelled');
    expect((await bank.server.call('totpState', {}, { token: said.user.token })).envelope.data.reset).toBe(null);

    const frozen = await withFactor();
    await ask(frozen.user);
    const told = (await sentTo(bank.server, frozen.user.email)).findLast(
      ({ template }) => template === 'factor_reset_open',
    );
    const token = /freeze\?token=([\w-]+)/.exec(told?.body ?? '')?.[1] ?? '';
    expect((await bank.server.call('freezeByLink', { token })).envelope.reason).toBe('ok');
    expect(await stateOf(frozen.user)).toBe('cancelled');
    expect((await ask(frozen.user)).reason).toBe('account_blocked');
  });

  it('stays when staff froze the account, or refuse with words that the user reads', async () => {
    const frozen = await withFactor();
    await verify(frozen.user);
    await ask(frozen.user);
    await agree(frozen.user);
    await done(first, 'officeFreezeUser', { user_id: frozen.user.id, reason: 'the account was taken over' });
    // At once, so that a freeze that is lifted before the end of the wait stops it too.
    expect(await stateOf(frozen.user)).toBe('cancelled');

    const { user } = await withFactor();
    await ask(user);
    const id = await idOf(user);
    await renewStaff();
    expect((await first.call('checkFactorReset', { id, words: WORDS })).envelope).toMatchObject({
      code: 4070,
      reason: 'papers_required',
    });
    const reason = 'Please send a photo of your passport to support, then ask again.';
    await done(first, 'refuseFactorReset', { id, reason });
    expect((await sentTo(bank.server, user.email)).at(-1)).toMatchObject({ template: 'factor_reset_refused' });
    expect((await sentTo(bank.server, user.email)).at(-1)?.body).toContain(reason);
    // Papers were asked for, so the first person may agree to the next request.
    expect((await ask(user)).reason).toBe('ok');
    await agree(user);
    expect(await stateOf(user)).toBe('approved');
  });

  it('is not asked for where there is none, nor by who knows the password alone', async () => {
    const user = await registerUser(bank.server);
    expect((await ask(user)).reason).toBe('totp_not_begun');
    const other = await withFactor();
    const { envelope } = await bank.server.call('askFactorReset', {
      account: other.user.email,
      password: other.user.password,
      auth_code: '123456',
    });
    expect(envelope.reason).toBe('code_invalid');
    // A code for another purpose is none for this one.
    bank.clock.time += 2 * 60_000;
    await bank.server.call('sendEmail', { to: other.user.email, type: 2 });
    const reset = await lastCode(bank.server, other.user.email);
    expect((await ask(other.user, { auth_code: reset })).reason).toBe('code_invalid');
  });
});
