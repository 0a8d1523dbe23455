import { expect, it } from 'vitest';
import { LongPoll } from './long-poll.ts';

const LONG_MS = 3_600_000;

it('answers every pending request once', async () => {
  const longPoll = new LongPoll();
  const pending = [longPoll.wait(LONG_MS), longPoll.wait(LONG_MS)];
  longPoll.notify();
  longPoll.notify();
  expect(await Promise.all(pending.map(({ notified }) => notified))).toEqual([true, true]);
});

it('ends a cancelled request, and all requests when it stops', async () => {
  const longPoll = new LongPoll();
  const [first, second] = [longPoll.wait(LONG_MS), longPoll.wait(LONG_MS)];
  first.cancel();
  longPoll.stop();
  expect(await Promise.all([first.notified, second.notified, longPoll.wait(LONG_MS).notified])).toEqual([
    false,
    false,
    false,
  ]);
});

it('holds up to 200 requests and answers further ones at once', async () => {
  const longPoll = new LongPoll();
  const pending = Array.from({ length: 201 }, () => longPoll.wait(LONG_MS));
  expect(await pending.at(-1)?.notified).toBe(false);
  longPoll.notify();
  expect((await Promise.all(pending.map(({ notified }) => notified))).filter(Boolean)).toHaveLength(200);
});
