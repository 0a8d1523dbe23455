import type { FastifyInstance } from 'fastify';
import { instrumentStates } from '../features/office/dashboards/health-queries.ts';
import { addressTest } from '../http/addresses.ts';
import { registerProbes } from '../http/probes.ts';
import { endingSoon } from '../market/calendars/ending.ts';
import type { PastStatus, SourceStatus } from '../market/port.ts';
import { NotReadyError } from '../platform/not-ready-error.ts';
import type { CoreDeps } from './deps.ts';

/** Registers probes and the metrics of market and trading. */
export function openHealth(app: FastifyInstance, deps: CoreDeps): void {
  const { config, metrics, market, trading, database, places } = deps;
  warnOfCalendars(deps);
  registerProbes(app, {
    metrics,
    mayReadMetrics: addressTest(config.metricsFrom),
    proxies: deps.proxies,
    // Steady, because tests and operators move the wall clock.
    clock: () => performance.now(),
    problems: () => problemsOf(deps),
    warnings: () => warningsOf(deps),
  });
  metrics.gauge(
    'unnamed_proxy',
    'Whether a reverse proxy that FAIRLOT_TRUSTED_PROXIES does not name has been seen (1) or not (0).',
    () => (deps.proxies.found === undefined ? 0 : 1),
  );
  metrics.gauge(
    'database_roles_parted',
    'Whether the database refuses the server changes of the journal and the audit log (1) or not (0).',
    () => (database.rolesParted ? 1 : 0),
  );
  metrics.gauge(
    'quotes_in_doubt',
    'Instruments in which nothing is dealt because their price is in doubt.',
    () => market.instruments().filter(({ id }) => market.doubt(id) !== undefined).length,
  );
  metrics.gauges('instruments', 'Instruments by the state of their market.', 'state', () => instrumentStates(market));
  openBackupMetrics(deps);
  openSourceMetrics(deps);
  metrics.gauge('trading_ready', 'Whether trading takes commands (1) or not (0).', () => (trading.ready ? 1 : 0));
  metrics.gauges(
    'shard_ready',
    'Whether a shard takes commands (1) or not (0): 1 of demo accounts, the others of real accounts.',
    'shard',
    () => Object.fromEntries(trading.states().map(({ number, ready }) => [number, ready ? 1 : 0])),
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
  metrics.gauge('uploads_open', 'Large bodies that have a place: being read, or being worked on.', () => places.held);
  metrics.gauge('bars_waiting', 'Bars not yet written to the database.', () => market.figures().barsWaiting);
  metrics.gauge(
    'bars_given_up',
    'Bars dropped because the database was unavailable for too long.',
    () => market.figures().barsGivenUp,
  );
  metrics.gauges(
    'calendar_days_left',
    'Days for which the holidays of a session calendar are known; below zero its markets stay closed.',
    'calendar',
    () => Object.fromEntries(market.calendarEnds().map(({ calendar, daysLeft }) => [calendar, daysLeft])),
  );
}

/** The age of the backups; without a sample while the server makes none, which an alert notices. */
function openBackupMetrics({ metrics, backups, clock }: CoreDeps): void {
  metrics.gauges('backup_age_seconds', 'Age of the newest good backup of the server.', 'kind', () => {
    const goodAt = backups?.()?.lastGoodAt;
    return goodAt === undefined ? {} : { newest: Math.max(0, (clock() - goodAt) / 1000) };
  });
}

/** Tells the operator at the start which calendars end within two years, or ended. */
function warnOfCalendars({ market, log }: CoreDeps): void {
  for (const { calendar, lastDay, daysLeft } of endingSoon(market.calendarEnds()))
    log.warn(
      `the holidays of the calendar ${calendar} are known until ${lastDay}: ${
        daysLeft < 0 ? 'its markets are closed' : `its markets close in ${daysLeft} days`
      } until an update of Fairlot brings later ones`,
    );
}

/** The live sources; without samples in a market that is simulated or replayed. */
function openSourceMetrics({ metrics, market }: CoreDeps): void {
  const of = (figure: (source: SourceStatus) => number) => (): Readonly<Record<string, number>> =>
    Object.fromEntries(market.sources().map((source) => [source.name, figure(source)]));
  metrics.gauges(
    'source_live',
    'Whether a source of prices is live (1), connecting or stale (0), or refuses the connection (-1).',
    'source',
    of(({ state: { phase } }) => (phase === 'live' ? 1 : phase === 'refused' ? -1 : 0)),
  );
  metrics.gauges(
    'source_quotes',
    'Quotes received from a source of prices since the start.',
    'source',
    of(({ quotes }) => quotes),
  );
  metrics.gauges(
    'source_malformed',
    'Messages and prices of a source that could not be read since the start.',
    'source',
    of(({ malformed }) => malformed),
  );
  metrics.gauges(
    'source_refused',
    'Quotes of a source since the start that were too late, ahead of the clock, or no price.',
    'source',
    of(({ refused }) => refused),
  );
  metrics.gauges(
    'source_unknown_symbols',
    'Symbols that a source of prices does not know.',
    'source',
    of(({ unknownSymbols }) => unknownSymbols.length),
  );
  metrics.gauges(
    'source_instruments',
    'Instruments whose price a source gives at the moment.',
    'source',
    of(({ instruments }) => instruments),
  );
  metrics.gauges(
    'source_contradicted',
    'Instruments for which another source contradicts the price of this one.',
    'source',
    of(({ contradicted }) => contradicted.length),
  );
  const past = (figure: (status: PastStatus) => number) => (): number => {
    const status = market.past();
    return status === undefined ? 0 : figure(status);
  };
  metrics.gauge(
    'history_waiting',
    'Instruments whose charts are not filled yet with the past of their sources.',
    past(({ waiting }) => waiting.length),
  );
  metrics.gauge(
    'history_failing',
    'Instruments whose past could not be read at the last try.',
    past(({ waiting }) => waiting.filter(({ failure }) => failure !== undefined).length),
  );
  metrics.gauge(
    'history_bars',
    'Bars of the past stored since the start.',
    past(({ filled }) => filled),
  );
  metrics.gauge(
    'history_malformed',
    'Bars of the past since the start whose figures could not be true.',
    past(({ malformed }) => malformed),
  );
}

/** The warning of a clock that has jumped. */
export function clockWarnings(offMs: number | undefined): readonly string[] {
  return offMs === undefined ? [] : [`the clock has jumped by ${offMs} ms: dealing is suspended`];
}

/** Troubles that do not make the server unready: a restart would hide a wrong clock, not mend it. */
function warningsOf({ marketClock, proxies, database, market, trading, partitions }: CoreDeps): readonly string[] {
  const { offMs } = marketClock;
  const sources = market.sources();
  const partitionsEnd = partitions.warning();
  const isAway = sources.length > 0 && sources.every(({ state }) => state.phase !== 'live');
  const stopped = trading.states().filter(({ ready }) => !ready);
  return [
    ...stopped.map(({ number, kind }) => `shard ${number} of ${kind} accounts takes no commands`),
    ...(isAway ? ['no source of prices is live: nothing can be traded'] : []),
    ...clockWarnings(offMs),
    ...(proxies.found === undefined ? [] : ['a reverse proxy is not named in FAIRLOT_TRUSTED_PROXIES']),
    ...(partitionsEnd === undefined ? [] : [partitionsEnd]),
    ...(database.rolesParted ? [] : ['the server may change the journal and the audit log in the database']),
  ];
}

async function problemsOf({ database, market, trading, isReady }: CoreDeps): Promise<readonly string[]> {
  const problems: string[] = [];
  if (!trading.ready) problems.push('trading takes no commands');
  if (!isReady()) problems.push('the server is stopping or has not started yet');
  // A restart brings no source back, and the pages serve without one.
  const isLive = market.sources().length > 0;
  if (!isLive && !market.instruments().some(({ id }) => market.quote(id) !== undefined))
    problems.push('the market has no quotes');
  // Slow calls keep their own sessions busy; they must not make the server look dead.
  await database.trading.pool
    .query('select 1')
    .catch((error: unknown) =>
      problems.push(error instanceof NotReadyError ? error.message : 'the database does not answer'),
    );
  return problems;
}
