import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MAX_MESSAGE_BYTES } from '../bus/bus.ts';
import { LocalBus } from '../bus/local-bus.ts';
import { subjectsOf } from '../bus/subjects.ts';
import type { MarketStatus } from '../market/port.ts';
import { MarketFollower } from './market-follower.ts';
import { MarketPublisher } from './market-publisher.ts';

const subjects = subjectsOf('test');
const INSTRUMENTS = 500;
const DETAILS_SHOWN = 50;
const NAMES = ['oanda', 'binance', 'kraken', 'coinbase', 'dxlink'] as const;
/** As long as the words of a failure get, in letters of three bytes. */
const DETAIL = `502: ${'ℹ'.repeat(155)}`;
const AT = Date.UTC(2026, 10, 27);

/** The most instruments at all sources, each of which answers with a page of a proxy. */
const FAILING: MarketStatus = {
  sources: NAMES.map((name) => ({
    name,
    state: { phase: 'connecting', since: AT, reason: 'wrong_answer', detail: DETAIL },
    stampsOnArrival: false,
    quotesPerSecond: 0,
    quotes: 123_456,
    malformed: 1,
    refused: 2,
    unknownSymbols: Array.from({ length: 100 }, (_, at) => `${at}`.padStart(40, 'U')),
    instruments: 0,
    contradicted: [],
  })),
  lines: Array.from({ length: INSTRUMENTS }, (_, at) => [
    1000 + at,
    {
      since: at === 0 ? undefined : AT,
      sources: NAMES.map((name, source) => ({
        name,
        symbol: at % 7 === source ? undefined : `${at}`.padStart(40, 'S'),
        state: { phase: 'connecting', since: AT, reason: 'wrong_answer', detail: DETAIL },
        isUnknown: at % 7 !== source && at % 3 === 0,
        isContradicted: at % 7 !== source && at % 5 === 0,
      })),
    },
  ]),
  past: {
    gaps: INSTRUMENTS,
    filled: 7,
    malformed: 0,
    waiting: Array.from({ length: INSTRUMENTS }, (_, at) => ({
      code: `${at}`.padStart(20, 'C'),
      source: 'oanda',
      period: '1min',
      next: AT,
      to: AT,
      bars: 0,
      failure: { reason: 'wrong_answer', detail: DETAIL, at: AT, since: AT },
    })),
  },
  rejected: { crossed: 3 },
  figures: { quotes: 1, silentMs: 1, lagMs: 1, barsWaiting: 0, barsGivenUp: 0 },
};

let bus: LocalBus;
let publisher: MarketPublisher;
let lines: string[];
let heads = 0;

function publish(status: () => MarketStatus): void {
  const log = { warn: (line: string) => lines.push(line) };
  publisher = new MarketPublisher({
    bus,
    subjects,
    lease: { epoch: 1, isCurrent: true },
    from: 'market-a',
    status,
    log,
  });
  publisher.start();
}

beforeEach(() => {
  vi.useFakeTimers();
  [bus, lines, heads] = [new LocalBus(), [], 0];
  bus.subscribe(subjects('market', 'changes'), () => (heads += 1), { onDropped: vi.fn<() => void>() });
});
afterEach(async () => {
  await publisher.stop();
  await bus.close();
  vi.useRealTimers();
});

it('tells the states of the most instruments at sources that all fail, and shows them alike to a follower', async () => {
  const sizes: number[] = [];
  bus.subscribe(subjects('market', 'sources'), (data) => sizes.push(data.byteLength), {
    onDropped: vi.fn<() => void>(),
  });
  publish(() => FAILING);
  const log = { info: vi.fn<() => void>(), warn: vi.fn<() => void>() };
  const follower = new MarketFollower({ bus, subjects, sinks: [], log });
  follower.start();
  await vi.advanceTimersByTimeAsync(5000);
  await follower.stop();
  expect(lines).toEqual([]);
  expect(heads).toBeGreaterThan(8);
  expect(sizes[0]).toBeLessThan(MAX_MESSAGE_BYTES * 0.6);
  const { past, ...status } = follower.status ?? FAILING;
  const { past: full, ...expected } = FAILING;
  expect(status).toEqual(expected);
  // The office lists fifty of the pasts that wait, and counts them all.
  expect(past?.waiting.slice(0, DETAILS_SHOWN)).toEqual(full?.waiting.slice(0, DETAILS_SHOWN));
  expect(past?.waiting).toHaveLength(INSTRUMENTS);
  expect(past?.waiting.every(({ failure }) => failure?.reason === 'wrong_answer')).toBe(true);
});

it('lives on and tells that it is there while its status cannot be published, which it logs once', async () => {
  publish(() => {
    throw new RangeError('too much');
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(heads).toBeGreaterThan(15);
  expect(lines).toEqual([expect.stringContaining('too much')]);
});
