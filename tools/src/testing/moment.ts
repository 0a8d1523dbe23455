import { MINUTE_MS, endOfTradingDay } from '@fairlot/domain';
import { shiftDate, unshiftedNow } from './shift-date.mjs';

/** Longest time that a file of tests takes on a busy machine. */
const FILE_MS = 15 * MINUTE_MS;
/** The preload that shifts the clocks of Node processes. They inherit it with the environment. */
const PRELOAD = /--import \S*\/shift-clock\.mjs\?ms=(-?\d+)/;

/**
 * Starts the clock of this process, and of the Node processes that it starts from now on, `beforeMs` before the moment
 * that FAIRLOT_TEST_MOMENT names (an ISO time). Without one they have the machine's clock.
 */
export function setMoment(beforeMs = 0): void {
  const named = process.env['FAIRLOT_TEST_MOMENT'] ?? '';
  if (named === '') shiftClock(0);
  else startAt(Date.parse(named) - beforeMs);
}

/**
 * For tests whose orders end with the trading day, before they start a server: if the day could end while they run,
 * starts the clock after its end.
 */
export function avoidEndOfTradingDay(): void {
  const end = endOfTradingDay(Date.now());
  if (end - Date.now() < FILE_MS) startAt(end + MINUTE_MS);
}

/** Milliseconds that the clock of this process is ahead of the machine's. */
export function clockShift(): number {
  return Number(PRELOAD.exec(process.env['NODE_OPTIONS'] ?? '')?.[1] ?? 0);
}

/** The seed of the simulated market, if FAIRLOT_TEST_SEED names another than the default. */
export function marketSeed(): Readonly<Record<string, string>> {
  const seed = process.env['FAIRLOT_TEST_SEED'] ?? '';
  return seed === '' ? {} : { FAIRLOT_SEED: seed };
}

function startAt(time: number): void {
  if (Number.isNaN(time)) throw new Error('FAIRLOT_TEST_MOMENT is no time');
  shiftClock(time - unshiftedNow());
}

function shiftClock(ms: number): void {
  if (ms === clockShift()) return;
  shiftDate(ms);
  const preload = new URL('shift-clock.mjs', import.meta.url);
  preload.searchParams.set('ms', String(ms));
  process.env['NODE_OPTIONS'] =
    `${(process.env['NODE_OPTIONS'] ?? '').replace(PRELOAD, '')} --import ${preload.href}`.trim();
}
