import { resolve } from 'node:path';
import { derivedApiOrigin } from '@fairlot/contract';
import { type ClusterSettings, readCluster } from './config-cluster.ts';
import { type FeedSetting, isSimulated, readFeed } from './config-feed.ts';
import { type Environment, Reader } from './config-reader.ts';
import {
  type BackupSettings,
  type DatabaseUrls,
  type GrowthSettings,
  type MessageSettings,
  type PoolSettings,
  readBackups,
  readDatabase,
  readGrowth,
  readMessages,
  readPools,
  readTraces,
} from './config-services.ts';
import type { TraceSettings } from './platform/tracing.ts';

export type { ClusterSettings } from './config-cluster.ts';
export type { FeedSetting } from './config-feed.ts';

/** `real` follows the markets' calendars, `always` keeps every market open. */
export type SessionsSetting = 'real' | 'always';

const SIMULATED_MONEY = ['play-money', 'local', 'refuse'] as const;
/** `local`: accepted straight from this machine and from private networks alone. */
export type SimulatedMoneySetting = (typeof SIMULATED_MONEY)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Push services of the browsers: Chrome and most Chromium browsers, Chromium built without Google's keys, Firefox,
 * Safari, and Edge on Windows.
 */
const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const;

/** All settings of the environment, checked. docs/configuration.md explains each. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /**
   * Keys that seal secrets in the database: the first one seals, all of them open. Absent: the data folder's keys,
   * created on first use.
   */
  readonly secretsKeys: readonly Buffer[] | undefined;
  readonly checkpoints: CheckpointSettings;
  readonly database: DatabaseUrls;
  readonly pools: PoolSettings;
  readonly backups: BackupSettings;
  readonly feed: FeedSetting;
  /** The kind of source to which a database with real accounts may be moved. */
  readonly feedChange: 'none' | FeedSetting['kind'];
  readonly sessions: SessionsSetting;
  /** Whose registrations and deposits are accepted as play money, while prices are not those of a real market. */
  readonly simulatedMoney: SimulatedMoneySetting;
  /** Seed of the simulated market. The same seed gives the same prices. */
  readonly seed: number;
  readonly siteTitle: string;
  /** File with the countries of network addresses (MMDB). */
  readonly countryDatabase: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly origins: readonly string[];
  /** Absent: the pages call the origin that they came from. */
  readonly separateApi: SeparateApi | undefined;
  /** Origin of the pages as users reach them, for links in messages. Absent: the server's own address. */
  readonly siteOrigin: string | undefined;
  readonly metricsFrom: readonly string[];
  readonly office: OfficeSettings;
  readonly logLevel: LogLevel;
  readonly warningRatio: number;
  readonly stopOutRatio: number;
  readonly pagesDir: string;
  readonly officePagesDir: string;
  /** Maximum number of missed rollovers that a start charges to open positions. With more it refuses to start. */
  readonly mostMissedRollovers: number;
  /** Shards of real accounts that a start makes sure of. It removes none. */
  readonly realShards: number;
  readonly limits: RateSettings;
  readonly messages: MessageSettings;
  /**
   * Hosts of push services that messages may go to. `*.` before a name stands for all names below it, `*` alone for the
   * whole public internet.
   */
  readonly pushServices: readonly string[];
  /** Origins inside the private network that push messages may go to. */
  readonly pushPrivateOrigins: readonly string[];
  /** Origins of market news that may be private or not https. */
  readonly newsPrivateOrigins: readonly string[];
  readonly retention: RetentionSettings;
  readonly growth: GrowthSettings;
  readonly traces: TraceSettings | undefined;
  /** Absent: this process is the whole server. */
  readonly cluster: ClusterSettings | undefined;
  /** True when the sample strategies trade by default. The office can override it. */
  readonly strategies: boolean;
}

/** Signed checkpoints of the journal. */
export interface CheckpointSettings {
  /** Seeds of the keys: the first one signs, all of them verify. Absent: the data folder's, created on first use. */
  readonly keys: readonly Buffer[] | undefined;
  /** Absent: a file of the data folder. */
  readonly file: string | undefined;
  /** Address that gets each checkpoint by mail. */
  readonly mail: string | undefined;
  /** Journal rows after which the next checkpoint is made. */
  readonly rows: number;
}

/** Times after which personal data is deleted. */
export interface RetentionSettings {
  /** Years for which contact data, identity papers and payees of closed accounts are kept. */
  readonly recordYears: number;
  /** Days for which support chats and answered feedback are kept. */
  readonly chatDays: number;
}

/** Access to the back office. */
export interface OfficeSettings {
  /** The only origin that serves it. Absent: every one. */
  readonly origin: string | undefined;
  /** Networks of the staff. Absent: everywhere. */
  readonly from: readonly string[] | undefined;
  /** True when browsers may send its cookie by https only, also if a proxy does not say how it was called. */
  readonly secureCookie: boolean;
  /** True when it is served by plain http to addresses of the internet too. */
  readonly isPlainHttpAllowed: boolean;
}

/** The trader's pages and their API on two origins of this server. */
export interface SeparateApi {
  readonly pageOrigin: string;
  readonly apiOrigin: string;
  /** Content of the page's meta tag `fairlot-api`: `derived` for the rule of the specification, or the API's origin. */
  readonly stated: string;
}

/** Limits per client. 0 switches a limit off, for benchmarks. */
export interface RateSettings {
  /** Calls per second from one address (visitors) or one account. */
  readonly callsPerSecond: number;
  /** State-changing calls per second of one account. */
  readonly ordersPerSecond: number;
  /** New demo accounts per hour from one address. */
  readonly demosPerHour: number;
  /** New demo accounts per day from one address. */
  readonly demosPerDay: number;
  /** State-changing calls per minute of all demo accounts that one address uses. */
  readonly demoCommandsPerMinute: number;
  /** State-changing calls per day of all demo accounts that one address uses. */
  readonly demoCommandsPerDay: number;
  /** Refused commands per day of an account that has money. One without has a twenty-fifth. */
  readonly refusalsPerDay: number;
  /** Size of the other budgets by address, in per cent of their defaults. */
  readonly networkBudgetPercent: number;
  /**
   * Verification codes per hour requested from one address, for all targets together. From a quarter of it on, a
   * captcha must be solved first.
   */
  readonly codesPerHour: number;
  /** Open sockets per address. */
  readonly socketsPerAddress: number;
}

/** A configuration, or all problems with it. */
export type ConfigResult =
  { readonly ok: true; readonly config: Config } | { readonly ok: false; readonly problems: readonly string[] };

function readLimits(reader: Reader): Config['limits'] {
  return {
    callsPerSecond: reader.integer('FAIRLOT_CALLS_PER_SECOND', 50, 0, 1_000_000),
    ordersPerSecond: reader.integer('FAIRLOT_ORDERS_PER_SECOND', 10, 0, 1_000_000),
    demosPerHour: reader.integer('FAIRLOT_DEMOS_PER_HOUR', 20, 0, 1_000_000),
    demosPerDay: reader.integer('FAIRLOT_DEMOS_PER_DAY', 20, 0, 1_000_000),
    demoCommandsPerMinute: reader.integer('FAIRLOT_DEMO_COMMANDS_PER_MINUTE', 600, 0, 1_000_000),
    demoCommandsPerDay: reader.integer('FAIRLOT_DEMO_COMMANDS_PER_DAY', 50_000, 0, 100_000_000),
    refusalsPerDay: reader.integer('FAIRLOT_REFUSALS_PER_DAY', 5000, 0, 100_000_000),
    networkBudgetPercent: reader.integer('FAIRLOT_NETWORK_BUDGET_PERCENT', 100, 0, 1_000_000),
    codesPerHour: reader.integer('FAIRLOT_CODES_PER_HOUR', 20, 0, 1_000_000),
    socketsPerAddress: reader.integer('FAIRLOT_SOCKETS_PER_ADDRESS', 100, 0, 1_000_000),
  };
}

/** Reads and checks the environment. Reports all problems at once, each with its variable. */
export function readConfig(environment: Environment): ConfigResult {
  const reader = new Reader(environment);
  const config: Config = {
    port: reader.integer('PORT', 3000, 0, 65_535),
    host: reader.text('HOST', '0.0.0.0'),
    dataDir: resolve(reader.text('FAIRLOT_DATA_DIR', './data')),
    secretsKeys: reader.keys('FAIRLOT_SECRETS_KEY'),
    checkpoints: {
      keys: reader.keys('FAIRLOT_CHECKPOINT_KEY'),
      file: reader.path('FAIRLOT_CHECKPOINT_FILE'),
      mail: reader.text('FAIRLOT_CHECKPOINT_MAIL', '') || undefined,
      rows: reader.integer('FAIRLOT_CHECKPOINT_ROWS', 100_000, 1000, 100_000_000),
    },
    database: readDatabase(reader),
    pools: readPools(reader),
    backups: readBackups(reader),
    feed: readFeed(reader),
    feedChange: reader.choice('FAIRLOT_FEED_CHANGE', ['none', 'simulated', 'replay', 'live'], 'none'),
    sessions: readSessions(reader),
    simulatedMoney: readSimulatedMoney(reader),
    seed: reader.integer('FAIRLOT_SEED', 1, 0, 4_294_967_295),
    siteTitle: reader.text('FAIRLOT_SITE_TITLE', 'Fairlot'),
    countryDatabase: reader.path('FAIRLOT_COUNTRY_DATABASE'),
    trustedProxies: reader.networks('FAIRLOT_TRUSTED_PROXIES', []),
    origins: reader.origins('FAIRLOT_ORIGINS'),
    separateApi: readSeparateApi(reader),
    siteOrigin: reader.origin('FAIRLOT_SITE_ORIGIN', 'https://trade.example.com'),
    metricsFrom: reader.networks('FAIRLOT_METRICS_FROM', ['127.0.0.0/8', '::1/128']),
    office: readOffice(reader),
    logLevel: reader.choice('FAIRLOT_LOG_LEVEL', LOG_LEVELS, 'info'),
    warningRatio: reader.integer('FAIRLOT_WARNING_RATIO', 100, 1, 10_000),
    stopOutRatio: reader.integer('FAIRLOT_STOP_OUT_RATIO', 50, 1, 10_000),
    pagesDir: resolve(reader.text('FAIRLOT_PAGES_DIR', './apps/trader/dist')),
    officePagesDir: resolve(reader.text('FAIRLOT_OFFICE_PAGES_DIR', './apps/office/dist')),
    retention: {
      recordYears: reader.integer('FAIRLOT_KEEP_RECORDS_YEARS', 5, 1, 30),
      chatDays: reader.integer('FAIRLOT_KEEP_CHATS_DAYS', 730, 30, 3650),
    },
    growth: readGrowth(reader),
    mostMissedRollovers: reader.integer('FAIRLOT_MISSED_ROLLOVERS', 7, 0, 10_000),
    realShards: reader.integer('FAIRLOT_REAL_SHARDS', 1, 1, 64),
    limits: readLimits(reader),
    messages: readMessages(reader),
    traces: readTraces(reader),
    pushServices: reader.hosts('FAIRLOT_PUSH_SERVICES', PUSH_SERVICES),
    pushPrivateOrigins: reader.origins('FAIRLOT_PUSH_PRIVATE_ORIGINS'),
    newsPrivateOrigins: reader.origins('FAIRLOT_NEWS_PRIVATE_ORIGINS'),
    cluster: readCluster(reader),
    strategies: reader.choice('FAIRLOT_STRATEGIES', ['on', 'off'], isSimulated(reader) ? 'on' : 'off') === 'on',
  };
  if (config.warningRatio <= config.stopOutRatio) {
    reader.problems.push(
      'FAIRLOT_WARNING_RATIO: must be above FAIRLOT_STOP_OUT_RATIO, or users would be warned too late.',
    );
  }
  const { origin } = config.office;
  if (origin !== undefined && [config.separateApi?.pageOrigin, config.separateApi?.apiOrigin].includes(origin))
    reader.problems.push(
      'FAIRLOT_OFFICE_ORIGIN: must be another origin than those of the trader, from which it is parted.',
    );
  reader.retired('FAIRLOT_TRADE_FEE_TYPE', 'every instrument has its own fee type; change it in the office');
  reader.refuseUnknown();
  return reader.problems.length === 0 ? { ok: true, config } : { ok: false, problems: reader.problems };
}

function readSeparateApi(reader: Reader): SeparateApi | undefined {
  const pageOrigin = reader.origin('FAIRLOT_PAGE_ORIGIN', 'https://trade.example.com');
  const named = reader.origin('FAIRLOT_API_ORIGIN', 'https://api.example.com');
  if (pageOrigin === undefined) {
    if (named !== undefined) reader.problems.push('FAIRLOT_API_ORIGIN: needs FAIRLOT_PAGE_ORIGIN.');
    return undefined;
  }
  const apiOrigin = named ?? derivedApiOrigin(pageOrigin, '');
  if (apiOrigin === pageOrigin) {
    reader.problems.push(
      'FAIRLOT_PAGE_ORIGIN: has no subdomain that api could replace; name the other origin in FAIRLOT_API_ORIGIN.',
    );
  }
  return { pageOrigin, apiOrigin, stated: named ?? 'derived' };
}

function readOffice(reader: Reader): OfficeSettings {
  const origin = reader.origin('FAIRLOT_OFFICE_ORIGIN', 'https://office.example.com');
  const from = reader.networks('FAIRLOT_OFFICE_FROM', []);
  const secure = reader.choice('FAIRLOT_OFFICE_COOKIE', ['auto', 'secure'], 'auto');
  const plain = reader.choice('FAIRLOT_OFFICE_HTTP', ['private', 'everywhere'], 'private');
  const secureCookie = secure === 'secure' || origin?.startsWith('https:') === true;
  return {
    origin,
    from: from.length === 0 ? undefined : from,
    secureCookie,
    // A proxy with TLS need not say so when the configuration does.
    isPlainHttpAllowed: plain === 'everywhere' || secureCookie,
  };
}

function readSessions(reader: Reader): SessionsSetting {
  return reader.choice('FAIRLOT_SESSIONS', ['real', 'always'], isSimulated(reader) ? 'always' : 'real');
}

/** By default a server with the embedded database and no public address is one for trying things out. */
function readSimulatedMoney(reader: Reader): SimulatedMoneySetting {
  const isTrial = [reader.text('DATABASE_URL', ''), reader.text('FAIRLOT_SITE_ORIGIN', '')].every(
    (text) => text === '',
  );
  return reader.choice('FAIRLOT_SIMULATED_MONEY', SIMULATED_MONEY, isTrial ? 'local' : 'refuse');
}
