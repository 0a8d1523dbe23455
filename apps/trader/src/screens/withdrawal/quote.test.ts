import { money, parseUnitsPerDollar, rate } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { quoteWithdrawal } from './quote.ts';

const perDollar = (text: string) => parseUnitsPerDollar(text) ?? expect.fail(text);
const USDT = { feeMode: 'fixed', drawRate: rate('10'), usdPrice: perDollar('1'), decimals: 2 } as const;

describe('the preview of a withdrawal', () => {
  it('shows the fee and receipt that the server computes', () => {
    expect(quoteWithdrawal(USDT, money('100'))).toEqual({ fee: money('10'), receipt: '90.00', pays: true });
    const euro = { feeMode: 'rate', drawRate: rate('0.002'), usdPrice: perDollar('7.8'), decimals: 2 } as const;
    expect(quoteWithdrawal(euro, money('250'))).toEqual({
      fee: money('0.5'),
      receipt: '1946.10',
      pays: true,
    });
    expect(quoteWithdrawal(USDT, money('10'))).toEqual({ fee: money('10'), receipt: '0.00', pays: false });
    expect(quoteWithdrawal(USDT, undefined)).toBeUndefined();
  });

  it('shows a coin in its own decimals', () => {
    const bitcoin = { ...USDT, usdPrice: perDollar('0.00001036'), decimals: 8 };
    expect(quoteWithdrawal(bitcoin, money('110'))?.receipt).toBe('0.00103600');
  });
});
