import type { PriceAlert } from '@fairlot/client';
import { expect, it } from 'vitest';
import { missedSince } from './missed.ts';

const fired = (id: number, minute: number): PriceAlert =>
  ({ id, firedAt: `2026-03-04T10:0${minute}:00.000Z` }) as PriceAlert;
const ids = (list: readonly PriceAlert[]): number[] => list.map(({ id }) => id);

it('returns the last three alerts fired since the last one shown, oldest first and each once', () => {
  const list = [fired(5, 5), fired(4, 4), fired(3, 3), fired(2, 2), fired(1, 1)];
  const first = missedSince(list, '2026-03-04T10:03:00.000Z');
  expect([ids(first.alerts), first.seen]).toEqual([[4, 5], '2026-03-04T10:05:00.000Z']);
  expect(ids(missedSince(list, first.seen).alerts)).toEqual([]);
  expect(ids(missedSince(list, '').alerts)).toEqual([3, 4, 5]);
});

it('returns no past alerts on a new device', () => {
  expect(missedSince([fired(2, 2), fired(1, 1)], undefined)).toEqual({ alerts: [], seen: '2026-03-04T10:02:00.000Z' });
  expect(missedSince([], undefined)).toEqual({ alerts: [], seen: '' });
  // The socket may have shown an alert that a slower list does not contain yet.
  expect(missedSince([fired(1, 1)], '2026-03-04T10:09:00.000Z').seen).toBe('2026-03-04T10:09:00.000Z');
});
