import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerUser } from './support/real-user.ts';
import { startTestServer } from './support/server.ts';
import type { TestServer } from './support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('registering', () => {
  it('opens a real account, signs in to it, and lets its user come back', async () => {
    const user = await registerUser(server);
    const info = await server.call('userInfo', {}, { token: user.token });
    expect(info.envelope.data).toMatchObject({ id: user.id, email: user.email, is_demo: 0, balance: '0.000000' });
    const again = await server.call('login', { account: user.email.toUpperCase(), password: user.password, login_type: 'email' });
    expect(again.envelope.data.user.id).toBe(user.id);
    expect(again.envelope.data.token).not.toBe(user.token);
  });
});
