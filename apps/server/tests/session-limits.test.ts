import { DAY_MS, HOUR_MS } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RealUser, query, registerUser } from './support/real-user.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';
import { TestSocket } from './support/socket.ts';

const IDLE_MS = 168 * HOUR_MS;
const MOST_OPEN = 20;
const MOST_ENDED = 200;

const clock = { time: Date.now() };
let server: RestartableServer;
beforeAll(async () => {
  server = await startTestServer({}, () => clock.time);
});
afterAll(() => server.stop());

const signIn = async (user: RealUser): Promise<string> => {
  const { envelope } = await server.call('login', { account: user.email, password: user.password });
  expect(envelope.reason).toBe('ok');
  return envelope.data.token;
};
const reasonOf = async (token: string) => (await server.call('userInfo', {}, { token })).envelope.reason;
const rowsOf = async (user: number) => {
  const [row] = await query<{ open: string; ended: string }>(
    server,
    'select count(*) filter (where ended_at is null) as open, count(ended_at) as ended from sessions where user_id = $1',
    [user],
  );
  return { open: Number(row?.open), ended: Number(row?.ended) };
};

it('a session ends after a week without a call, and stays open with one', async () => {
  const user = await registerUser(server);
  const used = await signIn(user);
  clock.time += IDLE_MS - HOUR_MS;
  expect(await reasonOf(used)).toBe('ok');
  clock.time += 2 * HOUR_MS;
  expect(await reasonOf(used)).toBe('ok');
  expect(await reasonOf(user.token)).toBe('session_invalid');
  const { data } = (await server.call('userSessions', {}, { token: used })).envelope;
  expect(data).toHaveLength(1);
  // After a restart the time of last use comes from the database.
  await server.restart();
  expect(await reasonOf(used)).toBe('ok');
  await expect.poll(() => rowsOf(user.id)).toEqual({ open: 1, ended: 1 });
  clock.time += IDLE_MS;
  await server.restart();
  expect(await reasonOf(used)).toBe('session_invalid');
});

it('a session that is in use ends after 30 days', async () => {
  const user = await registerUser(server);
  for (let day = 6; day < 30; day += 6) {
    clock.time += 6 * DAY_MS;
    expect(await reasonOf(user.token)).toBe('ok');
  }
  clock.time += 6 * DAY_MS;
  expect(await reasonOf(user.token)).toBe('session_invalid');
});

it('the sign-in of a socket ends with its session when too many others are opened', async () => {
  const user = await registerUser(server);
  const socket = await TestSocket.open(server.url);
  expect((await socket.ask({ type: 'login', token: user.token }, 'login_result')).code).toBe(1);
  clock.time += 1;
  for (let session = 1; session < MOST_OPEN; session += 1) await signIn(user);
  expect(await reasonOf(user.token)).toBe('ok');
  expect(await rowsOf(user.id)).toEqual({ open: MOST_OPEN, ended: 0 });
  await signIn(user);
  expect((await socket.next(({ type, code }) => type === 'login_result' && code === 999)).reason).toBe(
    'session_invalid',
  );
  expect(await reasonOf(user.token)).toBe('session_invalid');
  expect(await rowsOf(user.id)).toEqual({ open: MOST_OPEN, ended: 1 });
  socket.close();
});

it('the sessions of a user and of the past are a bounded number of rows', async () => {
  const { id, demoId } = await server.demo();
  for (let session = 0; session < MOST_OPEN + MOST_ENDED + 30; session += 1)
    expect((await server.call('createDemo', { demo_id: demoId })).envelope.reason).toBe('ok');
  expect(await rowsOf(id)).toEqual({ open: MOST_OPEN, ended: MOST_ENDED });
  clock.time += 91 * DAY_MS;
  await query(server, "update sessions set ended_at = ended_at - interval '91 days' where user_id = $1", [id]);
  await server.restart();
  await expect.poll(() => rowsOf(id)).toEqual({ open: 0, ended: 0 });
});
