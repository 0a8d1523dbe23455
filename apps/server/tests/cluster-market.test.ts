import type { InstrumentId, Quote } from '@fairlot/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Bus, NoAnswerError } from '../src/bus/bus.ts';
import { LocalBus } from '../src/bus/local-bus.ts';
import { subjectsOf } from '../src/bus/subjects.ts';
import { MarketFollower } from '../src/cluster/market-follower.ts';
import { writeMarket } from '../src/cluster/market-messages.ts';
import { MarketPublisher } from '../src/cluster/market-publisher.ts';
import type { MarketTerms } from '../src/cluster/process-directory.ts';
import type { DoubtReason, MarketStatus } from '../src/market/port.ts';
import { silentLog } from './support/database.ts';
import { EURUSD, quoteOf } from './support/test-host.ts';

const WAIT = { timeout: 90_000, interval: 10 };
const subjects = subjectsOf('test');
const STATUS: MarketStatus = {
  sources: [],
  lines: [],
  past: undefined,
  rejected: { crossed: 3 },
  figures: { quotes: 7, silentMs: 0, lagMs: 1, barsWaiting: 0, barsGivenUp: 0 },
};

/** Longer than a market may be silent. */
const SILENCE_MS = 2000;
/** The steady clock, by which followers notice silence. Only a test moves it: a stall of the machine is no silence. */
let now = 0;

let bus: LocalBus;
let drops: () => boolean;
let heard: unknown[];
let lines: string[];
let refused: string[];
let asked = 0;
let publisher: MarketPublisher;
let follower: MarketFollower;

/** The bus, on which messages may be lost. */
const lossy: Bus = {
  connected: true,
  publish: (subject, data) => drops() || bus.publish(subject, data),
  subscribe: (...given) => bus.subscribe(...given),
  request: (...given) => {
    asked += 1;
    return drops() ? Promise.reject(new NoAnswerError('lost')) : bus.request(...given);
  },
  respond: (...given) => bus.respond(...given),
  close: () => bus.close(),
};

/** A market under a lease, whose messages may be lost, before its start. */
function prepare(lease: { readonly epoch: number; isCurrent: boolean }, feed = 'live'): MarketPublisher {
  const from = `market-${lease.epoch}`;
  const terms = { feed, isReal: feed === 'live', sessions: 'real' };
  const made = new MarketPublisher({ bus: lossy, subjects, lease, from, terms, log: silentLog, status: () => STATUS });
  made.setOpen(EURUSD.id, true);
  made.setDoubt(EURUSD.id, undefined);
  return made;
}

function publish(epoch: number): MarketPublisher {
  const made = prepare({ epoch, isCurrent: true });
  made.start();
  return made;
}

/** Lets the messages of this turn be delivered. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setImmediate(next));
}

/** Lets the market be away until every quote is in doubt. */
async function beSilent(): Promise<void> {
  drops = () => true;
  now += SILENCE_MS;
  await expect.poll(() => heard.at(-1), WAIT).toBe('source');
}

const sink = {
  onQuote: ({ seq }: Quote) => heard.push(seq),
  setOpen: (_: InstrumentId, open: boolean) => heard.push(open ? 'open' : 'closed'),
  setDoubt: (_: InstrumentId, reason: DoubtReason | undefined) => heard.push(reason ?? 'sure'),
};
const quote = (seq: number): void => publisher.onQuote(quoteOf(seq, 0, '1.1', '1.2'));

beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  [bus, drops, heard, lines, refused] = [new LocalBus(), () => false, [], [], []];
  publisher = publish(1);
  const log = { warn: (line: string) => lines.push(line), info: (line: string) => lines.push(line) };
  const mayFollow = (from: string, { isReal }: MarketTerms): boolean => {
    if (!isReal) refused.push(from);
    return isReal;
  };
  follower = new MarketFollower({ bus: lossy, subjects, sinks: [sink], log, mayFollow });
});
afterEach(async () => {
  await follower.stop();
  await publisher.stop();
  await bus.close();
  vi.restoreAllMocks();
});

it('passes on the whole market to who joins, then its changes in their order', async () => {
  quote(1);
  follower.start();
  await expect.poll(() => heard.slice(-2), WAIT).toEqual(['sure', 1]);
  quote(2);
  quote(3);
  publisher.setDoubt(EURUSD.id, 'price');
  quote(3);
  publisher.setOpen(EURUSD.id, false);
  await expect.poll(() => heard.slice(-4), WAIT).toEqual([2, 3, 'price', 'closed']);
  await expect.poll(() => follower.status, WAIT).toEqual(STATUS);
});

it('asks for the whole market when a message was lost', async () => {
  follower.start();
  await expect.poll(() => heard, WAIT).toContain('sure');
  drops = () => true;
  publisher.setDoubt(EURUSD.id, 'price');
  quote(1);
  // The turn in which the quote is published.
  await new Promise((next) => setImmediate(next));
  drops = () => false;
  await expect.poll(() => heard.slice(-3), WAIT).toEqual(['open', 'price', 1]);
});

it('follows the market of a higher epoch, and no longer the former one', async () => {
  follower.start();
  quote(5);
  await expect.poll(() => heard, WAIT).toContain(5);
  const former = publisher;
  await former.stop();
  publisher = publish(2);
  quote(100);
  await expect.poll(() => heard, WAIT).toContain(100);
  former.onQuote(quoteOf(200, 0, '1.3', '1.4'));
  former.setDoubt(EURUSD.id, 'price');
  quote(101);
  await expect.poll(() => heard, WAIT).toContain(101);
  expect(heard).not.toContain(200);
  expect(heard).not.toContain('price');
});

it('has every quote in doubt while the market is silent, and no longer once it is heard', async () => {
  follower.start();
  await expect.poll(() => heard, WAIT).toContain('sure');
  drops = () => true;
  now += SILENCE_MS;
  await expect.poll(() => heard.at(-1), WAIT).toBe('source');
  drops = () => false;
  await expect.poll(() => heard.at(-1), WAIT).toBe('sure');
});

it('hears no market before it has started, because its quotes are those of the former one', async () => {
  follower.start();
  quote(1);
  await expect.poll(() => heard, WAIT).toContain(1);
  await publisher.stop();
  await beSilent();
  drops = () => false;
  publisher = prepare({ epoch: 2, isCurrent: true });
  await turns();
  expect(heard.at(-1)).toBe('source');
  expect(follower.isHeard).toBe(false);
  quote(100);
  publisher.start();
  await expect.poll(() => heard.at(-1), WAIT).toBe('sure');
  expect(heard).toContain(100);
});

it('gets the state, not the changes, of the time in which the market had lost its lease', async () => {
  const lease = { epoch: 2, isCurrent: true };
  await publisher.stop();
  publisher = prepare(lease);
  publisher.start();
  follower.start();
  quote(1);
  await expect.poll(() => heard, WAIT).toContain(1);
  lease.isCurrent = false;
  // More than one message can carry.
  for (let seq = 2; seq <= 20_000; seq += 1) quote(seq);
  await turns();
  lease.isCurrent = true;
  quote(20_001);
  await expect.poll(() => heard, WAIT).toContain(20_001);
  expect(heard).not.toContain(2);
  await expect.poll(() => lines.filter((line) => line.includes('epoch 2')).length, WAIT).toBe(1);
});

it('does not follow a market with other settings that takes over', async () => {
  follower.start();
  await expect.poll(() => heard, WAIT).toContain('sure');
  await publisher.stop();
  publisher = prepare({ epoch: 2, isCurrent: true }, 'simulated');
  publisher.start();
  await expect.poll(() => refused, WAIT).toEqual(['market-2']);
  expect(lines).toEqual(['the market of market-1 (epoch 1) is heard']);
});

it('asks again when a former market answers while messages of the next one were lost', async () => {
  follower.start();
  await expect.poll(() => heard, WAIT).toContain('sure');
  await publisher.stop();
  let answer: ((data: Uint8Array) => void) | undefined;
  const former = bus.respond(subjects('market', 'snapshot'), () => new Promise((done) => (answer = done)));
  const late = writeMarket({ epoch: 1, number: 1000, quotes: [], sessions: [], doubts: [] });
  // A gap under the former epoch: the follower asks, and the former market is slow to answer.
  bus.publish(
    subjects('market', 'changes'),
    writeMarket({ epoch: 1, number: 500, quotes: [], sessions: [], doubts: [] }),
  );
  await turns();
  former();
  publisher = prepare({ epoch: 2, isCurrent: true });
  publisher.setDoubt(EURUSD.id, 'price');
  publisher.start();
  await turns();
  answer?.(late);
  await expect.poll(() => heard.at(-1), WAIT).toBe('price');
});

it('tells once with process and epoch that the market is away, and that it is heard again', async () => {
  follower.start();
  await expect.poll(() => lines, WAIT).toContain('the market of market-1 (epoch 1) is heard');
  await beSilent();
  await expect.poll(() => lines.length, WAIT).toBe(3);
  const before = asked;
  await expect.poll(() => asked, WAIT).toBeGreaterThan(before + 1);
  drops = () => false;
  await expect.poll(() => lines.length, WAIT).toBe(4);
  expect(lines.slice(1)).toEqual([
    'the market of market-1 (epoch 1) is not heard for 2000 ms: nothing is dealt on its last quotes',
    expect.stringContaining('the market could not be asked for its state'),
    'the market of market-1 (epoch 1) is heard',
  ]);
});

it('counts how long a market is overdue that is not heard, or that quotes nothing although it should', async () => {
  now += 1000;
  expect(follower.overdueMs).toBe(1000);
  follower.start();
  quote(1);
  await expect.poll(() => heard.slice(-2), WAIT).toEqual(['sure', 1]);
  expect(follower.overdueMs).toBe(0);
  await beSilent();
  now += 60_000;
  expect(follower.overdueMs).toBe(60_000 + SILENCE_MS);
  drops = () => false;
  await expect.poll(() => heard.at(-1), WAIT).toBe('sure');
  expect(follower.overdueMs).toBe(0);
});
