import type { FastifyInstance } from 'fastify';
import { addressTest } from '../http/addresses.ts';
import { registerProbes } from '../http/probes.ts';
import type { CoreDeps } from './deps.ts';

/** Registers probes and the metrics of market and trading. */
export function openHealth(app: FastifyInstance, deps: CoreDeps): void {
  const { config, metrics, market, trading } = deps;
  registerProbes(app, {
    metrics,
    mayReadMetrics: addressTest(config.metricsFrom),
    problems: () => problemsOf(deps),
  });
  metrics.gauge('trading_ready', 'Whether trading takes commands (1) or not (0).', () => (trading.ready ? 1 : 0));
  metrics.gauges(
    'shard_ready',
    'Whether a shard takes commands (1) or not (0): 0 of real accounts, 1 of demo accounts.',
    'shard',
    () => trading.readiness(),
  );
  metrics.gauges('quotes_rejected', 'Quotes dropped by the normaliser since the start, by reason.', 'reason', () =>
    market.rejected(),
  );
  metrics.gauge('quotes_taken', 'Quotes taken by the market since the start.', () => market.figures().quotes);
  metrics.gauge(
    'quote_lag_ms',
    'Milliseconds from the time of the last quote until it was taken.',
    () => market.figures().lagMs,
  );
  metrics.gauge('bars_waiting', 'Bars not yet written to the database.', () => market.figures().barsWaiting);
  metrics.gauge(
    'bars_given_up',
    'Bars dropped because the database was unavailable for too long.',
    () => market.figures().barsGivenUp,
  );
}

async function problemsOf({ database, market, trading, isReady }: CoreDeps): Promise<readonly string[]> {
  const problems: string[] = [];
  if (!trading.ready) problems.push('trading takes no commands');
  if (!isReady()) problems.push('the server is stopping or has not started yet');
  if (!market.instruments().some(({ id }) => market.quote(id) !== undefined)) problems.push('the market has no quotes');
  await database.pool.query('select 1').catch(() => problems.push('the database does not answer'));
  return problems;
}
