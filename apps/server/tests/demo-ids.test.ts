import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { secretHash } from '../src/security/random-secret.ts';
import { query } from './support/real-user.ts';
import { type RestartableServer, SECRETS_KEY, startTestServer } from './support/server.ts';

let server: RestartableServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const signIn = async (key: string, demoId?: string) =>
  (await server.call('createDemo', demoId === undefined ? {} : { demo_id: demoId }, { key })).envelope.data;
/** The id of earlier versions, which whoever guesses the key can compute. */
const formerly = (key: string): string => createHash('sha256').update(`fairlot demo ${key}`).digest('base64url');

it('the id of a demo account can’t be computed from the key of its request', async () => {
  const key = randomUUID();
  const made = await signIn(key);
  expect(made.demo_id).not.toBe(formerly(key));
  expect((await signIn(randomUUID(), formerly(key))).user.id).not.toBe(made.user.id);
  expect(await signIn(key)).toMatchObject({ demo_id: made.demo_id, user: { id: made.user.id } });
});

it('the id of a demo account outlives the key of secrets and earlier versions', async () => {
  const [key, old] = [randomUUID(), randomUUID()];
  const [made, earlier] = [await signIn(key), await signIn(old)];
  await query(server, 'update users set demo_hash = $2 where id = $1', [earlier.user.id, secretHash(formerly(old))]);
  await server.restart({ FAIRLOT_SECRETS_KEY: `${Buffer.alloc(32, 7).toString('base64')},${SECRETS_KEY}` });
  for (const [account, used, id] of [
    [made.user.id, key, made.demo_id],
    [earlier.user.id, old, formerly(old)],
  ] as const) {
    expect(await signIn(used)).toMatchObject({ demo_id: id, user: { id: account } });
    expect(await signIn(randomUUID(), id)).toMatchObject({ demo_id: id, user: { id: account } });
  }
});
