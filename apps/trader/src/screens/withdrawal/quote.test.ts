import { money, rate } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { quoteWithdrawal } from './quote.ts';

const USDT = { feeMode: 'fixed', drawRate: rate('10'), usdPrice: rate('1') } as const;

describe('the preview of a withdrawal', () => {
  it('shows the fee and receipt that the server computes', () => {
    expect(quoteWithdrawal(USDT, money('100'))).toEqual({ fee: money('10'), receipt: '90.00', pays: true });
    expect(quoteWithdrawal({ feeMode: 'rate', drawRate: rate('0.002'), usdPrice: rate('7.8') }, money('250'))).toEqual({
      fee: money('0.5'),
      receipt: '1946.10',
      pays: true,
    });
    expect(quoteWithdrawal(USDT, money('10'))).toEqual({ fee: money('10'), receipt: '0.00', pays: false });
    expect(quoteWithdrawal(USDT, undefined)).toBeUndefined();
  });
});
