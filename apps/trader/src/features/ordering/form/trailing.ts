import type { Order } from '@fairlot/client';
import {
  RATE_SCALE,
  asPrice,
  distanceOfMoney,
  distanceOfPercent,
  formatMoney,
  formatPrice,
  formatRate,
  isOnPriceGrid,
  moneyOfDistance,
  parseMoney,
  parsePrice,
  parseRate,
  percentOfDistance,
  pow10,
  pricePoint,
  widestTrailing,
} from '@fairlot/domain';
import type { Conversion, Instrument, Lots, Price } from '@fairlot/domain';
import { figure } from './levels.ts';
import { trimmed } from './measure.ts';
import type { Problem } from './problem.ts';

/** The units in which a trailing distance is typed. The distance that is sent is a price. */
export const TRAILING_UNITS = ['price', 'points', 'percent', 'money'] as const;
export type TrailingUnit = (typeof TRAILING_UNITS)[number];

/** A trailing distance being typed. */
export interface TrailingDraft {
  readonly on: boolean;
  readonly unit: TrailingUnit;
  readonly text: string;
  /** The distance in price that is sent; undefined while the text is none. */
  readonly distance: string | undefined;
}

export const TRAILING_OFF: TrailingDraft = { on: false, unit: 'points', text: '', distance: undefined };

/** The position, or the order, whose distance is typed. */
export interface TrailingScene {
  readonly terms: Instrument;
  /** The price that per cent are of. */
  readonly reference: Price | undefined;
  readonly lots: Lots | undefined;
  readonly conversion: Conversion | undefined;
}

/** The distance of a typed text on the instrument's grid, rounded down; undefined when it is none. */
export function trailingDistance(unit: TrailingUnit, text: string, scene: TrailingScene): Price | undefined {
  const { terms, reference } = scene;
  if (reference === undefined) return undefined;
  const distance = unit === 'price' ? parsePrice(figure(text), terms) : converted(unit, text, scene, reference);
  if (distance === undefined || distance > widestTrailing(terms, reference)) return undefined;
  return distance > 0n && isOnPriceGrid(terms, distance) ? distance : undefined;
}

function converted(
  unit: Exclude<TrailingUnit, 'price'>,
  text: string,
  { terms, lots, conversion }: TrailingScene,
  reference: Price,
): Price | undefined {
  if (unit === 'money') {
    const amount = parseMoney(figure(text));
    if (amount === undefined || lots === undefined || lots <= 0n || conversion === undefined) return undefined;
    return distanceOfMoney(terms, 'stopLoss', lots, amount, conversion);
  }
  const typed = parseRate(figure(text));
  if (typed === undefined) return undefined;
  if (unit === 'percent') return distanceOfPercent(terms, 'stopLoss', reference, typed);
  const whole = pow10(RATE_SCALE);
  return typed % whole === 0n ? asPrice((typed / whole) * pricePoint(terms)) : undefined;
}

/** A distance as text in a unit; empty when it has none. Reading the text again yields the same distance. */
export function trailingText(unit: TrailingUnit, distance: Price, scene: TrailingScene): string {
  const { terms, reference, lots, conversion } = scene;
  if (unit === 'price') return formatPrice(distance, terms);
  if (unit === 'points') return String(distance / pricePoint(terms));
  if (reference === undefined) return '';
  if (unit === 'percent') return trimmed(formatRate(percentOfDistance(terms, 'stopLoss', reference, distance)), 2);
  if (lots === undefined || lots <= 0n || conversion === undefined) return '';
  return trimmed(formatMoney(moneyOfDistance(terms, 'stopLoss', lots, distance, conversion)), 2);
}

/** The draft after its text or unit was changed. */
export function typedTrailing(unit: TrailingUnit, text: string, scene: TrailingScene): TrailingDraft {
  const distance = trailingDistance(unit, text, scene);
  return { on: true, unit, text, distance: distance === undefined ? undefined : formatPrice(distance, scene.terms) };
}

/**
 * The draft at the present size and price: per cent and money are other distances then. One in price or points stays,
 * and so does one whose size or price is unknown.
 */
export function followedTrailing(draft: TrailingDraft, scene: TrailingScene): TrailingDraft {
  const { on, unit, text } = draft;
  const { reference, lots, conversion } = scene;
  if (!on || unit === 'price' || unit === 'points' || reference === undefined) return draft;
  if (unit === 'money' && (lots === undefined || lots <= 0n || conversion === undefined)) return draft;
  return typedTrailing(unit, text, scene);
}

/** The same distance in another unit. A text that is no distance stays as it is. */
export function inUnit(draft: TrailingDraft, unit: TrailingUnit, scene: TrailingScene): TrailingDraft {
  const distance = draft.distance === undefined ? undefined : parsePrice(draft.distance, scene.terms);
  if (distance === undefined) return typedTrailing(unit, draft.text, scene);
  return { ...draft, unit, text: trailingText(unit, distance, scene) };
}

/** An editable draft of an order's distance. */
export function trailingOf({ trailing, instrument }: Pick<Order, 'trailing' | 'instrument'>): TrailingDraft {
  if (trailing === undefined) return TRAILING_OFF;
  const distance = formatPrice(trailing, instrument);
  return { on: true, unit: 'price', text: distance, distance };
}

/** The distance to send, as text; undefined is off. */
export function sentTrailing({ on, distance }: TrailingDraft): string | undefined {
  return on ? distance : undefined;
}

/** The problem of a text that is no distance. */
export function trailingProblem({ on, distance }: TrailingDraft): Problem | undefined {
  return on && distance === undefined ? { key: 'trailing_invalid', field: 'trailing' } : undefined;
}
