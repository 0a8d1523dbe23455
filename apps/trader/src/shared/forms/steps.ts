import {
  asLots,
  asPrice,
  divide,
  formatDecimal,
  formatLots,
  formatPrice,
  larger,
  minus,
  parseDecimal,
  parseLots,
  parsePrice,
  plus,
  pow10,
  pricePoint,
  priceScaleOf,
  smaller,
} from '@fairlot/domain';
import type { Instrument, Lots, Price, PriceTerms } from '@fairlot/domain';

/** Direction of a stepper. */
export type StepDirection = 'less' | 'more';

type LotTerms = Pick<Instrument, 'lotStep' | 'minLots' | 'maxLots'>;

/**
 * Returns the lots after one step, on the instrument's grid and within its bounds. A text that is not a number gives
 * the minimum. Undefined if the step is not allowed; by the specification, section 5, a step may not reach zero.
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

/** Step of a price field: the power of ten nearest below 0.01 % of the price, at least one point. */
export function priceStep(near: Price, terms: PriceTerms): Price {
  const size = near / 10_000n;
  const power = asPrice(size > 0n ? pow10(size.toString().length - 1) : 1n);
  return larger(power, pricePoint(terms));
}

/**
 * Returns the price after one step; `fallback` if the text is not a price. Undefined if the next price is zero or less,
 * or too large for the field.
 */
export function stepPrice(
  text: string,
  direction: StepDirection,
  fallback: Price,
  terms: PriceTerms,
): string | undefined {
  const now = parsePrice(text, terms);
  if (now === undefined) return formatPrice(fallback, terms);
  const step = priceStep(fallback, terms);
  const next = direction === 'less' ? minus(now, step) : plus(now, step);
  return next <= 0n || next >= pow10(priceScaleOf(terms) + 12) ? undefined : formatPrice(next, terms);
}

/**
 * Proposes a distance for a stop or target: 15 spreads or 0.1 % of the price, whichever is larger, on the price grid.
 * The trader can change it.
 */
export function proposedDistance(reference: Price, spread: Price, terms: PriceTerms): Price {
  const far = larger(asPrice(spread * 15n), asPrice(reference / 1000n));
  const step = priceStep(reference, terms);
  return larger(asPrice(divide(far, step, 'halfEven') * step), step);
}

/** Units of amounts with a stepper besides lots and prices. */
export type AmountUnit = 'pips' | 'money' | 'percent';

const AMOUNT_SCALE = 8;
const ONE = pow10(AMOUNT_SCALE);
/** Least steps: one pip, a cent, a tenth of a per cent. */
const LEAST_STEPS: Readonly<Record<AmountUnit, bigint>> = { pips: ONE, money: ONE / 100n, percent: ONE / 10n };

/**
 * Returns the amount after one step, on the grid of the step; money steps by the power of ten below a tenth of it. A text
 * that is not a number gives one step. Undefined if the next amount is not above zero, or too large for the field.
 */
export function stepAmount(text: string, direction: StepDirection, unit: AmountUnit): string | undefined {
  const now = parseDecimal(text, AMOUNT_SCALE) ?? 0n;
  const least = LEAST_STEPS[unit];
  const magnitude = pow10(Math.max((direction === 'less' ? now - 1n : now).toString().length - 2, 0));
  const step = unit === 'money' && magnitude > least ? magnitude : least;
  const onGrid = divide(now, step, direction === 'less' ? 'up' : 'down') * step;
  const next = direction === 'less' ? onGrid - step : onGrid + step;
  if (next <= 0n || next > pow10(AMOUNT_SCALE + 12)) return undefined;
  const [whole = '', fraction = ''] = formatDecimal(next, AMOUNT_SCALE).split('.');
  const kept = fraction.replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept.padEnd(unit === 'money' ? 2 : 0, '0')}`;
}
