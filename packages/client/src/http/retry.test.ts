import { expect, it } from 'vitest';
import { CallError } from './call-error.ts';
import { isAskedAgain } from './retry.ts';

it('asks twice more for what was lost, and takes a refusal and anything else for an answer', () => {
  const lost = new CallError({ kind: 'transport', code: 'ERR_NETWORK' });
  expect([0, 1, 2].map((failures) => isAskedAgain(failures, lost))).toEqual([true, true, false]);
  for (const error of [
    new CallError({ kind: 'refused', code: 3001, reason: 'market_closed' }),
    new CallError({ kind: 'cancelled', code: 'ERR_CANCELLED' }),
    new Error('ours'),
  ])
    expect(isAskedAgain(0, error)).toBe(false);
});
