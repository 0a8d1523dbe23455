import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BusWatch } from './bus-watch.ts';
import type { ProcessRole } from './process-directory.ts';

const LONG_MS = 60_000;

let bus: { connected: boolean };
/** Roles of which another process with the bus is alive. */
let others: Set<ProcessRole>;
let held: Set<ProcessRole>;
let givenUp: ProcessRole[];
let watch: BusWatch;

beforeEach(() => {
  vi.useFakeTimers();
  bus = { connected: true };
  others = new Set();
  held = new Set(['trading', 'market']);
  givenUp = [];
  watch = new BusWatch({
    bus,
    isReplaceable: (role) => Promise.resolve(others.has(role)),
    log: { warn: (line) => expect.unreachable(line) },
  });
  for (const role of ['trading', 'market'] as const)
    watch.add({
      role,
      isHeld: () => held.has(role),
      giveUp: () => {
        held.delete(role);
        givenUp.push(role);
        return Promise.resolve();
      },
    });
  watch.start();
});
afterEach(async () => {
  await watch.stop();
  vi.useRealTimers();
});

it('gives up what another process can do that has the bus', async () => {
  others.add('trading');
  bus.connected = false;
  await vi.advanceTimersByTimeAsync(5000);
  expect(givenUp).toEqual([]);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(givenUp).toEqual(['trading']);
  others.add('market');
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(givenUp).toEqual(['trading', 'market']);
});

it('keeps what it has when it is the last to connect again after an outage for all', async () => {
  bus.connected = false;
  await vi.advanceTimersByTimeAsync(LONG_MS);
  others.add('trading');
  others.add('market');
  await vi.advanceTimersByTimeAsync(6000);
  bus.connected = true;
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(givenUp).toEqual([]);
});

it('gives shards up before what ends the process', async () => {
  watch.add({ role: 'web', isHeld: () => !givenUp.includes('web'), giveUp: async () => void givenUp.push('web') });
  others.add('trading');
  others.add('web');
  bus.connected = false;
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(givenUp).toEqual(['trading', 'web']);
});

it('keeps what it has while no other process is better off, as when the bus is gone for all', async () => {
  bus.connected = false;
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(givenUp).toEqual([]);
});

it('keeps what it has after a short break of the bus', async () => {
  others.add('trading');
  for (let turn = 0; turn < 10; turn += 1) {
    bus.connected = false;
    await vi.advanceTimersByTimeAsync(4000);
    bus.connected = true;
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(givenUp).toEqual([]);
});
