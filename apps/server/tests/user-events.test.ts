import { DAY_MS } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withAuthenticator } from './support/owner-calls.ts';
import { PASSWORD, type RealUser, query, registerUser, sentTo } from './support/real-user.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

const HOME = '198.51.100.7';
const ELSEWHERE = '203.0.113.9';
/** Wrong codes of a network before it has to wait. */
const WRONG_CODES = 6;

const clock = { time: Date.now() };
let server: RestartableServer;
beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_TRUSTED_PROXIES: '127.0.0.1' }, () => clock.time);
});
afterAll(() => server.stop());

const signIn = async (user: RealUser, from: string, fields: Readonly<Record<string, string>> = {}) =>
  (await server.call('login', { account: user.email, password: PASSWORD, ...fields }, { from })).envelope;
const eventsOf = async ({ token }: RealUser, before?: number) =>
  (await server.call('userEvents', before === undefined ? {} : { before }, { token })).envelope.data;
const kindsOf = async (user: RealUser) => (await eventsOf(user)).map(({ kind }) => kind);
const templates = async (user: RealUser) =>
  (await sentTo(server, user.email)).map(({ template }) => template).filter((name) => !name.startsWith('code_'));

describe('security events of a user', () => {
  it('are listed for the owner alone: sign-ins, new devices, failures counted together', async () => {
    const [user, other] = [await registerUser(server), await registerUser(server)];
    expect((await signIn(user, HOME)).reason).toBe('ok');
    expect((await signIn(user, HOME)).reason).toBe('ok');
    for (let guess = 0; guess < 3; guess += 1)
      expect((await signIn(user, ELSEWHERE, { password: `guess ${guess}` })).reason).toBe('login_failed');
    const figures = async () => (await eventsOf(user)).map(({ kind, address, count }) => [kind, address, count]);
    await expect.poll(figures).toEqual([
      ['sign_in_failed', ELSEWHERE, 3],
      ['sign_in', HOME, 1],
      ['new_device', HOME, 1],
    ]);
    expect(await eventsOf(other)).toEqual([]);
    expect(await templates(user)).toEqual(['new_device']);
    const mail = (await sentTo(server, user.email)).find(({ template }) => template === 'new_device');
    expect(mail?.subject).not.toBe('');
  });

  it('have the changes of the second factor, with mails that freeze, and one mail after five wrong codes', async () => {
    const user = await registerUser(server);
    const next = await withAuthenticator({ server, clock } as never, user);
    for (let guess = 0; guess < 7; guess += 1) await signIn(user, ELSEWHERE, { totp: `00000${guess}` });
    clock.time += DAY_MS;
    expect(
      (await server.call('totpRecovery', { password: PASSWORD, code: next() }, { token: user.token })).envelope.reason,
    ).toBe('ok');
    expect(
      (await server.call('totpRemove', { password: PASSWORD, code: next() }, { token: user.token })).envelope.reason,
    ).toBe('ok');
    await expect
      .poll(async () => (await eventsOf(user)).map(({ kind, count }) => [kind, count]))
      .toEqual([
        ['factor_off', 1],
        ['recovery_codes_renewed', 1],
        ['wrong_codes', WRONG_CODES],
        ['factor_on', 1],
      ]);
    expect(await templates(user)).toEqual(['factor_on', 'wrong_codes', 'recovery_codes_renewed', 'factor_off']);
    // After sending, a text with a link is deleted.
    const links = await query<{ count: string }>(server, 'select count(*) from freeze_links where user_id = $1', [
      user.id,
    ]);
    expect(Number(links[0]?.count)).toBe(4);
  });

  it('have a right password without a code, unless the sign-in goes on from there', async () => {
    const user = await registerUser(server);
    const next = await withAuthenticator({ server, clock } as never, user);
    clock.time += DAY_MS;
    expect((await signIn(user, HOME)).reason).toBe('totp_required');
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await signIn(user, ELSEWHERE)).reason).toBe('totp_required');
    expect((await signIn(user, HOME, { totp: next() })).reason).toBe('ok');
    const figures = async () => (await eventsOf(user)).map(({ kind, address, count }) => [kind, address, count]);
    await expect.poll(figures).toEqual([
      ['new_device', HOME, 1],
      ['code_missing', ELSEWHERE, 3],
      ['factor_on', '127.0.0.1', 1],
    ]);
  });

  it('come in pages, are bounded, and end after 90 days; strangers can’t push the owner’s out', async () => {
    const user = await registerUser(server);
    expect((await signIn(user, HOME)).reason).toBe('ok');
    await expect.poll(() => kindsOf(user)).toEqual(['new_device']);
    await query(
      server,
      `insert into security_events (user_id, kind, at, address, agent)
       select $1, 'sign_in_failed', to_timestamp($2), '192.0.2.' || each, '' from generate_series(1, 1000) each`,
      [user.id, clock.time / 1000],
    );
    await signIn(user, ELSEWHERE, { password: 'a guess' });
    const rows = async () =>
      (
        await query<{ kind: string; count: string }>(
          server,
          'select kind, count(*) from security_events where user_id = $1 group by kind order by kind',
          [user.id],
        )
      ).map(({ kind, count }) => [kind, Number(count)]);
    await expect.poll(rows).toEqual([
      ['new_device', 1],
      ['sign_in_failed', 200],
    ]);
    const first = await eventsOf(user);
    const second = await eventsOf(user, first.at(-1)?.id);
    expect([first.length, second.length]).toEqual([20, 20]);
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(40);
    clock.time += 91 * DAY_MS;
    await server.restart();
    await expect.poll(rows).toEqual([]);
  });
});
