import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { Metrics } from '../platform/metrics.ts';
import type { CallOutcome } from '../security/security-log.ts';
import { done, refuse } from './answer.ts';
import { Pipeline } from './pipeline.ts';

it('tells the security log and the metrics of requests that are refused before their body is read', async () => {
  const app = fastify();
  const outcomes: CallOutcome[] = [];
  const metrics = new Metrics();
  const pipeline = new Pipeline(app, {
    limits: { take: () => true },
    metrics,
    log: createLog('fatal'),
    clock: () => 0,
    isReady: () => true,
    answered: (outcome) => void outcomes.push(outcome),
  });
  pipeline.register({
    methods: ['POST'],
    path: '/large',
    takesFile: false,
    needsKey: false,
    honoursKey: false,
    headers: { cacheControl: 'no-store', vary: '', fileVary: '', compresses: false },
    admit: () => Promise.resolve(refuse('overloaded')),
    isUnintended: () => false,
    run: () => Promise.resolve(done({})),
  });
  await app.inject({ method: 'POST', url: '/large', payload: {} });
  expect(outcomes).toMatchObject([{ call: '/large', reason: 'overloaded', address: '127.0.0.1' }]);
  expect(await metrics.registry.metrics()).toContain('reason="overloaded"');
  await app.close();
});
