import { divide, larger, minus, plus, smaller } from './decimal.ts';
import { type Money, type Rate, ZERO, asRate } from './units.ts';

/** Balance, floating profit and used margin of an account at one moment, in dollars. */
export interface Standing {
  /** Money not frozen by pending orders or withdrawals. */
  readonly balance: Money;
  readonly floatingProfit: Money;
  readonly usedMargin: Money;
}

/** balance + floating profit (net value). */
export function equity(standing: Standing): Money {
  return plus(standing.balance, standing.floatingProfit);
}

/** equity − used margin. */
export function freeMargin(standing: Standing): Money {
  return minus(equity(standing), standing.usedMargin);
}

/** max(0, min(balance, free margin)). */
export function withdrawable(standing: Standing): Money {
  return larger(ZERO, smaller(standing.balance, freeMargin(standing)));
}

const PERCENT = 10_000_000_000n;

/** Prepayment ratio (margin level) in per cent, rounded down; undefined without open positions. */
export function prepaymentRatio(standing: Standing): Rate | undefined {
  if (standing.usedMargin === 0n) return undefined;
  return asRate(divide(equity(standing) * PERCENT, standing.usedMargin, 'down'));
}

/** Risk rate in per cent, rounded up; undefined when equity is not above zero. Zero without open positions. */
export function riskRate(standing: Standing): Rate | undefined {
  const worth = equity(standing);
  if (standing.usedMargin === 0n) return asRate(0n);
  if (worth <= 0n) return undefined;
  return asRate(divide(standing.usedMargin * PERCENT, worth, 'up'));
}

/**
 * True when equity ÷ used margin × 100 is at or below the ratio (whole per cent), computed without division. False
 * without open positions, because there is nothing to close.
 */
export function isAtOrBelow(standing: Standing, ratioPercent: number): boolean {
  return standing.usedMargin > 0n && equity(standing) * 100n <= standing.usedMargin * BigInt(ratioPercent);
}
