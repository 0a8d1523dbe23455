import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestOffice, openTestOffice } from './support/office.ts';
import { photo } from './support/pictures.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
let server: RestartableServer;
let office: TestOffice;
let picture: string;

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_DATABASE_CALL_SESSIONS: '2' }, () => clock.time);
  office = await openTestOffice(server, clock);
  const image = (await photo()).toString('base64');
  picture = (await office.administrator.call('mediaAdd', { image })).envelope.data.url;
});
afterAll(() => server.stop());

it('pictures that visitors ask for, known or not, wait for no table', async () => {
  await server.restart();
  expect((await server.raw(picture)).status).toBe(200);
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query('begin; lock table media in access exclusive mode');
  const unknown = Array.from({ length: 50 }, () => `/media/${randomBytes(32).toString('base64url')}.jpg`);
  const answers = await Promise.all([picture, picture, ...unknown].map((path) => server.raw(path)));
  await client.end();
  expect(answers.map(({ status }) => status)).toEqual([200, 200, ...unknown.map(() => 404)]);
});
