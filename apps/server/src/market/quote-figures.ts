import { PRICE_LIMIT } from '@fairlot/domain';

const SPREAD_SHARE = 10n;

/**
 * The reason why two prices at the domain's scale are no quote; undefined when they can be one. `not_a_price`: zero,
 * negative, or too large. `crossed`: the bid is above the ask. `absurd_spread`: more than a tenth of the price.
 */
export function figuresProblem(bid: bigint, ask: bigint): 'not_a_price' | 'crossed' | 'absurd_spread' | undefined {
  if (bid <= 0n || ask <= 0n || bid >= PRICE_LIMIT || ask >= PRICE_LIMIT) return 'not_a_price';
  if (bid > ask) return 'crossed';
  return (ask - bid) * SPREAD_SHARE > bid ? 'absurd_spread' : undefined;
}
