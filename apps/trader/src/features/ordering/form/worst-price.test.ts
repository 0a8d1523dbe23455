import { price } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { testOrder } from '../order.testkit.ts';
import { worstClosingPrice, worstPrice } from './worst-price.ts';

const quote = (bid: string, ask: string) => ({ instrument: 1, seq: 1, time: 0, bid: price(bid), ask: price(ask) });

describe('worstPrice', () => {
  it('is three spreads beyond the dealt side', () => {
    expect(worstPrice(quote('1.10000', '1.10010'), 'buy', { pricePrecision: 5 })).toBe('1.10040');
    expect(worstPrice(quote('1.10000', '1.10010'), 'sell', { pricePrecision: 5 })).toBe('1.09970');
  });
  it('of a close is beyond the side on which the position closes', () => {
    const now = quote('1.10000', '1.10010');
    expect(worstClosingPrice(now, testOrder({ side: 'buy' }))).toBe('1.09970');
    expect(worstClosingPrice(now, testOrder({ side: 'sell' }))).toBe('1.10040');
  });
  it('keeps a minimum distance for tiny spreads, and stays above zero', () => {
    expect(worstPrice(quote('100.00', '100.00'), 'buy', { pricePrecision: 2 })).toBe('100.10');
    expect(worstPrice(quote('0.05', '0.06'), 'sell', { pricePrecision: 2 })).toBe('0.01');
  });
});
