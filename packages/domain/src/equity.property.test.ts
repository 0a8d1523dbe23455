import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Standing,
  availableBalance,
  equity,
  freeMargin,
  isAtOrBelow,
  prepaymentRatio,
  riskRate,
  withdrawable,
} from './equity.ts';
import { compare, fraction, over, scaled, times } from './oracle.test-support.ts';
import { asMoney } from './units.ts';

const amount = fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }).map(asMoney);
const standing: fc.Arbitrary<Standing> = fc.record({
  balance: amount,
  reserved: fc.bigInt({ min: 0n, max: 10n ** 13n }).map(asMoney),
  floatingProfit: amount,
  usedMargin: fc.bigInt({ min: 0n, max: 10n ** 13n }).map(asMoney),
});

describe('standing of an account', () => {
  it('has equity = balance + floating, free = equity − used − reserved, and withdrawable between zero and the smaller of available and free', () => {
    fc.assert(
      fc.property(standing, (of) => {
        expect(equity(of)).toBe(of.balance + of.floatingProfit);
        expect(freeMargin(of)).toBe(of.balance + of.floatingProfit - of.usedMargin - of.reserved);
        const available = of.balance - of.reserved;
        expect(availableBalance(of)).toBe(available);
        const most = withdrawable(of);
        expect(most >= 0n).toBe(true);
        if (most > 0n) expect(most <= available && most <= freeMargin(of)).toBe(true);
        else expect(available <= 0n || freeMargin(of) <= 0n).toBe(true);
      }),
    );
  });

  it('loses nothing but free margin and what can be withdrawn to a reserve', () => {
    fc.assert(
      fc.property(standing, (of) => {
        const unreserved = { ...of, reserved: asMoney(0n) };
        expect([equity(of), prepaymentRatio(of), riskRate(of), isAtOrBelow(of, 50)]).toEqual([
          equity(unreserved),
          prepaymentRatio(unreserved),
          riskRate(unreserved),
          isAtOrBelow(unreserved, 50),
        ]);
        expect(freeMargin(of)).toBe(freeMargin(unreserved) - of.reserved);
      }),
    );
  });

  it('reaches a stop-out when the exact ratio is at or below the level', () => {
    fc.assert(
      fc.property(standing, fc.integer({ min: 0, max: 200 }), (of, percent) => {
        const hit =
          of.usedMargin > 0n &&
          compare(
            times(over(scaled(equity(of), 6), scaled(of.usedMargin, 6)), fraction(100n)),
            fraction(BigInt(percent)),
          ) <= 0;
        expect(isAtOrBelow(of, percent)).toBe(hit);
      }),
    );
  });

  it('has a ratio only with used margin and a risk rate only with equity above zero, and rounds the ratio towards zero', () => {
    fc.assert(
      fc.property(standing, (of) => {
        const ratio = prepaymentRatio(of);
        const risk = riskRate(of);
        expect(ratio === undefined).toBe(of.usedMargin === 0n);
        if (of.usedMargin === 0n) expect(risk).toBe(0n);
        else expect(risk === undefined).toBe(equity(of) <= 0n);
        if (ratio !== undefined) {
          const exact = times(over(scaled(equity(of), 6), scaled(of.usedMargin, 6)), fraction(100n));
          const gap = compare(scaled(ratio, 8), exact);
          expect(equity(of) >= 0n ? gap <= 0 : gap >= 0).toBe(true);
        }
      }),
    );
  });
});
