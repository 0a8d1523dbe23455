import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Metrics } from '../platform/metrics.ts';
import { TtlCache } from '../platform/ttl-cache.ts';
import type { AddressTest } from './addresses.ts';
import type { UnnamedProxies } from './unnamed-proxies.ts';

export interface ProbeDeps {
  readonly metrics: Metrics;
  /** Addresses that may read the metrics, and the problems and warnings of readiness. */
  readonly mayReadMetrics: AddressTest;
  readonly proxies: UnnamedProxies;
  readonly clock: Clock;
  /** Reasons why the server is not ready, for the operator; empty when it is ready. */
  readonly problems: () => Promise<readonly string[]>;
  /** Troubles of a ready server that need the operator. */
  readonly warnings: () => readonly string[];
}

/** Time for which the problems are not asked for again: probes ask every few seconds, and visitors may ask at any rate. */
const LIFE_MS = 1000;

/** Registers liveness, readiness and metrics for operators. Their answers have no envelope. */
export function registerProbes(app: FastifyInstance, deps: ProbeDeps): void {
  const problemsNow = new TtlCache<'problems', readonly string[]>(LIFE_MS, deps.clock);

  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }));

  /** Through a proxy that is not named, visitors have its address, which may be one that reads metrics. */
  const isOperator = ({ raw, ip }: FastifyRequest): boolean =>
    !deps.proxies.isForwarded(raw) && deps.mayReadMetrics(ip);

  app.get('/readyz', async (request, reply) => {
    const problems = await problemsNow.get('problems', deps.problems);
    const status = problems.length === 0 ? 'ready' : 'not ready';
    const warnings = deps.warnings();
    // Problems and warnings name weaknesses that strangers could use.
    const body = isOperator(request)
      ? { status, ...(problems.length > 0 && { problems }), ...(warnings.length > 0 && { warnings }) }
      : { status };
    return reply
      .code(problems.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(body);
  });

  app.get('/metrics', async (request, reply) => {
    if (!isOperator(request)) return reply.callNotFound();
    return reply
      .header('cache-control', 'no-store')
      .type(deps.metrics.registry.contentType)
      .send(await deps.metrics.registry.metrics());
  });
}
