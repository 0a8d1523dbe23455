import { ManualClock } from '../platform/manual-clock.testkit.ts';
import { FakeServer, counterOf } from './fake-server.testkit.ts';
import { createRealtime } from './realtime.ts';
import type { Realtime } from './realtime.ts';
import type { Topic } from './topics.ts';

/** A client and a fake server on a manual clock. */
export interface Bench {
  readonly clock: ManualClock;
  readonly server: FakeServer;
  readonly realtime: Realtime;
  readonly warnings: readonly string[];
  /** Number of reported session ends. */
  readonly sessionsLost: () => number;
  readonly state: () => string;
  /** Subscribes; returns the listener's events: counters, and `stale`. */
  readonly listen: (topic: Topic) => readonly (number | 'stale')[];
  /** Number of messages of a type that reached the server on the open connections. */
  readonly sent: (type: string) => number;
}

/** Creates the pair without connecting it. */
export function createBench(): Bench {
  const clock = new ManualClock();
  const server = new FakeServer(clock);
  const warnings: string[] = [];
  let lost = 0;
  const realtime = createRealtime({
    connect: server.connect,
    clock,
    random: () => 0.5,
    log: { warn: (message) => void warnings.push(message) },
    onSessionInvalid: () => {
      lost += 1;
    },
  });
  return {
    clock,
    server,
    realtime,
    warnings,
    sessionsLost: () => lost,
    state: realtime.state.getSnapshot,
    listen(topic) {
      const told: (number | 'stale')[] = [];
      realtime.subscribe(
        topic,
        (event) => void told.push(event.kind === 'stale' ? 'stale' : counterOf(topic, event.data)),
      );
      return told;
    },
    sent: (type) =>
      [...server.sockets].flatMap(({ received }) => received).filter((message) => message.type === type).length,
  };
}
