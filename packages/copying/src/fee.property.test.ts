import { asMoney } from '@fairlot/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feeDue, highWaterAfter } from './index.ts';

const micro = fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n });
const percent = fc.integer({ min: 0, max: 100 });

const at = (realised: bigint, highWater: bigint): bigint =>
  feeDue({ realised: asMoney(realised), highWater: asMoney(highWater), percent: 20 });

describe('the leader’s fee', () => {
  it('takes, over any results and any shortage of cash, at most the share of the highest profit', () => {
    const charge = fc.record({ realised: micro, payable: fc.bigInt({ min: 0n, max: 10n ** 13n }) });
    fc.assert(
      fc.property(percent, fc.array(charge, { maxLength: 30 }), (share, charges) => {
        let highWater = asMoney(0n);
        let sum = 0n;
        let best = 0n;
        for (const { realised, payable } of charges) {
          const basis = { realised: asMoney(realised), highWater, percent: share };
          const due = feeDue(basis);
          // An independent rule: hundredths of a micro-dollar, compared without division.
          const profit = realised > highWater ? realised - highWater : 0n;
          expect(due * 100n <= profit * BigInt(share) && (due + 1n) * 100n > profit * BigInt(share)).toBe(true);
          const taken = asMoney(payable < due ? payable : due);
          const next = highWaterAfter(basis, taken);
          expect(next >= highWater && (next === highWater || next <= realised)).toBe(true);
          if (taken === due && profit > 0n && share > 0) expect(next).toBe(realised);
          highWater = next;
          sum += taken;
          if (realised > best) best = realised;
          expect(sum * 100n <= best * BigInt(share)).toBe(true);
        }
      }),
    );
  });

  it('is charged again only above the last peak', () => {
    expect([at(1_000n, 0n), at(400n, 1_000n), at(1_000n, 1_000n), at(1_010n, 1_000n)]).toEqual([200n, 0n, 0n, 2n]);
  });
});
