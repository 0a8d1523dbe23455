import type { Pool } from 'pg';
import { MarketFollower } from '../../cluster/market-follower.ts';
import { createFollowedMarket, readArrangement } from '../../market/create.ts';
import type { MarketRelay } from '../../market/feeds/relay.ts';
import type { Market } from '../../market/market.ts';
import { Countries } from '../../platform/countries.ts';
import { type Log, recordsOf } from '../../platform/log.ts';
import { pause } from '../../platform/pause.ts';
import { SiteSettings } from '../../platform/site-settings.ts';
import { alignDealing } from '../../trading/align-dealing.ts';
import { AnnouncedSwaps } from '../../trading/announced-swaps.ts';
import { TermsRefusedError, defineTerms } from '../../trading/define-terms.ts';
import { journalTime } from '../../trading/journal-time.ts';
import { RemoteShard } from '../../trading/remote/remote-shard.ts';
import { type ShardEntry, openShards } from '../../trading/shard-directory.ts';
import { type ShardRouter, openShardRouter, readPlaces } from '../../trading/shard-router.ts';
import { completeCore } from '../complete-core.ts';
import { connectMarket } from '../connect-market.ts';
import { openTraces, rereadAnnouncedSwaps } from '../core.ts';
import type { CoreDeps, StartDeps } from '../deps.ts';
import { MarketClock } from '../market-clock.ts';
import { openPartitions } from '../partitions.ts';
import { rulesOf, settingDefaults } from '../rules.ts';
import { openSecrets } from '../secrets.ts';
import type { Installation } from './installation.ts';

const RETRY_MS = 300;
/** Time before a rollover in which its swaps no longer change: every process with a shard has read them by then. */
const LEAD_MS = 15_000;

interface RemoteHost extends ShardEntry {
  readonly host: RemoteShard;
}

/**
 * The core of a process that hosts no shard and runs no market: replicas of the shards, and a market that follows
 * another one. `isHouse`: it defines terms, changes settings and does the installation's jobs; others only follow.
 */
export async function startRemoteCore(
  deps: StartDeps,
  installation: Installation,
  isHouse: boolean,
): Promise<CoreDeps> {
  const { config, log, clocks, lifecycle } = deps;
  const { database, signals, metrics, presence } = installation;
  const countries = await Countries.open(config.countryDatabase);
  const settings = await SiteSettings.open(database.pool, settingDefaults(config));
  const tracing = await openTraces(deps);
  await untilListed(database.pool, log, lifecycle);
  const secrets = await openSecrets(config, database, log);
  const marketClock = new MarketClock({ clocks, log, notBefore: await journalTime(database.pool) });
  const relay = openRelay(installation, log);
  presence.marketSilenceMs = relay.silenceMs;
  const market = await createFollowedMarket({
    pool: database.pool,
    history: database.calls.pool,
    sessions: config.sessions,
    source: config.feed.kind,
    clock: marketClock.now,
    relay,
    log,
    tracing,
    onArranged: isHouse ? (what) => signals.tell(what) : undefined,
  });
  lifecycle.onStop('market', () => market.stop());
  const announcedSwaps = new AnnouncedSwaps({
    leadMs: LEAD_MS,
    changed: () => {
      if (isHouse) signals.tell('swaps');
    },
  });
  await rereadAnnouncedSwaps(database, announcedSwaps);
  const remotes = await startRemotes(deps, installation);
  const trading = await openShardRouter(database.pool, remotes, tracing);
  trading.onRollback(() => void rereadPlaces(database.pool, trading, log));
  connectMarket(market, trading, tracing);
  marketClock.onDoubt((inDoubt) => market.doubtClock(inDoubt));
  market.doubtClock(marketClock.offMs !== undefined);
  await lifecycle.start('market clock', marketClock);
  await market.start();
  const partitions = openPartitions({ config, log, database, market, metrics });
  if (isHouse) {
    settings.onChange(() => signals.tell('settings'));
    await lifecycle.start('partitions', partitions);
    await defineAll(deps, { remotes, pool: database.pool, market, settings, announcedSwaps });
    // An account that a former house opened in its last moment may have been in no table before its shard was ready.
    await readPlaces(database.pool, trading);
  } else {
    follow(installation, { market, settings, announcedSwaps, log });
    await until(() => trading.ready && trading.rules !== undefined, 'waits for the shards', log, lifecycle);
  }
  return completeCore(deps, {
    database,
    partitions,
    market,
    marketClock,
    trading,
    tracing,
    announcedSwaps,
    settings,
    secrets,
    countries,
    metrics,
    signals,
    heldShards: presence.shards,
    processes: installation.processes,
  });
}

/** The market of another process for this one's, from the bus. */
function openRelay({ bus, subjects }: Installation, log: Log): MarketRelay & { readonly silenceMs: () => number } {
  let follower: MarketFollower | undefined;
  return {
    connect: (sink) => {
      const made = new MarketFollower({
        bus,
        subjects,
        log: recordsOf(log),
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
      made.start();
      return () => made.stop();
    },
    status: () => follower?.status,
    silenceMs: () => follower?.silenceMs ?? 0,
  };
}

async function startRemotes(
  { config, log, lifecycle }: StartDeps,
  { database, bus, subjects, presence }: Installation,
): Promise<readonly RemoteHost[]> {
  const entries = await openShards(database.pool, config.realShards);
  presence.knownShards = entries.length;
  const remotes = entries.map((entry) => ({
    ...entry,
    host: new RemoteShard({ bus, subjects, pool: database.pool, shard: entry.number, log: recordsOf(log) }),
  }));
  for (const { number, host } of remotes)
    await lifecycle.start(`replica of shard ${number}`, { start: () => host.start(), stop: () => host.stop() });
  return remotes;
}

/** Reads again what the house changes. */
function follow(
  { database, signals }: Installation,
  {
    market,
    settings,
    announcedSwaps,
    log,
  }: {
    readonly market: Market;
    readonly settings: SiteSettings;
    readonly announcedSwaps: AnnouncedSwaps;
    readonly log: Log;
  },
): void {
  const noting =
    (what: string, work: () => Promise<void>): (() => void) =>
    () =>
      void work().catch((error: unknown) => log.error({ err: error }, `${what} could not be read again`));
  const reads = [
    [['settings'], noting('settings', () => settings.reload())],
    [['listing', 'calendars'], noting('instruments', () => readArrangement(database.pool, market))],
    [['swaps'], noting('announced swaps', () => rereadAnnouncedSwaps(database, announcedSwaps))],
  ] as const;
  for (const [names, read] of reads) {
    for (const name of names) signals.on(name, read);
    signals.onMissed(read);
  }
}

/** Gives all shards the operator's rules and terms, and the halts of the first one, as a server with all shards does. */
async function defineAll(
  { log, lifecycle }: StartDeps,
  {
    remotes,
    pool,
    market,
    settings,
    announcedSwaps,
  }: {
    readonly remotes: readonly RemoteHost[];
    readonly pool: Pool;
    readonly market: Market;
    readonly settings: SiteSettings;
    readonly announcedSwaps: AnnouncedSwaps;
  },
): Promise<void> {
  const listed = market.instruments().map(({ id }) => id);
  const [first] = remotes;
  for (const { number, host } of remotes) {
    await until(() => host.ready, `waits for shard ${number}`, log, lifecycle);
    for (;;) {
      try {
        const instruments = market.instruments().map((each) => announcedSwaps.applyTo(each, market.now()));
        await defineTerms(host, pool, rulesOf(settings.values()), instruments, number);
        if (first !== undefined && first.host !== host) await alignDealing(first.host, host, listed);
        break;
      } catch (error) {
        // A command without a key is sent once; a shard that moves meanwhile is asked again.
        if (!(error instanceof TermsRefusedError) || !['not_ready', 'overloaded'].includes(error.reason)) throw error;
        log.warn(`${error.message}; trying again`);
        await pause(RETRY_MS);
        requireRunning(lifecycle);
      }
    }
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

async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  log: Log,
  lifecycle: StartDeps['lifecycle'],
): Promise<void> {
  let isTold = false;
  while (!(await holds())) {
    if (!isTold) log.info(what);
    isTold = true;
    await pause(RETRY_MS);
    requireRunning(lifecycle);
  }
}

function requireRunning(lifecycle: StartDeps['lifecycle']): void {
  if (lifecycle.isStopping) throw new Error('the process is stopping');
  lifecycle.requireGoingOn();
}

async function rereadPlaces(pool: Pool, trading: ShardRouter, log: Log): Promise<void> {
  await readPlaces(pool, trading).catch((error: unknown) =>
    log.error({ err: error }, 'the accounts of the shards could not be read again'),
  );
}
