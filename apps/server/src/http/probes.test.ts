import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { Metrics } from '../platform/metrics.ts';
import { registerProbes } from './probes.ts';
import { UnnamedProxies } from './unnamed-proxies.ts';

it('readiness names problems and warnings to the operator alone', async () => {
  const app = fastify();
  const proxies = new UnnamedProxies(() => false, createLog('fatal'));
  proxies.watch(app);
  registerProbes(app, {
    metrics: new Metrics(),
    mayReadMetrics: (address) => address === '127.0.0.1',
    proxies,
    clock: () => 0,
    problems: () => Promise.resolve(['the database does not answer']),
    warnings: () => ['the clock has jumped'],
  });
  const read = async (remoteAddress: string, headers: Readonly<Record<string, string>> = {}) => {
    const { statusCode, body } = await app.inject({ url: '/readyz', remoteAddress, headers });
    return [statusCode, JSON.parse(body) as unknown];
  };
  const all = { status: 'not ready', problems: ['the database does not answer'], warnings: ['the clock has jumped'] };
  expect(await read('127.0.0.1')).toEqual([503, all]);
  expect(await read('203.0.113.9')).toEqual([503, { status: 'not ready' }]);
  expect(await read('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toEqual([503, { status: 'not ready' }]);
  await app.close();
});

it('readiness asks for problems at most once a second, however often it is asked', async () => {
  const app = fastify();
  const clock = { now: 0 };
  let asked = 0;
  registerProbes(app, {
    metrics: new Metrics(),
    mayReadMetrics: () => false,
    proxies: new UnnamedProxies(() => false, createLog('fatal')),
    clock: () => clock.now,
    problems: () => {
      asked += 1;
      return Promise.resolve(asked === 1 ? [] : ['the database does not answer']);
    },
    warnings: () => [],
  });
  const statuses = async () =>
    new Set(await Promise.all(Array.from({ length: 100 }, async () => (await app.inject('/readyz')).statusCode)));
  expect([await statuses(), asked]).toEqual([new Set([200]), 1]);
  clock.now += 1000;
  expect([await statuses(), asked]).toEqual([new Set([503]), 2]);
  expect((await app.inject('/metrics')).statusCode).toBe(404);
  await app.close();
});
