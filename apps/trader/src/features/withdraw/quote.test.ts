import { money } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { quoteWithdrawal } from './quote.ts';

const USDT = { id: 1, code: 'USDT', protocol: 'ERC20', draw_rate: '10', fee_type: 1, usd_price: '1' };

describe('what a withdrawal costs and brings', () => {
  it('is shown as the server will keep it', () => {
    expect(quoteWithdrawal(USDT, money('100'))).toEqual({ fee: '10.000000', receipt: '90.00', pays: true });
    expect(quoteWithdrawal({ ...USDT, draw_rate: '0.002', fee_type: 2, usd_price: '7.8' }, money('250'))).toEqual({
      fee: '0.500000',
      receipt: '1946.10',
      pays: true,
    });
    expect(quoteWithdrawal(USDT, money('10'))).toEqual({ fee: '10.000000', receipt: '0.00', pays: false });
    expect(quoteWithdrawal(USDT, undefined)).toBeUndefined();
  });
});
