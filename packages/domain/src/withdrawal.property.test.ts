import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asMoney, asRate, money, rate } from './units.ts';
import { type WithdrawalTerms, formatReceipt, withdrawalFee, withdrawalReceipt } from './withdrawal.ts';

const amounts = fc.bigInt({ min: 1n, max: 10n ** 13n }).map(asMoney);
const rates = fc.bigInt({ min: 0n, max: 10n ** 10n }).map(asRate);
const prices = fc.bigInt({ min: 1n, max: 10n ** 13n }).map(asRate);
const anyTerms: fc.Arbitrary<WithdrawalTerms> = fc.record({
  feeMode: fc.constantFrom('fixed', 'rate'),
  drawRate: rates,
  usdPrice: prices,
});

describe('fee and receipt of a withdrawal', () => {
  it('follow the specification’s formulas', () => {
    const fixed: WithdrawalTerms = { feeMode: 'fixed', drawRate: rate('1.5'), usdPrice: rate('1') };
    expect([withdrawalFee(fixed, money('100')), formatReceipt(withdrawalReceipt(fixed, money('100')))]).toEqual([
      money('1.5'),
      '98.50',
    ]);
    const part: WithdrawalTerms = { feeMode: 'rate', drawRate: rate('0.0125'), usdPrice: rate('7.8123') };
    // 250 − 3.125 = 246.875; × 7.8123 = 1928.6615…
    expect([withdrawalFee(part, money('250')), formatReceipt(withdrawalReceipt(part, money('250')))]).toEqual([
      money('3.125'),
      '1928.66',
    ]);
  });

  it('never pay a negative amount, and pay zero when the fee takes everything', () => {
    const dear: WithdrawalTerms = { feeMode: 'fixed', drawRate: rate('20'), usdPrice: rate('1') };
    expect(formatReceipt(withdrawalReceipt(dear, money('19.99')))).toBe('0.00');
    fc.assert(fc.property(anyTerms, amounts, (terms, amount) => withdrawalReceipt(terms, amount) >= 0n));
  });

  it('have a fixed fee for every amount, or a rated fee within a micro-dollar of amount × rate', () => {
    fc.assert(
      fc.property(anyTerms, amounts, amounts, (terms, one, other) => {
        if (terms.feeMode === 'fixed') return withdrawalFee(terms, one) === withdrawalFee(terms, other);
        const error = withdrawalFee(terms, one) * 10n ** 8n - one * terms.drawRate;
        return error <= 10n ** 8n && error >= -(10n ** 8n);
      }),
    );
  });

  it('pay within half a hundredth of the exact product, and grow with the amount', () => {
    const cheap = anyTerms.filter(({ feeMode, drawRate }) => feeMode === 'fixed' || drawRate <= 10n ** 8n);
    fc.assert(
      fc.property(cheap, amounts, amounts, (terms, one, other) => {
        const net = one - withdrawalFee(terms, one);
        const receipt = withdrawalReceipt(terms, one);
        const error = 2n * (receipt * 10n ** 12n - (net > 0n ? net : 0n) * terms.usdPrice);
        const [less, more] = one < other ? [one, other] : [other, one];
        const inOrder = withdrawalReceipt(terms, less) <= withdrawalReceipt(terms, more);
        return error <= 10n ** 12n && error >= -(10n ** 12n) && inOrder;
      }),
    );
  });
});
