import { expect, it } from 'vitest';
import { CallError } from './call-error.ts';
import { shouldRetry } from './retry.ts';

it('retries a lost answer twice, a busy server five times, and nothing else', () => {
  const lost = new CallError({ kind: 'transport', code: 'ERR_NETWORK' });
  expect([0, 1, 2].map((failures) => shouldRetry(failures, lost))).toEqual([true, true, false]);
  for (const reason of ['overloaded', 'not_ready', 'too_many_requests'] as const) {
    const busy = new CallError({ kind: 'refused', code: 9002, reason });
    expect([0, 4, 5].map((failures) => shouldRetry(failures, busy))).toEqual([true, true, false]);
  }
  for (const error of [
    new CallError({ kind: 'refused', code: 3001, reason: 'market_closed' }),
    new CallError({ kind: 'cancelled', code: 'ERR_CANCELLED' }),
    new Error('a defect of the page'),
  ])
    expect(shouldRetry(0, error)).toBe(false);
});
