import type { InstrumentId, Quote } from '@fairlot/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Bus, NoAnswerError } from '../src/bus/bus.ts';
import { LocalBus } from '../src/bus/local-bus.ts';
import { subjectsOf } from '../src/bus/subjects.ts';
import { MarketFollower } from '../src/cluster/market-follower.ts';
import { MarketPublisher } from '../src/cluster/market-publisher.ts';
import type { DoubtReason, MarketStatus } from '../src/market/port.ts';
import { silentLog } from './support/database.ts';
import { EURUSD, quoteOf } from './support/test-host.ts';

const WAIT = { interval: 10 };
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
let publisher: MarketPublisher;
let follower: MarketFollower;

/** The bus, on which messages may be lost. */
const lossy: Bus = {
  connected: true,
  publish: (subject, data) => drops() || bus.publish(subject, data),
  subscribe: (...given) => bus.subscribe(...given),
  request: (...given) => (drops() ? Promise.reject(new NoAnswerError('lost')) : bus.request(...given)),
  respond: (...given) => bus.respond(...given),
  close: () => bus.close(),
};

/** A market under an epoch, whose messages may be lost. */
function publish(epoch: number): MarketPublisher {
  const made = new MarketPublisher({
    bus: lossy,
    subjects,
    lease: { epoch, isCurrent: true },
    status: () => STATUS,
  });
  made.setOpen(EURUSD.id, true);
  made.setDoubt(EURUSD.id, undefined);
  made.start();
  return made;
}

const sink = {
  onQuote: ({ seq }: Quote) => heard.push(seq),
  setOpen: (_: InstrumentId, open: boolean) => heard.push(open ? 'open' : 'closed'),
  setDoubt: (_: InstrumentId, reason: DoubtReason | undefined) => heard.push(reason ?? 'sure'),
};
const quote = (seq: number): void => publisher.onQuote(quoteOf(seq, 0, '1.1', '1.2'));

beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  [bus, drops, heard] = [new LocalBus(), () => false, []];
  publisher = publish(1);
  follower = new MarketFollower({ bus: lossy, subjects, sinks: [sink], log: silentLog });
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
