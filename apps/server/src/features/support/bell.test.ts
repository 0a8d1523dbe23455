import { expect, it } from 'vitest';
import { Bell } from './bell.ts';

const LONG_MS = 3_600_000;

it('wakes everybody who listens, once', async () => {
  const bell = new Bell();
  const listeners = [bell.listen(LONG_MS), bell.listen(LONG_MS)];
  bell.ring();
  bell.ring();
  expect(await Promise.all(listeners.map(({ rung }) => rung))).toEqual([true, true]);
});

it('lets go of who leaves, and of all when it stops, so that a server can', async () => {
  const bell = new Bell();
  const [first, second] = [bell.listen(LONG_MS), bell.listen(LONG_MS)];
  first.leave();
  bell.stop();
  expect(await Promise.all([first.rung, second.rung, bell.listen(LONG_MS).rung])).toEqual([false, false, false]);
});

it('lets so many wait and no more', async () => {
  const bell = new Bell();
  const listeners = Array.from({ length: 201 }, () => bell.listen(LONG_MS));
  expect(await listeners.at(-1)?.rung).toBe(false);
  bell.ring();
  expect((await Promise.all(listeners.map(({ rung }) => rung))).filter(Boolean)).toHaveLength(200);
});
