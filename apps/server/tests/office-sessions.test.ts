import { DAY_MS } from '@fairlot/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { totpCode, totpStep } from '../src/security/totp.ts';
import { type Colleague, type TestOffice, cookieOf, openTestOffice, staffCall } from './support/office.ts';
import { query } from './support/real-user.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

const MOST_SESSIONS = 5;

const clock = { time: Date.now() };
let server: RestartableServer;
let office: TestOffice;
let vera: Colleague;
beforeAll(async () => {
  server = await startTestServer({}, () => clock.time);
  office = await openTestOffice(server, clock);
  vera = await office.hire('vera', ['support']);
});
beforeEach(() => {
  // All sessions end, and so do the tries of the tests before.
  clock.time += DAY_MS;
});
afterAll(() => server.stop());

const signedIn = async (who: Colleague, cookie?: string): Promise<string> => {
  const made = await office.signIn(who, { cookie });
  expect(made.answer.envelope.reason).toBe('ok');
  return made.cookie ?? '';
};
const reasonOf = async (cookie: string) => (await staffCall(server, 'staffSelf', {}, { cookie })).envelope.reason;

it('signing in ends the session of the cookie that came along, whoever it belongs to, and no other', async () => {
  const elsewhere = await signedIn(vera);
  const first = await signedIn(vera);
  const second = await signedIn(vera, first);
  expect(second).not.toBe(first);
  expect([await reasonOf(first), await reasonOf(second), await reasonOf(elsewhere)]).toEqual([
    'session_invalid',
    'ok',
    'ok',
  ]);
  const root = await signedIn(office.administrator, second);
  expect([await reasonOf(second), await reasonOf(root), await reasonOf(elsewhere)]).toEqual([
    'session_invalid',
    'ok',
    'ok',
  ]);
  // The audit log names the colleague who signed in, not the former owner of the browser.
  const { list } = (await staffCall(server, 'auditList', { action: 'staff/sign_in' }, { cookie: root })).envelope.data;
  expect(list[0]).toMatchObject({ staff_name: 'root', outcome: 'ok' });
  const wrong = await staffCall(server, 'staffSignIn', { name: 'root', password: 'not this one' }, { cookie: root });
  expect([wrong.envelope.reason, await reasonOf(root)]).toEqual(['staff_sign_in_refused', 'ok']);
});

it('a change of the password gives a new token and ends all others', async () => {
  const [other, cookie] = [await signedIn(vera), await signedIn(vera)];
  clock.time += 60_000;
  const code = totpCode(vera.secret, totpStep(clock.time));
  const input = { password: vera.password, code, new_password: 'quite another phrase' };
  const changed = await staffCall(server, 'staffChangePassword', input, { cookie });
  expect(changed.envelope.reason).toBe('ok');
  vera = { ...vera, password: input.new_password };
  const next = cookieOf(changed) ?? '';
  expect([await reasonOf(cookie), await reasonOf(other), await reasonOf(next)]).toEqual([
    'session_invalid',
    'session_invalid',
    'ok',
  ]);
});

it('a sixth session ends the one that was not used for longest', async () => {
  const first = await signedIn(vera);
  const second = await signedIn(vera);
  const rest: string[] = [];
  for (let open = 2; open < MOST_SESSIONS; open += 1) rest.push(await signedIn(vera));
  expect(await reasonOf(first)).toBe('ok');
  const last = await signedIn(vera);
  expect(await reasonOf(second)).toBe('session_invalid');
  for (const cookie of [first, ...rest, last]) expect(await reasonOf(cookie)).toBe('ok');
  const { data } = (await staffCall(server, 'staffSessions', {}, { cookie: last })).envelope;
  expect(data).toHaveLength(MOST_SESSIONS);
});

it('sessions that ended and links that were used are deleted after 90 days; the last use of an account stays known', async () => {
  const rows = async (table: string) =>
    (await query<{ id: string }>(server, `select id from ${table} order by id`)).map(({ id }) => id);
  const seen = async () =>
    (await staffCall(server, 'staffMembers', {}, { cookie: await signedIn(office.administrator) })).envelope.data.list
      .filter(({ name }) => name === 'vera')
      .map(({ last_seen_at: at }) => at);
  const lastSeen = await seen();
  const [sessions, links] = [await rows('staff_sessions'), await rows('staff_links')];
  expect([sessions.length > MOST_SESSIONS, links.length > 0]).toEqual([true, true]);
  clock.time += 85 * DAY_MS;
  await server.restart();
  await signedIn(office.administrator);
  expect((await rows('staff_links')).length).toBe(links.length);
  clock.time += 6 * DAY_MS;
  await server.restart();
  await expect.poll(() => rows('staff_links')).toEqual([]);
  // The last one of each account, and that of this test.
  await expect.poll(async () => (await rows('staff_sessions')).length).toBe(2);
  expect(await seen()).toEqual(lastSeen);
});
