import { type Money, negate, plus } from '@fairlot/domain';
import type { CopyTerms } from './model.ts';

/** The result of a copy since its start, in dollars, net of trading fees, swaps and premiums. */
export interface CopyResultSoFar {
  /** Closed positions and parts, less the leader's fees. */
  readonly closed: Money;
  /** Open positions at the present price. */
  readonly floating: Money;
}

/** True when the copy's own stop is reached: closed and floating results together have lost as much as the copier set. */
export function isLossReached(
  { stopLoss }: Pick<CopyTerms, 'stopLoss'>,
  { closed, floating }: CopyResultSoFar,
): boolean {
  return stopLoss !== undefined && plus(closed, floating) <= negate(stopLoss);
}
