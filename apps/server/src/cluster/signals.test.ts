import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SignalPair, openSignals } from '../../tests/support/signals.ts';
import type { BusSignals } from './signals.ts';

const WAIT = { interval: 10 };
let signals: SignalPair;
let isLost: boolean;
let one: BusSignals;
let other: BusSignals;

beforeEach(() => {
  isLost = false;
  signals = openSignals((bus) => ({
    connected: true,
    publish: (subject: string, data: Uint8Array) => !isLost && bus.publish(subject, data),
    subscribe: bus.subscribe.bind(bus),
    request: bus.request.bind(bus),
    respond: bus.respond.bind(bus),
    close: () => bus.close(),
  }));
  ({ one, other } = signals);
});
afterEach(() => signals.close());

it('reach the other processes, with their data, and not their sender', async () => {
  const heard: string[] = [];
  one.on('sessions', (data) => heard.push(`one ${data}`));
  other.on('sessions', (data) => heard.push(`other ${data}`));
  other.on('settings', () => heard.push('settings'));
  one.tell('sessions', 'ended');
  await expect.poll(() => heard, WAIT).toEqual(['other ended']);
});

it('that could not be sent are told of as missed as soon as that is possible', async () => {
  const heard: string[] = [];
  other.on('settings', () => heard.push('settings'));
  other.onMissed(() => heard.push('missed'));
  isLost = true;
  one.tell('settings');
  isLost = false;
  await expect.poll(() => heard, WAIT).toEqual(['missed']);
});

it('that came before somebody listened count as missed', async () => {
  const heard: string[] = [];
  other.on('groups', () => heard.push('groups'));
  other.onMissed(() => heard.push('missed too early'));
  one.tell('settings');
  one.tell('groups');
  await expect.poll(() => heard, WAIT).toEqual(['groups']);
  other.onMissed(() => heard.push('missed'));
  expect(heard).toEqual(['groups', 'missed']);
});

it('are told of as missed by a process that takes over from one which may have told nothing', async () => {
  const heard: string[] = [];
  other.onMissed(() => heard.push('missed'));
  isLost = true;
  one.tellMissed();
  isLost = false;
  await expect.poll(() => heard, WAIT).toEqual(['missed']);
});
