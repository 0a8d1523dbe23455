import { resolve } from 'node:path';
import type { FeeMode } from '@fairlot/domain';
import { Reader } from './config-reader.ts';
import type { Environment } from './config-reader.ts';

/** Where prices come from. */
export type FeedSetting =
  | { readonly kind: 'simulated' }
  /** Recorded ticks: a file or a folder of them, `speed` times as fast as they were recorded. */
  | { readonly kind: 'replay'; readonly path: string; readonly speed: number };

/** `real` follows the markets' calendars, `always` keeps every market open. */
export type SessionsSetting = 'real' | 'always';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The push services of the browsers: Chrome and most of its kin, Chromium as it is built without Google's keys, Firefox, Safari, and Edge on Windows. */
const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const;

/** Everything that the operator may set, checked. docs/configuration.md explains each. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Keys of what the database keeps sealed: the first seals, all open. Absent: those of the data folder, where one is made. */
  readonly secretsKeys: readonly Buffer[] | undefined;
  /** Absent: the embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly feed: FeedSetting;
  readonly sessions: SessionsSetting;
  /** Of the simulated market; the same seed gives the same course of prices. */
  readonly seed: number;
  readonly siteTitle: string;
  readonly trustedProxies: readonly string[];
  readonly origins: readonly string[];
  readonly metricsFrom: readonly string[];
  readonly logLevel: LogLevel;
  readonly warningRatio: number;
  readonly stopOutRatio: number;
  readonly feeMode: FeeMode;
  readonly pagesDir: string;
  readonly officePagesDir: string;
  readonly limits: RateSettings;
  readonly messages: MessageSettings;
  /** Hosts of the push services that messages may go to; `*.` before one means everything below it, `*` alone the whole public internet. */
  readonly pushServices: readonly string[];
  /** Origins inside the own network that push messages may go to all the same. */
  readonly pushPrivateOrigins: readonly string[];
  /** Whether the sample strategies trade, until the office says otherwise. */
  readonly strategies: boolean;
}

/** How much one client may ask for. 0 switches a limit off, for benchmarks. */
export interface RateSettings {
  /** Calls a second from one address (visitors) or one account. */
  readonly callsPerSecond: number;
  /** State-changing calls a second of one account. */
  readonly ordersPerSecond: number;
  /** New demo accounts an hour from one address. */
  readonly demosPerHour: number;
  /** Verification codes an hour to whatever targets, asked for from one address. A quarter of it is usual. */
  readonly codesPerHour: number;
  /** Sockets open at a time from one address. */
  readonly socketsPerAddress: number;
}

/** What sends mail and SMS. Without it they are kept in the outbox for the operator to read. */
export interface MessageSettings {
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly smsUrl: string | undefined;
  readonly smsToken: string | undefined;
}

/** A configuration, or everything that is wrong with it. */
export type ConfigResult =
  { readonly ok: true; readonly config: Config } | { readonly ok: false; readonly problems: readonly string[] };

/** Reads and checks the environment; every problem is told at once, each naming its variable. */
export function readConfig(environment: Environment): ConfigResult {
  const reader = new Reader(environment);
  const config: Config = {
    port: reader.integer('PORT', 3000, 0, 65_535),
    host: reader.text('HOST', '0.0.0.0'),
    dataDir: resolve(reader.text('FAIRLOT_DATA_DIR', './data')),
    secretsKeys: reader.keys('FAIRLOT_SECRETS_KEY'),
    databaseUrl: reader.databaseUrl('DATABASE_URL'),
    feed: readFeed(reader),
    sessions: readSessions(reader),
    seed: reader.integer('FAIRLOT_SEED', 1, 0, 4_294_967_295),
    siteTitle: reader.text('FAIRLOT_SITE_TITLE', 'Fairlot'),
    trustedProxies: reader.networks('FAIRLOT_TRUSTED_PROXIES', []),
    origins: reader.origins('FAIRLOT_ORIGINS'),
    metricsFrom: reader.networks('FAIRLOT_METRICS_FROM', ['127.0.0.0/8', '::1/128']),
    logLevel: reader.choice('FAIRLOT_LOG_LEVEL', LOG_LEVELS, 'info'),
    warningRatio: reader.integer('FAIRLOT_WARNING_RATIO', 100, 1, 10_000),
    stopOutRatio: reader.integer('FAIRLOT_STOP_OUT_RATIO', 50, 1, 10_000),
    feeMode: reader.choice('FAIRLOT_TRADE_FEE_TYPE', ['1', '2'], '1') === '1' ? 'perLot' : 'ofMargin',
    pagesDir: resolve(reader.text('FAIRLOT_PAGES_DIR', './apps/trader/dist')),
    officePagesDir: resolve(reader.text('FAIRLOT_OFFICE_PAGES_DIR', './apps/office/dist')),
    limits: {
      callsPerSecond: reader.integer('FAIRLOT_CALLS_PER_SECOND', 50, 0, 1_000_000),
      ordersPerSecond: reader.integer('FAIRLOT_ORDERS_PER_SECOND', 10, 0, 1_000_000),
      demosPerHour: reader.integer('FAIRLOT_DEMOS_PER_HOUR', 20, 0, 1_000_000),
      codesPerHour: reader.integer('FAIRLOT_CODES_PER_HOUR', 20, 0, 1_000_000),
      socketsPerAddress: reader.integer('FAIRLOT_SOCKETS_PER_ADDRESS', 100, 0, 1_000_000),
    },
    messages: readMessages(reader),
    pushServices: reader.hosts('FAIRLOT_PUSH_SERVICES', PUSH_SERVICES),
    pushPrivateOrigins: reader.origins('FAIRLOT_PUSH_PRIVATE_ORIGINS'),
    strategies: reader.choice('FAIRLOT_STRATEGIES', ['on', 'off'], isSimulated(reader) ? 'on' : 'off') === 'on',
  };
  if (config.warningRatio < config.stopOutRatio) {
    reader.problems.push(
      'FAIRLOT_WARNING_RATIO: must not be below FAIRLOT_STOP_OUT_RATIO, or nobody would be warned in time.',
    );
  }
  reader.refuseUnknown();
  return reader.problems.length === 0 ? { ok: true, config } : { ok: false, problems: reader.problems };
}

function readFeed(reader: Reader): FeedSetting {
  const speed = reader.decimal('FAIRLOT_REPLAY_SPEED', 1, 0.01, 100_000);
  const feed = reader.text('FAIRLOT_FEED', 'simulated');
  if (feed === 'simulated') return { kind: 'simulated' };
  const path = feed.startsWith('replay:') ? feed.slice('replay:'.length) : '';
  if (path === '')
    reader.problems.push(
      `FAIRLOT_FEED: must be "simulated" or "replay:<file or folder>", not ${JSON.stringify(feed)}.`,
    );
  return { kind: 'replay', path: resolve(path), speed };
}

function readSessions(reader: Reader): SessionsSetting {
  return reader.choice('FAIRLOT_SESSIONS', ['real', 'always'], isSimulated(reader) ? 'always' : 'real');
}

function isSimulated(reader: Reader): boolean {
  return reader.text('FAIRLOT_FEED', 'simulated') === 'simulated';
}

function readMessages(reader: Reader): MessageSettings {
  const messages = {
    smtpUrl: reader.url('FAIRLOT_SMTP_URL', ['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com:465'),
    mailFrom: reader.text('FAIRLOT_MAIL_FROM', ''),
    smsUrl: reader.url('FAIRLOT_SMS_URL', ['https:', 'http:'], 'https://sms.example.com/send'),
    smsToken: reader.text('FAIRLOT_SMS_TOKEN', '') || undefined,
  };
  if (
    messages.smtpUrl !== undefined &&
    !/^([^<>\r\n]+<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(messages.mailFrom)
  ) {
    reader.problems.push('FAIRLOT_MAIL_FROM: must say from whom mail comes, such as Fairlot <no-reply@example.com>.');
  }
  return messages;
}
