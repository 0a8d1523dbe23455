import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { totpCode, totpStep } from '../src/security/totp.ts';
import { STAFF_PASSWORD, openTestOffice, staffCall } from './support/office.ts';
import { PASSWORD, query, registerUser } from './support/real-user.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$';

const clock = { time: Date.now() };
let server: RestartableServer;
beforeAll(async () => {
  server = await startTestServer({}, () => clock.time);
});
afterAll(() => server.stop());

const outdated = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8 * 1024, timeCost: 1, parallelism: 1 });
const hashOf = async (table: 'users' | 'staff', id: number): Promise<string> =>
  (await query<{ kept: string }>(server, `select password_hash as kept from ${table} where id = $1`, [id]))[0]?.kept ??
  '';

it('a hash of another cost is made again at the sign-in of users, and the session works', async () => {
  const user = await registerUser(server);
  await query(server, 'update users set password_hash = $1 where id = $2', [await outdated(PASSWORD), user.id]);
  expect((await server.call('login', { account: user.email, password: 'not the harbour' })).envelope.reason).toBe(
    'login_failed',
  );
  expect(await hashOf('users', user.id)).not.toContain(CURRENT);
  const { envelope } = await server.call('login', { account: user.email, password: PASSWORD });
  expect(envelope.reason).toBe('ok');
  const renewed = await hashOf('users', user.id);
  expect(renewed).toContain(CURRENT);
  expect((await server.call('userInfo', {}, { token: envelope.data.token })).envelope.reason).toBe('ok');
  expect((await server.call('login', { account: user.email, password: PASSWORD })).envelope.reason).toBe('ok');
  expect(await hashOf('users', user.id)).toBe(renewed);
});

it('a hash of another cost is made again at the sign-in of staff', async () => {
  const { administrator } = await openTestOffice(server, clock);
  await query(server, 'update staff set password_hash = $1 where id = $2', [
    await outdated(STAFF_PASSWORD),
    administrator.id,
  ]);
  clock.time += 30_000;
  const { envelope } = await staffCall(server, 'staffSignIn', {
    name: 'root',
    password: STAFF_PASSWORD,
    code: totpCode(administrator.secret, totpStep(clock.time)),
  });
  expect(envelope.reason).toBe('ok');
  expect(await hashOf('staff', administrator.id)).toContain(CURRENT);
});
