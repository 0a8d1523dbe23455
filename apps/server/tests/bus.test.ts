import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Bus, MAX_MESSAGE_BYTES, NoAnswerError } from '../src/bus/bus.ts';
import { LocalBus } from '../src/bus/local-bus.ts';
import { natsBusOver, openNatsBus } from '../src/bus/nats-bus.ts';
import { subjectsOf } from '../src/bus/subjects.ts';
import { silentLog } from './support/database.ts';
import { startFakeNats } from './support/fake-nats.ts';
import { type TestNats, hasNats, startNats } from './support/nats.ts';

const WAIT = { interval: 10 };
const subject = subjectsOf('test');
const bytes = (text: string): Uint8Array => Buffer.from(text);
const text = (data: Uint8Array): string => Buffer.from(data).toString();

let nats: TestNats;
const open = new Set<Bus>();
/** Connections that have ended without `close`. */
const lost: Error[] = [];
const onLost = (error: Error): void => void lost.push(error);

beforeAll(async () => {
  if (hasNats) nats = await startNats();
});
afterEach(async () => {
  for (const bus of open) await bus.close();
  open.clear();
  lost.splice(0);
});
afterAll(() => (hasNats ? nats.kill() : undefined));

async function natsBus(url = nats.url): Promise<Bus> {
  const bus = await openNatsBus({ servers: [url], name: 'test', log: silentLog, onLost });
  open.add(bus);
  return bus;
}

/** The messages that a subscriber gets, with a mark where some may be missing. */
function heard(bus: Bus, name: string, most?: number): string[] {
  const found: string[] = [];
  bus.subscribe(name, (data) => found.push(text(data)), {
    onDropped: () => found.push('dropped'),
    ...(most !== undefined && { most }),
  });
  return found;
}

it('a subject has an installation, a version and plain parts', () => {
  expect(subject('quotes', 7)).toBe('fairlot.test.v1.quotes.7');
  for (const bad of ['', 'a.b', '*', '>', 'a b']) {
    expect(() => subject(bad)).toThrow(RangeError);
    expect(() => subjectsOf(bad)('quotes')).toThrow(RangeError);
  }
});

/** The tests of every bus. `both`: two ends of one. */
function behaves(both: () => Promise<readonly [Bus, Bus]>): void {
  it('carries messages in order to every subscriber of a subject, and never in the turn of the sender', async () => {
    const [here, there] = await both();
    const [one, other, elsewhere] = [
      heard(there, subject('a')),
      heard(there, subject('a')),
      heard(there, subject('b')),
    ];
    // The subscription must have reached the server.
    await expect
      .poll(() => {
        here.publish(subject('a'), bytes('first'));
        return one.length > 0;
      }, WAIT)
      .toBe(true);
    const before = one.length;
    for (let count = 0; count < 1000; count += 1) here.publish(subject('a'), bytes(String(count)));
    expect(one.length).toBe(before);
    // The two are subscriptions of their own, so one may hear a message later than the other.
    await expect.poll(() => [one.at(-1), other.at(-1)], WAIT).toEqual(['999', '999']);
    const numbers = Array.from({ length: 1000 }, (_each, count) => String(count));
    expect(one.filter((found) => found !== 'first')).toEqual(numbers);
    expect(other.filter((found) => found !== 'first')).toEqual(numbers);
    expect(elsewhere).toEqual([]);
  });

  it('drops all that waits for a subscriber that is too slow, and tells it', async () => {
    const [here, there] = await both();
    const found = heard(there, subject('slow'), 10);
    await expect
      .poll(() => {
        here.publish(subject('slow'), bytes('x'));
        return found.length > 0;
      }, WAIT)
      .toBe(true);
    for (let count = 0; count < 5000; count += 1) here.publish(subject('slow'), bytes('more'));
    await expect.poll(() => found.includes('dropped'), WAIT).toBe(true);
    await expect
      .poll(() => {
        here.publish(subject('slow'), bytes('last'));
        return found.at(-1);
      }, WAIT)
      .toBe('last');
    expect(found.length).toBeLessThan(5000);
  });

  it('answers requests, and tells the sender when nobody does', async () => {
    const [here, there] = await both();
    const ask = (name: string, timeoutMs = 5000) => here.request(subject(name), bytes('question'), timeoutMs);
    await expect(ask('nobody')).rejects.toBeInstanceOf(NoAnswerError);
    const stop = there.respond(subject('echo'), (data) => Promise.resolve(bytes(`${text(data)}!`)));
    await expect.poll(() => ask('echo').then(text, () => 'none'), WAIT).toBe('question!');
    there.respond(subject('broken'), () => Promise.reject(new Error('on purpose')));
    there.respond(subject('mute'), () => new Promise(() => undefined));
    there.respond(subject('silent'), () => Promise.resolve(undefined));
    await expect(ask('broken', 200)).rejects.toBeInstanceOf(NoAnswerError);
    await expect(ask('mute', 200)).rejects.toBeInstanceOf(NoAnswerError);
    await expect(ask('silent', 200)).rejects.toBeInstanceOf(NoAnswerError);
    stop();
    await expect.poll(() => ask('echo', 200).then(text, () => 'none'), WAIT).toBe('none');
  });

  it('answers so many requests at a time, and leaves the others without an answer', async () => {
    const [here, there] = await both();
    const release: (() => void)[] = [];
    let running = 0;
    const answer = async (): Promise<Uint8Array> => {
      running += 1;
      await new Promise<void>((done) => release.push(done));
      running -= 1;
      return bytes('done');
    };
    there.respond(subject('busy'), answer, 2);
    // The server learns of the responders in this order. A trial of the first one could arrive late and take a place.
    there.respond(subject('ready'), () => Promise.resolve(bytes('yes')));
    const trial = () => here.request(subject('ready'), bytes(''), 5000).then(text, () => 'none');
    await expect.poll(trial, WAIT).toBe('yes');
    const ask = (limitMs: number) => here.request(subject('busy'), bytes(''), limitMs).then(text, () => 'none');
    // They arrive in this order. Only the last one ends by its time.
    const answers = [ask(60_000), ask(60_000), ask(1500)];
    await expect.poll(() => release.length, WAIT).toBe(2);
    for (const done of release.splice(0)) done();
    expect(await Promise.all(answers)).toEqual(['done', 'done', 'none']);
    expect(running).toBe(0);
  });

  it('carries no message that is too large', async () => {
    const [here] = await both();
    const large = new Uint8Array(MAX_MESSAGE_BYTES + 1);
    expect(() => here.publish(subject('a'), large)).toThrow(RangeError);
    await expect(here.request(subject('a'), large, 100)).rejects.toThrow(RangeError);
  });
}

describe('a bus within one process', () => {
  behaves(() => {
    const bus = new LocalBus();
    open.add(bus);
    return Promise.resolve([bus, bus]);
  });
});

describe.skipIf(!hasNats)('a bus over NATS', () => {
  behaves(() => Promise.all([natsBus(), natsBus()]));
});

it.skipIf(!hasNats)('drops what is sent while NATS is away, tells subscribers of it, and comes back', async () => {
  const [here, there] = [await natsBus(), await natsBus()];
  const found = heard(there, subject('away'));
  const sent = () => here.publish(subject('away'), bytes('message'));
  await expect.poll(() => sent() && found.length > 0, WAIT).toBe(true);
  await nats.kill();
  await expect.poll(() => [here.connected, there.connected], WAIT).toEqual([false, false]);
  expect(sent()).toBe(false);
  await expect(here.request(subject('away'), bytes(''), 100)).rejects.toBeInstanceOf(NoAnswerError);
  await nats.start();
  await expect.poll(() => sent() && found.includes('dropped') && found.at(-1) === 'message', WAIT).toBe(true);
});

it.skipIf(!hasNats)('keeps a bounded number of bytes for a NATS that stands still', async () => {
  const bus = await natsBus();
  nats.signal('SIGSTOP');
  try {
    const data = new Uint8Array(MAX_MESSAGE_BYTES);
    const taken = Array.from({ length: 100 }, () => bus.publish(subject('still'), data)).filter(Boolean);
    expect(taken.length).toBe(32);
  } finally {
    nats.signal('SIGCONT');
  }
});

it('connects again for ever, however often the server refuses it for being slow', async () => {
  const fake = await startFakeNats();
  try {
    const bus = await natsBus(fake.url);
    for (let refused = 1; refused <= 3; refused += 1) {
      fake.breakAndRefuse();
      await expect.poll(() => [fake.refused, bus.connected], WAIT).toEqual([refused, true]);
    }
    expect(lost).toEqual([]);
  } finally {
    await fake.close();
  }
});

it('tells when the connection has ended for good, unless it was closed', async () => {
  const fake = await startFakeNats();
  try {
    const ends = async (): Promise<Bus> =>
      natsBusOver(await connect({ servers: fake.url, reconnect: false }), { log: silentLog, onLost });
    const bus = await ends();
    await (await ends()).close();
    expect(lost).toEqual([]);
    fake.break();
    await expect
      .poll(() => lost.splice(0).map(({ message }) => message), WAIT)
      .toEqual(['the connection to NATS has ended']);
    expect(bus.connected).toBe(false);
  } finally {
    await fake.close();
  }
});
