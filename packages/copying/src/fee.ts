import { type Money, ZERO, asMoney, divide, larger, minus, plus, smaller } from '@fairlot/domain';

const PERCENT = 100n;

/** The result of a copy when a fee is due. Results are net of trading fees, swaps and premiums, before the leader's fees. */
export interface FeeBasis {
  /** Sum of the results of the copy's closed positions and parts. */
  readonly realised: Money;
  /** The highest sum on which a fee was charged; zero at the beginning. */
  readonly highWater: Money;
  /** The leader's share of new profit in whole per cent. */
  readonly percent: number;
}

/**
 * The fee that is due: the leader's share of the profit above the high-water mark, rounded down to a micro-dollar, so that
 * it is never more than the share.
 */
export function feeDue({ realised, highWater, percent }: FeeBasis): Money {
  const profit = larger(ZERO, minus(realised, highWater));
  return asMoney(divide(profit * BigInt(percent), PERCENT, 'down'));
}

/**
 * The high-water mark after a charge took `taken` of the fee due. An account that could pay a part only moves its mark by
 * the profit that is paid for, rounded up, so that no profit is ever charged twice; the rest stays due.
 */
export function highWaterAfter(basis: FeeBasis, taken: Money): Money {
  const { realised, highWater, percent } = basis;
  if (realised <= highWater || percent === 0) return highWater;
  if (taken >= feeDue(basis)) return realised;
  const paidFor = asMoney(divide(taken * PERCENT, BigInt(percent), 'up'));
  return smaller(realised, plus(highWater, paidFor));
}
