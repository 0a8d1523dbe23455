import { expect, it } from 'vitest';
import { largeStepOf } from './proposal-text.ts';

it.each([
  ['0.9', '0.01', -98.9],
  ['1', '1.21', 21],
  ['1', '1.2', undefined],
  ['1', '0.8', undefined],
  ['', '0.9', undefined],
])('a rate that changes from %s to %s departs by %s per cent', (before, after, step) => {
  const proposal = { before: JSON.stringify({ usd_price: before }), after: JSON.stringify({ usd_price: after }) };
  const found = largeStepOf(proposal);
  if (step === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(step, 1);
  expect(largeStepOf({ before: '{}', after: proposal.after })).toBeUndefined();
});
