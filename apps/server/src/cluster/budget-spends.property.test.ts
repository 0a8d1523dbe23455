import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { subjectsOf } from '../bus/subjects.ts';
import { TokenBuckets } from '../security/token-buckets.ts';
import { BudgetSpends, type SpendFate } from './budget-spends.ts';

const KEY = 7;
/** A telling and the way over the bus take at most this long in the simulation. */
const WAY_MS = 500;
const TELL_MS = 250;

let now = 0;
beforeEach(() => {
  now = 1_000_000;
});

/** A bus whose messages arrive or get lost when the test says so, in the order of each sender. */
class SlowBus {
  readonly #listeners: ((data: Uint8Array) => void)[] = [];
  #under: { readonly data: Uint8Array; readonly at: number }[] = [];
  lost = 0;

  publish(_subject: string, data: Uint8Array): boolean {
    this.#under.push({ data, at: now });
    return true;
  }

  subscribe(_subject: string, listener: (data: Uint8Array) => void): () => void {
    this.#listeners.push(listener);
    return () => undefined;
  }

  get isIdle(): boolean {
    return this.#under.length === 0;
  }

  /** Delivers what is `afterMs` old, or loses it. */
  deliver(afterMs: number, isLost: () => boolean = () => false): void {
    const due = this.#under.filter(({ at }) => now - at >= afterMs);
    this.#under = this.#under.filter(({ at }) => now - at < afterMs);
    for (const { data } of due) {
      if (isLost()) this.lost += spent(data);
      else for (const listener of this.#listeners) listener(data);
    }
  }
}

function spent(data: Uint8Array): number {
  const [, spends] = JSON.parse(Buffer.from(data).toString()) as [string, [string, number, number][]];
  return spends.reduce((sum, [, , amount]) => sum + amount, 0);
}

/** Processes that share a budget. Their timers do not run: the test tells. */
function processes(count: number, perSecond: number, burst: number) {
  const bus = new SlowBus();
  const fates: Partial<Record<SpendFate, number>> = {};
  const lines: string[] = [];
  const made = Array.from({ length: count }, (_, index) => {
    const spends = new BudgetSpends({
      bus,
      subjects: subjectsOf('test'),
      from: `process ${index}`,
      log: { warn: (line) => lines.push(line) },
      count: (fate, amount) => {
        fates[fate] = (fates[fate] ?? 0) + amount;
      },
    });
    const buckets = new TokenBuckets(perSecond, burst, () => now, { share: spends.share('orders') });
    spends.start();
    // Only the subscription is wanted: time is the simulation's.
    void spends.stop();
    return { spends, buckets };
  });
  return { bus, made, fates, lines };
}

interface Bound {
  readonly count: number;
  readonly perSecond: number;
  readonly burst: number;
  /** Time in which the processes may not have heard each other. 0: they have heard all before the next token. */
  readonly windowMs: number;
}

/** True when no span between two tokens has more than the bound of TokenBuckets, and what was lost. */
function keepsTo(takenAt: readonly number[], { count, perSecond, burst, windowMs }: Bound, lost: number): boolean {
  const unheard = windowMs === 0 ? 0 : burst + (perSecond * windowMs) / 1000;
  const most = burst + (count - 1) * (Math.max(1, burst / 8) + unheard) + lost;
  const perMs = (perSecond * (1 + (count - 1) / 32)) / 1000;
  let least = Infinity;
  return takenAt.every((at, index) => {
    least = Math.min(least, index - at * perMs);
    return index + 1 - at * perMs - least <= most + 1e-6;
  });
}

const steps = fc.array(
  fc.record({
    stepMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 4000 })),
    at: fc.nat(),
    tries: fc.integer({ min: 1, max: 20 }),
    isLost: fc.nat({ max: 9 }).map((drawn) => drawn === 0),
  }),
  { minLength: 50, maxLength: 400 },
);
const arrangement = { count: fc.integer({ min: 2, max: 7 }), perSecond: fc.integer({ min: 3, max: 20 }) };

it('gives a key that asks any number of processes little more than one budget, whatever gets lost', () => {
  fc.assert(
    fc.property(steps, fc.record(arrangement), (walk, { count, perSecond }) => {
      const burst = perSecond * 3;
      const { bus, made } = processes(count, perSecond, burst);
      const takenAt: number[] = [];
      let toldAt = now;
      for (const { stepMs, at, tries, isLost } of walk) {
        for (const until = now + stepMs; now < until;) {
          now = Math.min(until, toldAt + TELL_MS);
          bus.deliver(WAY_MS - TELL_MS, () => isLost);
          if (now < toldAt + TELL_MS) continue;
          toldAt = now;
          for (const { spends } of made) spends.tell();
        }
        for (let tried = 0; tried < tries; tried += 1)
          if (made[(at + tried) % count]?.buckets.take(KEY) === true) takenAt.push(now);
      }
      return keepsTo(takenAt, { count, perSecond, burst, windowMs: WAY_MS }, bus.lost);
    }),
    { numRuns: 60 },
  );
});

it('gives a key that waits for the messages one budget, and an eighth of it for each further process', () => {
  fc.assert(
    fc.property(steps, fc.record(arrangement), (walk, { count, perSecond }) => {
      const burst = perSecond * 3;
      const { bus, made } = processes(count, perSecond, burst);
      const takenAt: number[] = [];
      for (const { stepMs, at } of walk) {
        now += stepMs;
        const { buckets, spends } = made[at % count] ?? made[0]!;
        if (buckets.take(KEY)) takenAt.push(now);
        spends.tell();
        bus.deliver(0);
      }
      return keepsTo(takenAt, { count, perSecond, burst, windowMs: 0 }, 0);
    }),
    { numRuns: 60 },
  );
});

/** Tokens that a key gets in a minute when it asks four processes as often as it can. `hears`: messages arrive. */
const minute = (hears: boolean): number => {
  const { bus, made } = processes(4, 10, 30);
  let taken = 0;
  for (let at = 0; at < 60_000; at += 50) {
    now += 50;
    for (const { buckets } of made) while (buckets.take(KEY)) taken += 1;
    if (at % TELL_MS === 0) for (const { spends } of made) spends.tell();
    if (hears) bus.deliver(WAY_MS - TELL_MS);
  }
  return taken;
};

it('gives a hasty key the sum of all budgets without messages, and about one with them', () => {
  expect(minute(false)).toBeGreaterThanOrEqual(4 * 600);
  expect(minute(true)).toBeLessThanOrEqual(30 + 600 + 3 * (30 + 5 + 4 + 19));
});

it('answers a key that asks one process as if there were no others', () => {
  fc.assert(
    fc.property(steps, (walk) => {
      const { bus, made } = processes(3, 5, 15);
      const alone = new TokenBuckets(5, 15, () => now);
      return walk.every(({ stepMs, tries }) => {
        now += stepMs;
        const same = Array.from({ length: tries }, () => made[0]?.buckets.take(KEY) === alone.take(KEY));
        for (const { spends } of made) spends.tell();
        bus.deliver(0);
        return same.every(Boolean);
      });
    }),
    { numRuns: 60 },
  );
});

it('tells nothing of a key that takes an eighth at once and little after it', () => {
  const { bus, made, fates } = processes(2, 50, 200);
  for (let taken = 0; taken < 24; taken += 1) made[0]?.buckets.take(KEY);
  for (let second = 0; second < 3600; second += 1) {
    now += 1000;
    made[0]?.buckets.take(KEY);
    made[0]?.spends.tell();
  }
  expect(bus.isIdle).toBe(true);
  expect(fates).toEqual({});
});

it('tells nothing of tokens that come back, and never takes one that came back twice', () => {
  const { bus, made } = processes(2, 1 / 86_400, 40);
  const one = made[0]!;
  for (let order = 0; order < 1000; order += 1) {
    for (let under = 0; under < 10; under += 1) one.buckets.take(KEY);
    for (let under = 0; under < 10; under += 1) one.buckets.giveBack(KEY);
    one.spends.tell();
  }
  expect(bus.isIdle).toBe(true);
});

it('keeps a key waiting no longer than its debt allows, however many messages charge it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 1, maxLength: 300 }),
      fc.constantFrom([10, 30], [50, 200], [5000 / 86_400, 5000]),
      (amounts, [perSecond = 0, burst = 0]) => {
        const { bus, made } = processes(1, perSecond, burst);
        for (const amount of amounts)
          bus.publish('', Buffer.from(JSON.stringify(['flood', [['orders', KEY, amount]]])));
        bus.deliver(0);
        now += Math.min((8 * burst * 1000) / perSecond, 3_600_000) + 1000 / perSecond + 1;
        return made[0]?.buckets.take(KEY) === true;
      },
    ),
  );
});

it('ignores what is no message of spends, and logs it once', () => {
  const { bus, made, fates, lines } = processes(1, 1, 10);
  const bad = fc.oneof(
    fc.uint8Array({ maxLength: 100 }),
    fc.json().map((text) => Buffer.from(text)),
    fc.array(fc.anything()).map((entries) => Buffer.from(JSON.stringify(['x', entries], plain))),
    fc
      .tuple(fc.constantFrom('orders', '__proto__', ''), fc.oneof(fc.string(), fc.double()), fc.double({ max: 0 }))
      .map((entry) => Buffer.from(JSON.stringify(['x', [entry]]))),
  );
  fc.assert(
    fc.property(bad, (data) => {
      bus.publish('', data);
      bus.deliver(0);
    }),
  );
  bus.publish('', Buffer.from(JSON.stringify(['x', Array.from({ length: 5000 }, () => ['orders', KEY, 10])])));
  bus.deliver(0);
  expect(Array.from({ length: 11 }, () => made[0]?.buckets.take(KEY))).toEqual([...Array(10).fill(true), false]);
  expect(fates.malformed).toBeGreaterThan(50);
  expect(lines).toHaveLength(1);
});

it('tells the largest spends when there are too many, in messages that a bus carries', () => {
  const { bus, made, fates } = processes(2, 1 / 86_400, 8);
  const one = made[0]!;
  for (let key = 0; key < 20_000; key += 1)
    for (let taken = key % 2; taken < 2; taken += 1) one.buckets.take(`key ${key}`);
  one.spends.tell();
  bus.deliver(0);
  expect(fates).toEqual({ told: 4000, heard: 4000, left_out: 12_000 });
  expect(Array.from({ length: 8 }, () => made[1]?.buckets.take('key 0')).filter(Boolean)).toHaveLength(6);
  // A spend that found no place is offered with the next token of its key.
  one.buckets.take('key 19998');
  one.spends.tell();
  expect(fates.told).toBe(4001);
});

/** Turns values that JSON can't write into null. */
function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' || typeof value === 'symbol' ? null : value;
}
