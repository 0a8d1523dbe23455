import { addressTest } from '../http/addresses.ts';
import { NetworkBudgets } from '../http/network-budgets.ts';
import { Origins } from '../http/origins.ts';
import { readQueues } from '../http/read-kinds.ts';
import { UnnamedProxies } from '../http/unnamed-proxies.ts';
import { UploadPlaces } from '../http/upload-places.ts';
import type { Clock } from '../platform/clock.ts';
import type { Metrics } from '../platform/metrics.ts';
import { PersonKeys } from '../security/secrets/person-keys.ts';
import { TokenBuckets } from '../security/token-buckets.ts';
import { CurrentTerms } from '../trading/current-terms.ts';
import { openBackups } from './backups.ts';
import type { CoreDeps, StartDeps } from './deps.ts';
import { networkRates } from './network-rates.ts';

/** The parts of the core that are made differently by the only process and by one of several. */
export type CoreParts = Pick<
  CoreDeps,
  | 'database'
  | 'partitions'
  | 'market'
  | 'marketClock'
  | 'trading'
  | 'tracing'
  | 'announcedSwaps'
  | 'settings'
  | 'secrets'
  | 'countries'
  | 'metrics'
  | 'signals'
  | 'heldShards'
  | 'processes'
  | 'duties'
  | 'jobs'
  | 'shareBudget'
  | 'mayAnswer'
>;

/** Adds what follows from the parts of the core. */
export function completeCore(deps: StartDeps, parts: CoreParts): CoreDeps {
  const { config, log, clock, lifecycle } = deps;
  const { database, market, trading, announcedSwaps, secrets, metrics } = parts;
  const isTrustedProxy = addressTest(config.trustedProxies);
  return {
    ...deps,
    ...parts,
    terms: new CurrentTerms(market, trading, announcedSwaps),
    personKeys: new PersonKeys(database.kysely, secrets, clock),
    backups: openBackups(config, metrics),
    limits: limitsOf(config, clock, metrics, parts.shareBudget),
    // One session each remains for files, for exports and for staff.
    reads: readQueues(Math.max(1, config.pools.reports - 3)),
    places: new UploadPlaces(clock, () => metrics.limitHit('uploads')),
    origins: new Origins(originsOf(config)),
    isTrustedProxy,
    proxies: new UnnamedProxies(isTrustedProxy, log),
    isReady: () => !lifecycle.isStopping && trading.ready,
  };
}

/** The limits of clients' calls, whose refusals are counted. */
function limitsOf(
  { limits }: CoreDeps['config'],
  clock: Clock,
  metrics: Metrics,
  share: CoreDeps['shareBudget'],
): CoreDeps['limits'] {
  const { callsPerSecond, ordersPerSecond } = limits;
  const byAccount = (name: 'calls' | 'orders', perSecond: number, seconds: number): TokenBuckets =>
    new TokenBuckets(perSecond, perSecond * seconds, clock, share && { share: share(name) });
  const calls = byAccount('calls', callsPerSecond, 4);
  const orders = byAccount('orders', ordersPerSecond, 3);
  const sharing = share && { near: share('networks'), wide: share('neighbourhoods') };
  const networks = new NetworkBudgets(networkRates(limits), clock, sharing);
  return {
    calls: { take: (account) => calls.take(account) || metrics.limitHit('calls_of_account') },
    orders: { take: (account) => orders.take(account) || metrics.limitHit('orders_of_account') },
    networks: { take: (kind, address) => networks.take(kind, address) || metrics.limitHit(`network_${kind}`) },
  };
}

/** Origins of the operator's pages that may differ from the host of a request. */
function originsOf({ origins, separateApi, siteOrigin }: CoreDeps['config']): readonly string[] {
  return [...origins, separateApi?.pageOrigin, siteOrigin].filter((origin) => origin !== undefined);
}
