import { MINUTE_MS, barStart } from '@fairlot/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ManualTimers } from '../feeds/live/connection/manual-timers.testkit.ts';
import type { PastSource } from '../feeds/live/source.ts';
import type { DoubtReason } from '../port.ts';
import { REFERENCE_INSTRUMENTS } from '../reference/instruments.ts';
import { HistoryFill } from './history-fill.ts';
import type { Span } from './zones.ts';

const START = Date.parse('2026-11-20T10:20:30Z');
const MINUTE = barStart('1min', START);
const instrument = REFERENCE_INSTRUMENTS.find(({ code }) => code === 'BTCUSD')!;
const ether = REFERENCE_INSTRUMENTS.find(({ code }) => code === 'ETHUSD')!;
/** A source without bars: what is asked for is what counts here. */
const past: PastSource = {
  name: 'kraken',
  symbol: 'BTC/USD',
  history: { basis: 'bidAsk', async *bars() {} },
};

let clock: number;
/** Time of the latest quote; undefined: there is none, as in a closed market. */
let quotedAt: number | undefined;
let doubt: DoubtReason | undefined;
let covered: (readonly [from: number, to: number])[];
let isRefusing: boolean;
let listed: (typeof instrument)[];
/** Codes of the instruments of `covered`. */
let coveredCodes: string[];
let fill: HistoryFill;

beforeEach(() => {
  clock = START;
  quotedAt = START;
  doubt = undefined;
  covered = [];
  isRefusing = false;
  listed = [instrument];
  coveredCodes = [];
  fill = new HistoryFill({
    market: {
      now: () => clock,
      instruments: () => listed,
      instrument: (id) => listed.find((each) => each.id === id),
      quote: () => (quotedAt === undefined ? undefined : ({ time: quotedAt } as never)),
      doubt: () => doubt,
    },
    pastsOf: () => [past],
    gaps: {
      open: () => Promise.resolve([]),
      ends: (ids) => Promise.resolve(new Map(ids.map((id) => [id, MINUTE]))),
      add: (id: number, span: Span) => {
        if (isRefusing) return Promise.reject(new Error('the database is away'));
        coveredCodes.push(listed.find((each) => each.id === id)?.code ?? '');
        covered.push([(span.from - MINUTE) / MINUTE_MS, (span.to - MINUTE) / MINUTE_MS]);
        return Promise.resolve({ gap: { instrument: id, ...span, period: '1min', next: span.from }, givenUp: [] });
      },
      write: (gap) => Promise.resolve(gap),
      sum: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    },
    rejoin: () => Promise.resolve(),
    timers: new ManualTimers(),
    log: { info: () => undefined, warn: () => undefined },
  });
});
afterEach(() => fill.stop());

/** A look after some time in which the source has quoted. */
const lookAfter = (passedMs: number): Promise<void> => {
  clock += passedMs;
  quotedAt = clock;
  return fill.watch();
};

it('minutes in which the source was away are filled when it quotes again', async () => {
  await lookAfter(0);
  await lookAfter(MINUTE_MS);
  doubt = 'source';
  for (let second = 0; second < 600; second += 1) {
    clock += 1000;
    await fill.watch();
  }
  doubt = undefined;
  await lookAfter(0);
  expect(covered).toEqual([[2, 11]]);
});

it('minutes in which this machine stood still are filled, though the source was never seen away', async () => {
  await lookAfter(0);
  await lookAfter(1000);
  await lookAfter(20 * MINUTE_MS);
  await lookAfter(1000);
  expect(covered).toEqual([[1, 20]]);
});

it('minutes that the database could not be told of are filled later', async () => {
  await lookAfter(0);
  isRefusing = true;
  await expect(lookAfter(20 * MINUTE_MS)).rejects.toThrow('the database is away');
  await expect(lookAfter(1000)).rejects.toThrow('the database is away');
  isRefusing = false;
  await lookAfter(1000);
  expect(covered).toEqual([[1, 20]]);
});

it('the other instruments are filled later too when the database refuses the first one', async () => {
  listed = [instrument, ether];
  await lookAfter(0);
  await lookAfter(1000);
  isRefusing = true;
  await expect(lookAfter(20 * MINUTE_MS)).rejects.toThrow('the database is away');
  isRefusing = false;
  await lookAfter(1000);
  expect(coveredCodes).toEqual(['BTCUSD', 'ETHUSD']);
  expect(covered).toEqual([
    [1, 20],
    [1, 20],
  ]);
});

it('the past of a closed market is filled although the database refused it at first', async () => {
  listed = [instrument, ether];
  quotedAt = undefined;
  clock += 5 * MINUTE_MS;
  isRefusing = true;
  await expect(fill.watch()).rejects.toThrow('the database is away');
  clock += 1000;
  await expect(fill.watch()).rejects.toThrow('the database is away');
  isRefusing = false;
  for (let look = 0; look < 3; look += 1) await fill.watch();
  expect(coveredCodes).toEqual(['BTCUSD', 'ETHUSD']);
  expect(covered).toEqual([
    [0, 5],
    [0, 5],
  ]);
});

it('an instrument that is quoted rarely is not asked for again and again', async () => {
  for (let second = 0; second < 600; second += 1) {
    clock += 1000;
    if (second % 150 === 0) quotedAt = clock;
    await fill.watch();
  }
  expect(covered).toEqual([]);
});
