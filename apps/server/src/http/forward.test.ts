import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { forwardCalls } from './forward.ts';
import { createHttpServer } from './http-server.ts';

let house: FastifyInstance;
let gateway: FastifyInstance;
let address: string | undefined;
let asked = 0;

beforeAll(async () => {
  house = fastify();
  house.removeAllContentTypeParsers();
  house.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 20_000_000 }, (_request, body, done) =>
    done(null, body),
  );
  house.post('/api/echo', ({ headers, body }) => ({ type: headers['content-type'], body }));
  house.get('/api/busy', (_request, reply) => {
    asked += 1;
    return reply.code(503).send({ reason: 'overloaded' });
  });
  address = await house.listen({ host: '127.0.0.1', port: 0 });
  gateway = await createHttpServer({ origins: [], isTrustedProxy: () => false, log: createLog('fatal') });
  await forwardCalls(gateway, () => address);
});
afterAll(async () => {
  await gateway.close();
  await house.close();
});

const post = (type: string, payload: string) =>
  gateway.inject({ method: 'POST', url: '/api/echo', headers: { 'content-type': type }, payload });

it.each([
  ['application/x-www-form-urlencoded', 'lots=0.01&note=a+b'],
  ['application/json', '{"lots": "0.01"}'],
  [
    'multipart/form-data; boundary=x',
    `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${'b'.repeat(300_000)}\r\n--x--\r\n`,
  ],
])('forwards a body of %s as it came', async (type, payload) => {
  expect((await post(type, payload)).json()).toEqual({ type, body: payload });
});

it('refuses with not_ready while nobody is known to answer', async () => {
  const known = address;
  address = undefined;
  expect((await post('application/json', '{}')).json()).toMatchObject({ reason: 'not_ready' });
  address = known;
});

it('passes a refusal on and does not ask again', async () => {
  const answer = await gateway.inject({ url: '/api/busy' });
  expect([answer.statusCode, answer.json()]).toEqual([503, { reason: 'overloaded' }]);
  expect(asked).toBe(1);
});
