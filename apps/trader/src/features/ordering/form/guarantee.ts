import type { PreviewMarket } from '@fairlot/client';
import { conversionOf } from '@fairlot/client';
import {
  closingPrice,
  formatPrice,
  isGuaranteeTooNear,
  nearestGuarantee,
  parsePrice,
  premiumFor,
} from '@fairlot/domain';
import type { GuaranteeTerms, Lots, Money, Price, Side } from '@fairlot/domain';
import { levelText } from './levels.ts';
import type { Levels } from './levels.ts';
import type { Problem } from './problem.ts';
import { sentTrailing } from './trailing.ts';
import type { TrailingDraft } from './trailing.ts';

/** True if there is a stop-loss that can be guaranteed. */
export function hasStop({ stopLoss }: Pick<Levels, 'stopLoss'>, { instrument }: PreviewMarket): boolean {
  return parsePrice(levelText(stopLoss) ?? '', instrument) !== undefined;
}

/** Dollars that a guarantee costs when it closes a volume, at the present conversion; undefined while it is not known. */
export function premiumNow(premium: Price, lots: Lots | undefined, market: PreviewMarket): Money | undefined {
  const conversion = conversionOf(market);
  if (lots === undefined || conversion === undefined) return undefined;
  return premiumFor(market.instrument, lots, premium, conversion);
}

/** The problem of a new guarantee, by the engine's rules: a stop that follows the price, or one that is too near to it. */
export function guaranteeProblem(
  levels: Pick<Levels, 'stopLoss'> & { readonly trailing: TrailingDraft },
  side: Side,
  terms: GuaranteeTerms,
  { instrument, quote }: PreviewMarket,
): Problem | undefined {
  if (sentTrailing(levels.trailing) !== undefined) return { key: 'guarantee_trailing', field: 'trailing' };
  const stop = parsePrice(levelText(levels.stopLoss) ?? '', instrument);
  if (stop === undefined || quote === undefined) return undefined;
  const closing = closingPrice(quote, side);
  if (!isGuaranteeTooNear(side, closing, stop, terms)) return undefined;
  const nearest = formatPrice(nearestGuarantee(side, closing, terms), instrument);
  return { key: 'guarantee_too_near', value: nearest, nearest, field: 'stopLoss' };
}
