import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditorReference, readCreditorReference } from './creditor-reference.ts';
import { type SentAmount, depositWorth, parseSentAmount } from './deposit.ts';
import { money } from './units.ts';
import { type UnitsPerDollar, parseUnitsPerDollar } from './withdrawal.ts';

const amounts = fc.bigInt({ min: 0n, max: 10n ** 14n - 1n }).map((value) => value as SentAmount);
const rates = fc.bigInt({ min: 1n, max: 10n ** 25n }).map((value) => value as UnitsPerDollar);
const worth = (amount: string, rate: string) =>
  depositWorth(parseSentAmount(amount) ?? expect.fail(amount), parseUnitsPerDollar(rate) ?? expect.fail(rate));

describe('the dollars of a deposit', () => {
  it('are the amount at the rate, to the cent', () => {
    expect(worth('1000', '0.92')).toBe(money('1086.96'));
    expect(worth('1000', '1')).toBe(money('1000'));
    expect(worth('15431', '154.31')).toBe(money('100'));
    // 0.005 and 0.015: halves go to the even cent.
    expect([worth('0.01', '2'), worth('0.03', '2')]).toEqual([money('0'), money('0.02')]);
  });

  it('are within half a cent of the exact quotient, and grow with the amount', () => {
    fc.assert(
      fc.property(amounts, amounts, rates, (one, other, rate) => {
        const cents = depositWorth(one, rate) / 10_000n;
        const error = 2n * (cents * rate - one * 10n ** 16n);
        const [less, more] = one < other ? [one, other] : [other, one];
        return error <= rate && error + rate >= 0n && depositWorth(less, rate) <= depositWorth(more, rate);
      }),
    );
  });

  it.each(['', '-1', '1e3', '1.234', '1,5', ' 1', '1234567890123'])('are not read from "%s"', (text) => {
    expect(parseSentAmount(text)).toBeUndefined();
  });
});

describe('a creditor reference', () => {
  it('is that of ISO 11649', () => {
    expect(creditorReference(539_007_547_034)).toBe('RF18539007547034');
    expect(readCreditorReference('rf18 5390 0754 7034')).toBe(539_007_547_034);
  });

  it('names its account, and no single wrong or swapped digit goes unnoticed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 12 }),
        fc.nat(20),
        fc.integer({ min: 1, max: 9 }),
        (account, at, by) => {
          const text = creditorReference(account);
          if (readCreditorReference(text) !== account) return false;
          const place = 2 + (at % (text.length - 2));
          const digit = (Number(text[place]) + by) % 10;
          const [a = '', b = ''] = [text[place], text[place + 1]];
          const swapped = text.slice(0, place) + b + a + text.slice(place + 2);
          return (
            readCreditorReference(text.slice(0, place) + String(digit) + text.slice(place + 1)) === 'wrong' &&
            (a === b || b === '' || readCreditorReference(swapped) === 'wrong')
          );
        },
      ),
    );
  });

  it.each(['', 'RF', 'RF18', 'DE89370400440532013000', 'RF1853900X'])('is not "%s"', (text) => {
    expect(readCreditorReference(text)).toBeUndefined();
  });
});
