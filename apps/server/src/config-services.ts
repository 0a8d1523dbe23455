import { isAbsolute, join, resolve } from 'node:path';
import { type Environment, Reader } from './config-reader.ts';
import { ARCHIVE_FOLDER } from './platform/archive-folder.ts';
import { isLoopback } from './platform/loopback.ts';
import type { TraceSettings } from './platform/tracing.ts';
import { type DatabaseTls, databaseTls } from './platform/database-tls.ts';

/** Ways to a database. Both absent: the embedded PostgreSQL in the data folder. */
export interface DatabaseUrls {
  readonly databaseUrl: string | undefined;
  /** The same database as the owner of its tables. Absent: `databaseUrl` also migrates. */
  readonly ownerUrl: string | undefined;
  /** How the way to `databaseUrl` is protected. */
  readonly tls: DatabaseTls;
}

/**
 * Sessions on the database: of trading and background work, of calls, and of reports; and the time after which a query
 * of each is cancelled.
 */
export interface PoolSettings {
  readonly trading: number;
  readonly calls: number;
  readonly reports: number;
  readonly tradingTimeoutMs: number;
  readonly callTimeoutMs: number;
  readonly reportTimeoutMs: number;
}

/** Senders of mail and SMS. Without a sender, messages stay in the outbox for the operator to read. */
export interface MessageSettings {
  readonly smtpUrl: string | undefined;
  /** True when mail must not be sent without TLS, because the mail server is another machine. */
  readonly smtpNeedsTls: boolean;
  readonly mailFrom: string;
  readonly smsUrl: string | undefined;
  readonly smsToken: string | undefined;
}

/**
 * The database of an environment, for commands that have no other settings in common with the server. Throws an error
 * that lists all problems.
 */
export function databaseOfEnvironment(environment: Environment): DatabaseUrls & { readonly dataFolder: string } {
  const reader = new Reader(environment);
  const urls = readDatabase(reader);
  if (reader.problems.length > 0) throw new Error(reader.problems.join('\n'));
  return { ...urls, dataFolder: resolve(reader.text('FAIRLOT_DATA_DIR', './data')) };
}

/** Scheduled backups of the embedded PostgreSQL. */
export interface BackupSettings {
  /** Absent: no backups. */
  readonly to: BackupPlace | undefined;
  /** The first key seals, all open. Absent: the data folder's, created on first use. */
  readonly keys: readonly Buffer[] | undefined;
  readonly everyHours: number;
  /** Seconds between two pieces of the write-ahead log: what a lost disk costs at most. */
  readonly walSeconds: number;
  /** Days of which every moment can be restored. */
  readonly keepDays: number;
}

/** The target of backups. */
export type BackupPlace =
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      readonly prefix: string;
      readonly region: string;
      readonly endpoint: string | undefined;
    };

/** The backup settings of an environment, for commands. Throws an error that lists all problems. */
export function backupsOfEnvironment(environment: Environment): BackupSettings {
  const reader = new Reader(environment);
  const settings = readBackups(reader);
  if (reader.problems.length > 0) throw new Error(reader.problems.join('\n'));
  return settings;
}

/** Reads the settings of backups. */
export function readBackups(reader: Reader): BackupSettings {
  const endpoint = reader.url('FAIRLOT_BACKUP_S3_ENDPOINT', ['https:', 'http:'], 'https://s3.example.com');
  if (endpoint?.startsWith('http:') === true && !isLoopback(new URL(endpoint).hostname))
    reader.problems.push('FAIRLOT_BACKUP_S3_ENDPOINT: must be https, because it is another machine.');
  const region = reader.text('FAIRLOT_BACKUP_S3_REGION', 'us-east-1');
  const to = readBackupPlace(reader, region, endpoint);
  if (to !== undefined && reader.text('DATABASE_URL', '') !== '')
    reader.problems.push(
      'FAIRLOT_BACKUP_TO: is for the embedded PostgreSQL. docs/operations.md, "Backups", has a recipe for your own.',
    );
  return {
    to,
    keys: reader.keys('FAIRLOT_BACKUP_KEY'),
    everyHours: reader.integer('FAIRLOT_BACKUP_EVERY_HOURS', 24, 1, 168),
    walSeconds: reader.integer('FAIRLOT_BACKUP_LOG_SECONDS', 60, 1, 3600),
    keepDays: reader.integer('FAIRLOT_BACKUP_KEEP_DAYS', 14, 1, 3650),
  };
}

function readBackupPlace(reader: Reader, region: string, endpoint: string | undefined): BackupPlace | undefined {
  const given = reader.text('FAIRLOT_BACKUP_TO', '');
  if (given === '') return undefined;
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*[\w.-]))?\/?$/.exec(given) ?? [];
  if (bucket !== undefined) return { kind: 's3', bucket, prefix, region, endpoint };
  const dataFolder = resolve(reader.text('FAIRLOT_DATA_DIR', './data'));
  if (!isAbsolute(given) || `${resolve(given)}/`.startsWith(`${dataFolder}/`)) {
    reader.problems.push(
      `FAIRLOT_BACKUP_TO: must be a folder (an absolute path outside the data folder) or s3://<bucket>/<prefix>, not ${JSON.stringify(given)}.`,
    );
    return undefined;
  }
  return { kind: 'folder', path: resolve(given) };
}

/** Archives of the journal. */
export interface ArchiveSettings {
  readonly folder: string;
  /** Days of market time after whose end a partition is archived; undefined: never. */
  readonly afterDays: number | undefined;
}

/** Tables that grow for ever. */
export interface GrowthSettings {
  /** Days of market time in one partition. */
  readonly partitionDays: number;
  /** Days of market time for which bars of a minute are kept; undefined: for ever. */
  readonly minuteDays: number | undefined;
  /** For `npm run archive`; read here too, so that a start refuses bad values. */
  readonly archive: ArchiveSettings;
}

/** Reads the settings of tables that grow for ever. */
export function readGrowth(reader: Reader): GrowthSettings {
  return {
    // A table has at most 1,000 partitions: days shorter than a week would use them up in years.
    partitionDays: reader.integer('FAIRLOT_PARTITION_DAYS', 30, 7, 366),
    // The ranking measures three weeks by minutes, and two weeks are fetched of a live market's past.
    minuteDays: reader.integer('FAIRLOT_KEEP_MINUTES_DAYS', 0, 35, 36_500) || undefined,
    archive: readArchive(reader),
  };
}

/** The settings of archives of an environment, for commands. Throws an error that lists all problems. */
export function archiveOfEnvironment(environment: Environment): ArchiveSettings {
  const reader = new Reader(environment);
  const settings = readArchive(reader);
  if (reader.problems.length > 0) throw new Error(reader.problems.join('\n'));
  return settings;
}

function readArchive(reader: Reader): ArchiveSettings {
  const dataFolder = resolve(reader.text('FAIRLOT_DATA_DIR', './data'));
  return {
    folder: reader.path('FAIRLOT_ARCHIVE_DIR') ?? join(dataFolder, ARCHIVE_FOLDER),
    afterDays: reader.integer('FAIRLOT_ARCHIVE_AFTER_DAYS', 0, 1, 36_500) || undefined,
  };
}

/** Reads the ways to the database. */
export function readDatabase(reader: Reader): DatabaseUrls {
  const databaseUrl = readDatabaseUrl(reader, 'DATABASE_URL');
  const ownerUrl = readDatabaseUrl(reader, 'FAIRLOT_DATABASE_OWNER_URL');
  if (ownerUrl !== undefined && databaseUrl === undefined)
    reader.problems.push('FAIRLOT_DATABASE_OWNER_URL: needs DATABASE_URL, the same database with another role.');
  const ways = new Set([databaseUrl, ownerUrl].map((url) => (url === undefined ? 'local' : databaseTls(url))));
  const tls = (['off', 'unverified', 'verified'] as const).find((each) => ways.has(each)) ?? 'local';
  return { databaseUrl, ownerUrl, tls };
}

function readDatabaseUrl(reader: Reader, name: string): string | undefined {
  const url = reader.databaseUrl(name);
  if (url !== undefined && databaseTls(url) === undefined)
    reader.problems.push(
      `${name}: leads to another machine and needs sslmode=verify-full (with sslrootcert=<file> for a CA of your own). sslmode=disable does without TLS on a network that is yours alone.`,
    );
  return url;
}

/** Reads the sizes of the pools. */
export function readPools(reader: Reader): PoolSettings {
  return {
    trading: reader.integer('FAIRLOT_DATABASE_TRADING_SESSIONS', 8, 2, 1000),
    calls: reader.integer('FAIRLOT_DATABASE_CALL_SESSIONS', 16, 1, 1000),
    reports: reader.integer('FAIRLOT_DATABASE_REPORT_SESSIONS', 5, 1, 1000),
    tradingTimeoutMs: reader.integer('FAIRLOT_TRADING_TIMEOUT_MS', 600_000, 10_000, 86_400_000),
    callTimeoutMs: reader.integer('FAIRLOT_CALL_TIMEOUT_MS', 10_000, 100, 600_000),
    reportTimeoutMs: reader.integer('FAIRLOT_REPORT_TIMEOUT_MS', 60_000, 100, 3_600_000),
  };
}

/** Parameters of a mail server's URL that could lead past TLS or its check. */
const WITHOUT_TLS = /^(ignoretls|requiretls|opportunistictls|secure|tls\.(?!servername$).*)$/i;

/** A collector of traces, and how many calls and ticks of a thousand are traced; undefined without one. */
export function readTraces(reader: Reader): TraceSettings | undefined {
  const url = reader.url('FAIRLOT_TRACES_URL', ['http:', 'https:'], 'http://127.0.0.1:4318/v1/traces');
  const perMille = reader.integer('FAIRLOT_TRACES_PER_MILLE', 10, 1, 1000);
  return url === undefined ? undefined : { url, perMille };
}

/** Reads the senders of mail and SMS. */
export function readMessages(reader: Reader): MessageSettings {
  const smtpUrl = reader.url('FAIRLOT_SMTP_URL', ['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com:465');
  const smtpNeedsTls = smtpUrl !== undefined && !isLoopback(new URL(smtpUrl).hostname);
  const messages = {
    smtpUrl,
    smtpNeedsTls,
    mailFrom: reader.text('FAIRLOT_MAIL_FROM', ''),
    smsUrl: reader.url('FAIRLOT_SMS_URL', ['https:', 'http:'], 'https://sms.example.com/send'),
    smsToken: reader.text('FAIRLOT_SMS_TOKEN', '') || undefined,
  };
  if (smtpNeedsTls && [...new URL(smtpUrl).searchParams.keys()].some((key) => WITHOUT_TLS.test(key)))
    reader.problems.push(
      'FAIRLOT_SMTP_URL: must not change how TLS is used, because the mail server is another machine.',
    );
  if (messages.smsUrl?.startsWith('http:') === true && !isLoopback(new URL(messages.smsUrl).hostname))
    reader.problems.push('FAIRLOT_SMS_URL: must be https, because codes and the token go to another machine.');
  if (
    messages.smtpUrl !== undefined &&
    !/^([^<>\r\n]+<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(messages.mailFrom)
  ) {
    reader.problems.push(
      'FAIRLOT_MAIL_FROM: must be the address of the sender, such as Fairlot <no-reply@example.com>.',
    );
  }
  return messages;
}
