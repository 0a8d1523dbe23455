import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Push } from './service.ts';

const DEVICE = { endpoint: 'https://push.example/a', p256dh: '', auth: '', language: 'en' };

let isAway: boolean;
let sent: string[];
let errors: string[];
let push: Push;

beforeEach(() => {
  vi.useFakeTimers();
  isAway = false;
  sent = [];
  errors = [];
  const deps = {
    devices: {
      has: () => true,
      of: () => (isAway ? Promise.reject(new Error('the database is away')) : Promise.resolve([DEVICE])),
    },
    sender: {
      send: (_user: number, _device: object, payload: string) =>
        sent.push((JSON.parse(payload) as { tag: string }).tag),
      stop: () => Promise.resolve(),
    },
    origins: { services: ['push.example'], privateOrigins: [] },
    clock: () => 0,
    log: { error: (_fields: object, message: string) => errors.push(message) },
  };
  push = new Push(deps as unknown as ConstructorParameters<typeof Push>[0]);
});
afterEach(async () => {
  await push.stop();
  vi.useRealTimers();
});

const notice = (tag: string) => () => ({ title: '', body: '', path: '/', tag });

it('sends a notice once when the database is back after a failed reading of the devices', async () => {
  isAway = true;
  push.tell(1, notice('late'));
  await vi.advanceTimersByTimeAsync(2_000);
  isAway = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(['late']);
  expect(errors).toEqual([]);
});

it('gives a notice up when the database stays away, and when it stops', async () => {
  isAway = true;
  push.tell(1, notice('lost'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(errors).toHaveLength(1);
  push.tell(1, notice('stopped'));
  await vi.advanceTimersByTimeAsync(1);
  await push.stop();
  isAway = false;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
