import type { PriceAlert } from '@fairlot/contract';
import { expect, it } from 'vitest';
import { missedSince } from './missed.ts';

const fired = (id: number, minute: number): PriceAlert =>
  ({ id, fired_at: `2026-03-04T10:0${minute}:00.000Z` }) as PriceAlert;
const ids = (list: readonly PriceAlert[]): number[] => list.map(({ id }) => id);

it('tells what fired since this device told of something, the last three in their order, and each once', () => {
  const list = [fired(5, 5), fired(4, 4), fired(3, 3), fired(2, 2), fired(1, 1)];
  const first = missedSince(list, '2026-03-04T10:03:00.000Z');
  expect([ids(first.alerts), first.seen]).toEqual([[4, 5], '2026-03-04T10:05:00.000Z']);
  expect(ids(missedSince(list, first.seen).alerts)).toEqual([]);
  expect(ids(missedSince(list, '').alerts)).toEqual([3, 4, 5]);
});

it('tells nothing of the past on a device that is new', () => {
  expect(missedSince([fired(2, 2), fired(1, 1)], undefined)).toEqual({ alerts: [], seen: '2026-03-04T10:02:00.000Z' });
  expect(missedSince([], undefined)).toEqual({ alerts: [], seen: '' });
  // What was told by the socket is later than what a slow list shows.
  expect(missedSince([fired(1, 1)], '2026-03-04T10:09:00.000Z').seen).toBe('2026-03-04T10:09:00.000Z');
});
