import type { Pool } from 'pg';
import { BudgetSpends } from '../../cluster/budget-spends.ts';
import { MarketFollower } from '../../cluster/market-follower.ts';
import { listProcesses } from '../../cluster/process-directory.ts';
import type { SignalName } from '../../cluster/signals.ts';
import { createFollowedMarket, readArrangement } from '../../market/create.ts';
import type { MarketRelay } from '../../market/feeds/relay.ts';
import { ConcurrencyLimit } from '../../platform/concurrency-limit.ts';
import { Countries } from '../../platform/countries.ts';
import { type Log, recordsOf } from '../../platform/log.ts';
import { SiteSettings } from '../../platform/site-settings.ts';
import { readPlaces } from '../../trading/account-places.ts';
import { AnnouncedSwaps } from '../../trading/announced-swaps.ts';
import { journalTime } from '../../trading/journal-time.ts';
import { RemoteShard } from '../../trading/remote/remote-shard.ts';
import { openShards } from '../../trading/shard-directory.ts';
import { openShardRouter } from '../../trading/shard-router.ts';
import { completeCore } from '../complete-core.ts';
import { connectClock, connectMarket } from '../connect-market.ts';
import { onLost, openTraces, rereadAnnouncedSwaps } from '../core.ts';
import type { CoreDeps, StartDeps } from '../deps.ts';
import { MarketClock } from '../market-clock.ts';
import { openPartitions } from '../partitions.ts';
import { settingDefaults } from '../rules.ts';
import { rereading } from '../rereading.ts';
import { openSecrets, sealStored } from '../secrets.ts';
import { defineAll } from './define-all.ts';
import type { Followed, RemoteHost } from './followed.ts';
import type { Installation } from './installation.ts';
import { requireSharedKeys } from './shared-keys.ts';
import { differenceOf, marketTermsOf, requireSharedMarket } from './shared-market.ts';
import { until } from './until.ts';

/** Time before a rollover in which its swaps no longer change: every process with a shard has read them by then. */
const LEAD_MS = 15_000;

/** Follows the installation. A house that stands by does so too, so that little is left to do when it takes over. */
export async function followInstallation(deps: StartDeps, installation: Installation): Promise<Followed> {
  const { config, log, clocks, lifecycle } = deps;
  const { cluster, database, fenced, directory, signals, presence } = installation;
  let leads = false;
  const tell = (what: SignalName): void => {
    if (leads) signals.tell(what);
  };
  const countries = await Countries.open(config.countryDatabase);
  const settings = await SiteSettings.open(fenced.pool, settingDefaults(config));
  const tracing = await openTraces(deps);
  await untilListed(database.pool, log, lifecycle);
  const secrets = await openSecrets(config, database);
  presence.secretKeys = secrets.keyIds;
  await directory.beat();
  await requireSharedKeys(database.pool, cluster.name, secrets.keyIds);
  requireSharedMarket(await listProcesses(database.pool), marketTermsOf(config));
  const marketClock = new MarketClock({ clocks, log, notBefore: await journalTime(database.pool) });
  const relay = openRelay(installation, deps);
  const market = await createFollowedMarket({
    pool: database.pool,
    history: database.calls.pool,
    sessions: config.sessions,
    source: config.feed.kind,
    clock: marketClock.now,
    relay,
    log,
    tracing,
    onArranged: tell,
  });
  lifecycle.onStop('market', () => market.stop());
  const announcedSwaps = new AnnouncedSwaps({ leadMs: LEAD_MS, changed: () => tell('swaps') });
  await rereadAnnouncedSwaps(database, announcedSwaps);
  const remotes = await startRemotes(deps, installation);
  const trading = await openShardRouter(database.pool, remotes, tracing);
  trading.onRollback(rereading('the accounts of the shards', () => readPlaces(database.pool, trading), deps));
  connectMarket(market, trading, tracing);
  connectClock(market, marketClock);
  presence.clocks.add(marketClock);
  await lifecycle.start('market clock', marketClock);
  await market.start();
  const reads: Reads = {
    settings: () => settings.reload(),
    arrangement: () => readArrangement(database.pool, market),
    swaps: () => rereadAnnouncedSwaps(database, announcedSwaps),
  };
  const oneAtATime = new ConcurrencyLimit(1, Object.keys(reads).length);
  // A house that leads makes the changes itself: an older read must not replace them in its memory.
  const follower = (read: () => Promise<void>): Promise<void> =>
    oneAtATime.run(async () => {
      if (!leads) await read();
    });
  follow(installation, reads, follower, deps);
  settings.onChange(() => tell('settings'));
  return {
    announcedSwaps,
    countries,
    market,
    marketClock,
    secrets,
    settings,
    tracing,
    trading,
    lead: () =>
      oneAtATime.run(async () => {
        for (const read of Object.values(reads)) await read();
        leads = true;
      }),
  };
}

/**
 * The core of a process that follows. `isHouse`: it defines terms and changes settings; others only follow. `work`: what
 * it does besides.
 */
export async function startRemoteCore(
  deps: StartDeps,
  installation: Installation,
  followed: Followed,
  isHouse: boolean,
  work: Pick<CoreDeps, 'duties' | 'jobs'>,
): Promise<CoreDeps> {
  const { config, log, lifecycle } = deps;
  const { fenced: database, signals, metrics, presence, heldRoles } = installation;
  const { lead, ...parts } = followed;
  const { market, trading } = parts;
  const partitions = openPartitions({ config, log, database, market, metrics });
  presence.partitionsEnd = () => partitions.warning();
  if (isHouse) {
    // A house that stands by must not do so at its start: the present one may not know its first key.
    await sealStored(database, parts.secrets, log);
    // The former house may have changed something that this process, or another one, has not heard of.
    await lead();
    signals.tellMissed();
    await defineAll(deps, { ...parts, pool: database.pool });
  } else await until(() => trading.ready && trading.rules !== undefined, 'waits for the shards', log, lifecycle);
  await work.jobs.start('partitions', partitions);
  const spends = openSpends(installation, log);
  await lifecycle.start('spends of budgets', spends);
  return completeCore(deps, {
    ...parts,
    ...work,
    database,
    partitions,
    metrics,
    signals,
    shareBudget: (name) => spends.share(name),
    mayAnswer: () => heldRoles.require(),
    heldShards: presence.shards,
    processes: installation.processes,
  });
}

/** The budgets that this process shares with the other gateways and the house. */
function openSpends({ bus, subjects, cluster, metrics }: Installation, log: Log): BudgetSpends {
  const spends = metrics.counter('budget_spends_total', 'Spends of budgets told to and by other processes.', ['fate']);
  return new BudgetSpends({
    bus,
    subjects,
    from: cluster.name,
    log: recordsOf(log),
    count: (fate, count) => spends.inc({ fate }, count),
  });
}

/** The market of another process for this one's, from the bus. */
function openRelay({ bus, subjects, presence }: Installation, { config, log }: StartDeps): MarketRelay {
  let follower: MarketFollower | undefined;
  return {
    connect: (sink) => {
      const made = new MarketFollower({
        bus,
        subjects,
        log: recordsOf(log),
        mayFollow: (from, theirs) => {
          const difference = differenceOf(from, theirs, marketTermsOf(config));
          if (difference !== undefined) onLost(difference);
          return difference === undefined;
        },
        sinks: [
          {
            onQuote: (quote) => sink.quote(quote),
            // Each process knows the calendars, and closes its markets itself.
            setOpen: () => undefined,
            setDoubt: (instrument, reason) => sink.doubt(instrument, reason),
            onGap: () => sink.gap(),
          },
        ],
      });
      follower = made;
      presence.follower = made;
      made.start();
      return () => made.stop();
    },
    status: () => follower?.status,
  };
}

async function startRemotes(
  { config, log, lifecycle }: StartDeps,
  { database, bus, subjects, presence, heldRoles }: Installation,
): Promise<readonly RemoteHost[]> {
  const entries = await openShards(database.pool, config.realShards);
  presence.knownShards = entries.length;
  const remotes = entries.map((entry) => ({
    ...entry,
    host: new RemoteShard({
      bus,
      subjects,
      pool: database.pool,
      shard: entry.number,
      log: recordsOf(log),
      mayAct: () => heldRoles.mayAct,
    }),
  }));
  for (const { number, host } of remotes)
    await lifecycle.start(`replica of shard ${number}`, { start: () => host.start(), stop: () => host.stop() });
  return remotes;
}

/** Each reads again one part of what the house changes. */
type Reads = Readonly<Record<'settings' | 'arrangement' | 'swaps', () => Promise<void>>>;

/** Reads again what the house tells of. `run` runs a read, unless this process is the house. */
function follow(
  { signals }: Installation,
  { settings, arrangement, swaps }: Reads,
  run: (read: () => Promise<void>) => Promise<void>,
  deps: StartDeps,
): void {
  for (const [what, names, read] of [
    ['settings', ['settings'], settings],
    ['instruments', ['listing', 'calendars'], arrangement],
    ['announced swaps', ['swaps'], swaps],
  ] as const) {
    const again = rereading(what, () => run(read), deps);
    for (const name of names) signals.on(name, again);
    signals.onMissed(again);
  }
}

/** The process with the market fills a new database. */
async function untilListed(pool: Pool, log: Log, lifecycle: StartDeps['lifecycle']): Promise<void> {
  const isListed = async (): Promise<boolean> => {
    const { rowCount } = await pool.query('select from instruments limit 1');
    return (rowCount ?? 0) > 0;
  };
  await until(isListed, 'waits for the market to fill the database', log, lifecycle);
}
