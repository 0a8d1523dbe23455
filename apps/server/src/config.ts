import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { FeeMode } from '@fairlot/domain';

/** Where prices come from. */
export type FeedSetting =
  | { readonly kind: 'simulated' }
  /** Recorded ticks: a file or a folder of them, `speed` times as fast as they were recorded. */
  | { readonly kind: 'replay'; readonly path: string; readonly speed: number };

/** `real` follows the markets' calendars, `always` keeps every market open. */
export type SessionsSetting = 'real' | 'always';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Everything that the operator may set, checked. docs/configuration.md explains each. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
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
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks the environment; every problem is told at once, each naming its variable. */
export function readConfig(environment: Environment): ConfigResult {
  const reader = new Reader(environment);
  const config: Config = {
    port: reader.integer('PORT', 3000, 0, 65_535),
    host: reader.text('HOST', '0.0.0.0'),
    dataDir: resolve(reader.text('FAIRLOT_DATA_DIR', './data')),
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
    pushPrivateOrigins: reader.origins('FAIRLOT_PUSH_PRIVATE_ORIGINS'),
    strategies: reader.choice('FAIRLOT_STRATEGIES', ['on', 'off'], isSimulated(reader) ? 'on' : 'off') === 'on',
  };
  if (config.warningRatio < config.stopOutRatio) {
    reader.problems.push('FAIRLOT_WARNING_RATIO: must not be below FAIRLOT_STOP_OUT_RATIO, or nobody would be warned in time.');
  }
  reader.refuseUnknown();
  return reader.problems.length === 0 ? { ok: true, config } : { ok: false, problems: reader.problems };
}

function readFeed(reader: Reader): FeedSetting {
  const speed = reader.decimal('FAIRLOT_REPLAY_SPEED', 1, 0.01, 100_000);
  const feed = reader.text('FAIRLOT_FEED', 'simulated');
  if (feed === 'simulated') return { kind: 'simulated' };
  const path = feed.startsWith('replay:') ? feed.slice('replay:'.length) : '';
  if (path === '') reader.problems.push(`FAIRLOT_FEED: must be "simulated" or "replay:<file or folder>", not ${JSON.stringify(feed)}.`);
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
  if (messages.smtpUrl !== undefined && !/^([^<>\r\n]+<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(messages.mailFrom)) {
    reader.problems.push('FAIRLOT_MAIL_FROM: must say from whom mail comes, such as Fairlot <no-reply@example.com>.');
  }
  return messages;
}

/** Reads one variable at a time and gathers what is wrong. */
class Reader {
  readonly problems: string[] = [];
  private readonly known = new Set<string>();
  private readonly environment: Environment;

  constructor(environment: Environment) {
    this.environment = environment;
  }

  /** An empty variable counts as absent, as docker-compose files write it. */
  private raw(name: string): string | undefined {
    this.known.add(name);
    const value = this.environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  text(name: string, fallback: string): string {
    return this.raw(name) ?? fallback;
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const given = this.raw(name);
    if (given === undefined) return fallback;
    const value = /^\d{1,12}$/.test(given) ? Number(given) : Number.NaN;
    if (value >= least && value <= most) return value;
    this.problems.push(`${name}: must be a whole number from ${least} to ${most}, not ${JSON.stringify(given)}.`);
    return fallback;
  }

  decimal(name: string, fallback: number, least: number, most: number): number {
    const given = this.raw(name);
    if (given === undefined) return fallback;
    const value = /^\d{1,9}(\.\d{1,6})?$/.test(given) ? Number(given) : Number.NaN;
    if (value >= least && value <= most) return value;
    this.problems.push(`${name}: must be a number from ${least} to ${most}, not ${JSON.stringify(given)}.`);
    return fallback;
  }

  choice<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const given = this.raw(name);
    if (given === undefined) return fallback;
    const found = choices.find((choice) => choice === given);
    if (found !== undefined) return found;
    this.problems.push(`${name}: must be one of ${choices.join(', ')}, not ${JSON.stringify(given)}.`);
    return fallback;
  }

  /** The address of a database holds a password, so a bad one isn't repeated in the message. */
  databaseUrl(name: string): string | undefined {
    const given = this.raw(name);
    if (given === undefined || /^postgres(ql)?:\/\/\S+$/.test(given)) return given;
    this.problems.push(`${name}: must look like postgresql://user:password@host:5432/database.`);
    return undefined;
  }

  /** An address of something that sends; it may hold a password too. */
  url(name: string, protocols: readonly string[], example: string): string | undefined {
    const given = this.raw(name);
    if (given === undefined || (URL.canParse(given) && protocols.includes(new URL(given).protocol))) return given;
    this.problems.push(`${name}: must look like ${example}.`);
    return undefined;
  }

  /** Address ranges. A count of proxies or "all" is refused on purpose: it would let any client choose its own address. */
  networks(name: string, fallback: readonly string[]): readonly string[] {
    return this.list(name, fallback, isNetwork, 'a list of addresses or ranges such as 10.0.0.0/8, fd00::/8');
  }

  origins(name: string): readonly string[] {
    return this.list(name, [], isOrigin, 'a list of origins such as https://trade.example.com');
  }

  private list(name: string, fallback: readonly string[], fits: (item: string) => boolean, wanted: string): readonly string[] {
    const given = this.raw(name);
    if (given === undefined) return fallback;
    const items = given.split(',').map((item) => item.trim()).filter((item) => item !== '');
    const bad = items.find((item) => !fits(item));
    if (bad !== undefined) this.problems.push(`${name}: must be ${wanted}; ${JSON.stringify(bad)} is not.`);
    return items;
  }

  /** A misspelt variable would silently do nothing, so it is told. */
  refuseUnknown(): void {
    for (const name of Object.keys(this.environment)) {
      if (name.startsWith('FAIRLOT_') && !this.known.has(name)) this.problems.push(`${name}: there is no such setting.`);
    }
  }
}

function isNetwork(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function isOrigin(item: string): boolean {
  return URL.canParse(item) && new URL(item).origin === item;
}
