// Hour files of Dukascopy's archive: <instrument>/<year>/<month, 00 to 11>/<day>/<hour>h_ticks.bi5. Times are UTC. A file is
// LZMA of records of 20 bytes, big-endian: milliseconds since the hour, ask and bid in points (integers), two volumes (floats).
import { readFile, stat } from 'node:fs/promises';
import { pow10 } from '@fairlot/domain';
import type { RawTick } from '../feed.ts';
import { DamagedLzma, decompressLzma } from './lzma.ts';

const RECORD_BYTES = 20;
const HOUR_MS = 3_600_000;
/** Ticks of a batch. */
const BATCH = 4_096;
/** Largest file, and largest file unpacked: 800,000 ticks in an hour. */
const FILE_LIMIT = 8 * 2 ** 20;
const UNPACKED_LIMIT = 800_000 * RECORD_BYTES;

const HOUR_FILE = /(?:^|[/\\])([A-Z0-9]{3,20})[/\\](\d{4})[/\\](\d\d)[/\\](\d\d)[/\\](\d\d)h_ticks\.bi5$/i;

/** The archive's names of instruments that have another name here. */
const NAMES: Readonly<Record<string, string>> = {
  USA500IDXUSD: 'US500',
  USATECHIDXUSD: 'US100',
  USA30IDXUSD: 'US30',
  DEUIDXEUR: 'GER40',
  GBRIDXGBP: 'UK100',
  FRAIDXEUR: 'FRA40',
  EUSIDXEUR: 'EU50',
  JPNIDXJPY: 'JP225',
  AUSIDXAUD: 'AUS200',
  HKGIDXHKD: 'HK50',
  BRENTCMDUSD: 'BRENT',
  LIGHTCMDUSD: 'WTI',
};

/** Decimals of a point. Files do not say them, and a wrong guess would be wrong by a power of ten. */
const DECIMALS: readonly (readonly [RegExp, number])[] = [
  [/^XA[UG]USD$/, 3],
  [/^(BTC|ETH)USD$/, 1],
  [/IDX[A-Z]{3}$/, 3],
  [/^(BRENT|LIGHT)CMDUSD$/, 3],
  [/^(AUD|CAD|CHF|EUR|GBP|NZD|SGD|USD|ZAR)JPY$/, 3],
  [/^(AUD|CAD|CHF|EUR|GBP|NZD|SGD|USD)(AUD|CAD|CHF|EUR|GBP|HKD|NZD|SGD|USD|SEK|NOK|DKK|PLN|TRY|ZAR|MXN)$/, 5],
];

/** An hour of an instrument. */
export interface HourFile {
  /** The instrument's code here. */
  readonly code: string;
  /** Begin of the hour, epoch milliseconds. */
  readonly time: number;
  /** Decimals of the integer prices. */
  readonly decimals: number;
}

/** True for the name of an hour file, without its folders. */
export function isHourFile(name: string): boolean {
  return /^\d\dh_ticks\.bi5$/i.test(name);
}

/** Reads an hour file's instrument and hour from its folders. Throws when they are not the archive's. */
export function hourOf(path: string): HourFile {
  const [, folder = '', year = '', month = '', day = '', hour = ''] = HOUR_FILE.exec(path) ?? [];
  const name = folder.toUpperCase();
  const start = new Date(Date.UTC(Number(year), Number(month), Number(day), Number(hour)));
  const isTime =
    start.getUTCMonth() === Number(month) && start.getUTCDate() === Number(day) && start.getUTCHours() === Number(hour);
  if (name === '' || !isTime)
    throw new Error(`replay: ${path} is not at <instrument>/<year>/<month 00-11>/<day>/<hour>h_ticks.bi5`);
  const decimals = DECIMALS.find(([pattern]) => pattern.test(name))?.[1];
  if (decimals === undefined)
    throw new Error(
      `replay: the size of a point of ${name} is not known, so ${path} cannot be read; convert it to CSV`,
    );
  return { code: NAMES[name] ?? name, time: start.getTime(), decimals };
}

/** Reads the ticks of an hour in batches. A file that is damaged anywhere counts once and delivers nothing. */
export async function* readHour(
  path: string,
  scale: number,
  malformed: () => void,
): AsyncGenerator<readonly RawTick[]> {
  const hour = hourOf(path);
  const bytes = await unpacked(path);
  if (bytes === undefined) return malformed();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let begin = 0; begin < bytes.length; begin += BATCH * RECORD_BYTES) {
    const ticks: RawTick[] = [];
    const end = Math.min(bytes.length, begin + BATCH * RECORD_BYTES);
    for (let at = begin; at < end; at += RECORD_BYTES) {
      const tick = tickAt(view, at, hour, scale);
      if (tick === undefined) malformed();
      else ticks.push(tick);
    }
    yield ticks;
  }
}

/** Hours without a tick are empty files. */
async function unpacked(path: string): Promise<Uint8Array | undefined> {
  try {
    if ((await stat(path)).size > FILE_LIMIT) return undefined;
    const packed = await readFile(path);
    return packed.length === 0 ? packed : decompressLzma(packed, UNPACKED_LIMIT);
  } catch (error) {
    if (error instanceof DamagedLzma || isFileError(error)) return undefined;
    throw error;
  }
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}

function tickAt(view: DataView, at: number, hour: HourFile, scale: number): RawTick | undefined {
  if (at + RECORD_BYTES > view.byteLength) return undefined;
  const offset = view.getUint32(at);
  const ask = priceOf(view.getInt32(at + 4), hour.decimals, scale);
  const bid = priceOf(view.getInt32(at + 8), hour.decimals, scale);
  if (offset >= HOUR_MS || ask === undefined || bid === undefined) return undefined;
  return { code: hour.code, time: hour.time + offset, bid, ask };
}

/** Points in the scale of the instrument's prices; undefined when they are finer. */
function priceOf(points: number, decimals: number, scale: number): bigint | undefined {
  if (scale >= decimals) return BigInt(points) * pow10(scale - decimals);
  const step = pow10(decimals - scale);
  return BigInt(points) % step === 0n ? BigInt(points) / step : undefined;
}
