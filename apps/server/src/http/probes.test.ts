import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { Metrics } from '../platform/metrics.ts';
import { registerProbes } from './probes.ts';
import { UnnamedProxies } from './unnamed-proxies.ts';

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
