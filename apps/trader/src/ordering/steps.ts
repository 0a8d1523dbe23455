import {
  PRICE_SCALE,
  asLots,
  asPrice,
  divide,
  formatLots,
  formatPrice,
  larger,
  minus,
  parseLots,
  parsePrice,
  plus,
  pow10,
  pricePoint,
  smaller,
} from '@fairlot/domain';
import type { Instrument, Lots, Price } from '@fairlot/domain';

/** Which way a stepper goes. */
export type StepDirection = 'less' | 'more';

type LotTerms = Pick<Instrument, 'lotStep' | 'minLots' | 'maxLots'>;
type PriceTerms = Pick<Instrument, 'pricePrecision'>;

/**
 * The lots after one step, on the instrument's grid and within its bounds. A text that is no number starts from the
 * minimum. Undefined where the step may not be taken: specification, section 5, lots − step may not fall to zero or below.
 */
export function stepLots(text: string, direction: StepDirection, terms: LotTerms): string | undefined {
  const now = parseLots(text);
  if (now === undefined) return formatLots(terms.minLots);
  const onGrid = asLots(divide(now, terms.lotStep, direction === 'less' ? 'up' : 'down') * terms.lotStep);
  const next = direction === 'less' ? minus(onGrid, terms.lotStep) : plus(onGrid, terms.lotStep);
  if (next <= 0n || (direction === 'less' && now <= terms.minLots) || (direction === 'more' && now >= terms.maxLots))
    return undefined;
  return formatLots(larger(terms.minLots, smaller(terms.maxLots, next)));
}

const PRESET_FACTORS = [1n, 10n, 50n, 100n, 500n];
const PRESETS = 4;

/** Common volumes of an instrument: its minimum and round multiples of it, at most four, all tradable. */
export function lotPresets(terms: LotTerms): Lots[] {
  return PRESET_FACTORS.map((factor) => asLots(terms.minLots * factor))
    .filter((value) => value <= terms.maxLots && value % terms.lotStep === 0n)
    .slice(0, PRESETS);
}

/** One step of a price field: the power of ten that is about a hundredth of a per cent of the price, a point at least. */
export function priceStep(near: Price, terms: PriceTerms): Price {
  const size = near / 10_000n;
  const power = asPrice(size > 0n ? pow10(size.toString().length - 1) : 1n);
  return larger(power, pricePoint(terms));
}

/** The price after one step from what the field holds; from `fallback` where it holds no price. Undefined at the floor. */
export function stepPrice(
  text: string,
  direction: StepDirection,
  fallback: Price,
  terms: PriceTerms,
): string | undefined {
  const now = parsePrice(text);
  if (now === undefined) return formatPrice(fallback, terms.pricePrecision);
  const step = priceStep(fallback, terms);
  const next = direction === 'less' ? minus(now, step) : plus(now, step);
  return next <= 0n || next >= pow10(PRICE_SCALE + 7) ? undefined : formatPrice(next, terms.pricePrecision);
}

/**
 * A first proposal for a stop or target: fifteen spreads or a tenth of a per cent away from the price, whichever is further,
 * on the price grid. A proposal only; the trader changes it.
 */
export function proposedDistance(reference: Price, spread: Price, terms: PriceTerms): Price {
  const far = larger(asPrice(spread * 15n), asPrice(reference / 1000n));
  const step = priceStep(reference, terms);
  return larger(asPrice(divide(far, step, 'halfEven') * step), step);
}
