import { divide, larger, minus, plus, smaller } from './decimal.ts';
import { type Money, type Rate, ZERO, asRate } from './units.ts';

/** Balance, reserves, floating profit and used margin of an account at one moment, in dollars. */
export interface Standing {
  /** The account's money without what is held for withdrawals. Reserves of pending orders are a part of it. */
  readonly balance: Money;
  /** The part of the balance that pending orders reserve. */
  readonly reserved: Money;
  readonly floatingProfit: Money;
  readonly usedMargin: Money;
  /** True when positions are open and use no margin, because opposite ones cover them (HedgedMargin `none`). */
  readonly covered?: true | undefined;
}

/** balance + floating profit. A pending order's reserve stays the account's and never lowers it. */
export function equity(standing: Standing): Money {
  return plus(standing.balance, standing.floatingProfit);
}

/** equity − used margin − reserves of pending orders. */
export function freeMargin(standing: Standing): Money {
  return minus(minus(equity(standing), standing.usedMargin), standing.reserved);
}

/** balance − reserves of pending orders: the money that nothing freezes. */
export function availableBalance(standing: Standing): Money {
  return minus(standing.balance, standing.reserved);
}

/** max(0, min(available balance, free margin)): neither a floating profit nor a reserve is paid out. */
export function withdrawable(standing: Standing): Money {
  return larger(ZERO, smaller(availableBalance(standing), freeMargin(standing)));
}

const PERCENT = 10_000_000_000n;

/** Margin level in per cent, rounded down; undefined without open positions. */
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
 * without open positions, because there is nothing to close. Covered positions are at it once no equity is left.
 */
export function isAtOrBelow(standing: Standing, ratioPercent: number): boolean {
  if (standing.usedMargin === 0n && standing.covered !== true) return false;
  return equity(standing) * 100n <= standing.usedMargin * BigInt(ratioPercent);
}
