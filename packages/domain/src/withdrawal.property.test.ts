import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asMoney, asRate, money, rate } from './units.ts';
import {
  MAX_CURRENCY_DECIMALS,
  type UnitsPerDollar,
  type WithdrawalTerms,
  formatReceipt,
  formatUnitsPerDollar,
  parseUnitsPerDollar,
  withdrawalFee,
  withdrawalReceipt,
} from './withdrawal.ts';

const amounts = fc.bigInt({ min: 1n, max: 10n ** 13n }).map(asMoney);
const rates = fc.bigInt({ min: 0n, max: 10n ** 10n }).map(asRate);
const prices = fc.bigInt({ min: 1n, max: 10n ** 21n }).map((value) => value as UnitsPerDollar);
const perDollar = (text: string): UnitsPerDollar => parseUnitsPerDollar(text) ?? expect.fail(text);
/** The receipt of a withdrawal as its text. */
const paid = (terms: WithdrawalTerms, amount: string): string =>
  formatReceipt(withdrawalReceipt(terms, money(amount)), terms);
const anyTerms: fc.Arbitrary<WithdrawalTerms> = fc.record({
  feeMode: fc.constantFrom('fixed', 'rate'),
  drawRate: rates,
  usdPrice: prices,
  decimals: fc.integer({ min: 0, max: MAX_CURRENCY_DECIMALS }),
});

describe('fee and receipt of a withdrawal', () => {
  it('follow the specification’s formulas', () => {
    const fixed: WithdrawalTerms = { feeMode: 'fixed', drawRate: rate('1.5'), usdPrice: perDollar('1'), decimals: 2 };
    expect([withdrawalFee(fixed, money('100')), paid(fixed, '100')]).toEqual([money('1.5'), '98.50']);
    const part: WithdrawalTerms = {
      feeMode: 'rate',
      drawRate: rate('0.0125'),
      usdPrice: perDollar('7.8123'),
      decimals: 2,
    };
    // 250 − 3.125 = 246.875; × 7.8123 = 1928.6615…
    expect([withdrawalFee(part, money('250')), paid(part, '250')]).toEqual([money('3.125'), '1928.66']);
  });

  it('never pay a negative amount, and pay zero when the fee takes everything', () => {
    const dear: WithdrawalTerms = { feeMode: 'fixed', drawRate: rate('20'), usdPrice: perDollar('1'), decimals: 2 };
    expect(paid(dear, '19.99')).toBe('0.00');
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

  it('pay in the decimals of the currency', () => {
    const free = { feeMode: 'fixed', drawRate: rate('0') } as const;
    // One bitcoin at 96,523.17 dollars.
    const bitcoin: WithdrawalTerms = { ...free, usdPrice: perDollar('0.0000103602068602'), decimals: 8 };
    expect(paid(bitcoin, '100')).toBe('0.00103602');
    expect(paid({ ...free, usdPrice: perDollar('154.31'), decimals: 0 }, '99.99')).toBe('15429');
    expect(paid({ ...free, usdPrice: perDollar('1'), decimals: 6 }, '0.01')).toBe('0.010000');
    expect(paid({ ...free, usdPrice: perDollar('0.30751'), decimals: 3 }, '10')).toBe('3.075');
  });

  it('keep a price as it was written', () => {
    fc.assert(fc.property(prices, (price) => parseUnitsPerDollar(formatUnitsPerDollar(price)) === price));
    expect(formatUnitsPerDollar(perDollar('10.50'))).toBe('10.5');
  });

  it('pay within half of the last digit of the exact product, and grow with the amount', () => {
    const cheap = anyTerms.filter(({ feeMode, drawRate }) => feeMode === 'fixed' || drawRate <= 10n ** 8n);
    fc.assert(
      fc.property(cheap, amounts, amounts, (terms, one, other) => {
        const net = one - withdrawalFee(terms, one);
        const receipt = withdrawalReceipt(terms, one);
        const digit = 10n ** BigInt(22 - terms.decimals);
        const error = 2n * (receipt * digit - (net > 0n ? net : 0n) * terms.usdPrice);
        const [less, more] = one < other ? [one, other] : [other, one];
        const inOrder = withdrawalReceipt(terms, less) <= withdrawalReceipt(terms, more);
        return error <= digit && error >= -digit && inOrder;
      }),
    );
  });
});
