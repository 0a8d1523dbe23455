import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../platform/manual-clock.testkit.ts';
import { FakeServer, counterOf } from './fake-server.testkit.ts';
import { createRealtime } from './realtime.ts';
import type { Topic } from './topics.ts';

const TOPICS: readonly Topic[] = ['DAY_MARKET', 'KLINE.EURUSD', 'FOREX_TRADE'];
const STEP_MS = 250;

/** Events that can happen to a connection, in any order. */
const happening = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 20_000 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('sleep' as const),
      ms: fc.integer({ min: 1, max: 600_000 }),
      wake: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom('publish' as const, 'publishLost' as const),
      topic: fc.constantFrom(...TOPICS),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('listen' as const), topic: fc.constantFrom(...TOPICS) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('leave' as const), which: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('token' as const), token: fc.constantFrom('good', 'bad', null) }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('reach' as const), on: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('refuse' as const, 'answer' as const, 'network' as const),
      on: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom(
        'drop' as const,
        'shutdown' as const,
        'garbage' as const,
        'wake' as const,
        'start' as const,
      ),
    }),
  },
);
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

interface Listener {
  readonly topic: Topic;
  readonly leave: () => void;
  /** The last counter, and whether the listener considers it current. */
  value: number | undefined;
  current: boolean;
}

function mustHold(condition: boolean, rule: string): void {
  if (!condition) throw new Error(`violated: ${rule}`);
}

/** A client, its fake server, and the invariants that must hold at every moment. */
class World {
  readonly clock = new ManualClock();
  readonly server = new FakeServer(this.clock);
  readonly listeners: Listener[] = [];
  readonly realtime = createRealtime({
    connect: this.server.connect,
    clock: this.clock,
    random: () => 0.37,
    log: { warn: () => undefined },
  });
  token: string | null = null;
  /** Time since which no pong can have arrived. */
  deadSince: number | undefined;

  check(): void {
    const deaf = !this.server.reachable || !this.server.answering;
    if (!deaf) this.deadSince = undefined;
    else this.deadSince ??= this.clock.now();
    const state = this.realtime.state.getSnapshot();
    if (this.deadSince !== undefined && this.clock.now() - this.deadSince > 15_000)
      mustHold(state !== 'live', 'a dead connection is not shown as live');
    for (const { topic, current } of this.listeners)
      if (topic === 'FOREX_TRADE' && this.token === null) mustHold(!current, 'a visitor has no current account data');
  }

  pass(ms: number): void {
    for (let left = ms; left > 0; left -= STEP_MS) {
      this.clock.advance(Math.min(left, STEP_MS));
      this.check();
    }
  }

  listen(topic: Topic): void {
    const listener: Listener = {
      topic,
      value: undefined,
      current: false,
      leave: this.realtime.subscribe(topic, (event) => {
        if (event.kind === 'stale') {
          listener.current = false;
          return;
        }
        const value = counterOf(topic, event.data);
        // A lost message must be detected: updates follow one another without a gap, or a snapshot arrives.
        if (event.kind === 'update') mustHold(value === (listener.value ?? Number.NaN) + 1, 'updates have no gap');
        listener.value = value;
        listener.current = true;
      }),
    };
    this.listeners.push(listener);
  }

  apply(event: Happening): void {
    const { server, realtime, clock } = this;
    switch (event.type) {
      case 'pass':
        this.pass(event.ms);
        break;
      case 'sleep':
        clock.sleep(event.ms);
        if (event.wake) realtime.wake();
        clock.advance(1);
        break;
      case 'publish':
        server.publish(event.topic);
        break;
      case 'publishLost':
        server.publishLost(event.topic);
        break;
      case 'listen':
        if (this.listeners.length < 10) this.listen(event.topic);
        break;
      case 'leave':
        this.listeners.splice(event.which, 1).forEach(({ leave }) => leave());
        break;
      case 'token':
        this.token = event.token;
        realtime.setToken(event.token);
        break;
      case 'reach':
        server.reachable = event.on;
        break;
      case 'refuse':
        server.refusing = event.on;
        break;
      case 'answer':
        server.answering = event.on;
        break;
      case 'network':
        realtime.network(event.on);
        break;
      case 'drop':
        server.dropAll();
        break;
      case 'shutdown':
        server.say('{"type":"server_shutdown","code":1}');
        break;
      case 'garbage':
        server.say('{"type":"update","code":1,"topic":"DAY_MARKET","seq":2,"data":{}}');
        break;
      case 'wake':
        realtime.wake();
        break;
      case 'start':
        realtime.start();
        break;
    }
    this.check();
  }

  /** Repairs the network for the rest of the run. */
  heal(): void {
    const { server, realtime } = this;
    Object.assign(server, { reachable: true, refusing: false, answering: true });
    realtime.network(true);
    realtime.start();
    this.pass(60_000);
    for (const topic of TOPICS) server.publish(topic);
    this.pass(2_000);
  }
}

describe('the socket under random failures', () => {
  it('never shows a dead connection as live for more than 15 s, and restores every subscription', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 60 }), (events) => {
        const world = new World();
        world.realtime.start();
        for (const event of events) world.apply(event);
        world.heal();
        expect(world.realtime.state.getSnapshot()).toBe('live');
        for (const { topic, value, current } of world.listeners) {
          const allowed = topic !== 'FOREX_TRADE' || world.token === 'good';
          expect({ topic, current }).toEqual({ topic, current: allowed });
          if (allowed) expect(value).toBe(world.server.values.get(topic));
        }
      }),
      { numRuns: 400, seed: 20_261_120 },
    );
  });

  it('never floods the server: connections and messages are bounded by the elapsed time', () => {
    fc.assert(
      fc.property(
        fc.array(
          happening.filter(
            ({ type }) => type !== 'listen' && type !== 'wake' && type !== 'network' && type !== 'token',
          ),
          { maxLength: 60 },
        ),
        (events) => {
          const world = new World();
          for (const topic of TOPICS) world.listen(topic);
          const begin = world.clock.now();
          world.realtime.start();
          for (const event of events) world.apply(event);
          const seconds = (world.clock.now() - begin) / 1_000;
          const disturbances = events.filter(
            ({ type }) => type === 'drop' || type === 'shutdown' || type === 'sleep',
          ).length;
          // Each disturbance restarts the backoff, whose first tries are less than a second apart.
          expect(world.server.connections).toBeLessThanOrEqual(3 + 3 * disturbances + seconds);
        },
      ),
      { numRuns: 200, seed: 7 },
    );
  });
});
